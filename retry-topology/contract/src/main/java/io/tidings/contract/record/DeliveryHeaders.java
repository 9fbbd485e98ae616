package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.RejectionReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

public final class DeliveryHeaders {
    private static final int MOST = 24;

    private DeliveryHeaders() {}

    public sealed interface Read {
        record Valid(Delivery delivery) implements Read {}

        /** @param sentence names the header and the rule */
        record Malformed(RejectionReason reason, String sentence) implements Read {}
    }

    /** @param parked the writer's time, for people */
    public static Header[] write(Delivery delivery, Instant parked) {
        var retryState = delivery.retryState();
        var last = retryState.last();
        var event = delivery.event();
        var headers = new ArrayList<Header>(MOST);
        headers.add(header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
        headers.add(header(HeaderNames.TOPIC, delivery.subscription().topic()));
        headers.add(header(HeaderNames.SUBSCRIPTION, delivery.subscription().name()));
        headers.add(header(HeaderNames.SUBSCRIPTION_UID, delivery.uid()));
        headers.add(header(HeaderNames.SCHEMA, event.schema().deliveryName()));
        headers.add(header(HeaderNames.EVENT_ID, event.id()));
        headers.add(header(HeaderNames.PUBLISHED, event.published().toString()));
        headers.add(header(HeaderNames.SOURCE, event.source().toString()));
        headers.add(header(HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(delivery.subscriptionsRead())));
        headers.add(header(HeaderNames.ATTEMPTS, Integer.toString(retryState.attempts())));
        headers.add(header(HeaderNames.DEFERRALS, Integer.toString(retryState.deferrals())));
        headers.add(header(HeaderNames.PARKED, parked.toString()));
        addIfAny(headers, HeaderNames.DUE, retryState.due());
        addIfAny(headers, HeaderNames.NOT_BEFORE, retryState.notBefore());
        if (retryState.forwarded()) {
            headers.add(header(HeaderNames.FORWARDED, "true"));
        }
        if (delivery.taken()) {
            headers.add(header(HeaderNames.TAKEN, "true"));
        }
        if (last != null) {
            headers.add(header(HeaderNames.LAST_OUTCOME, last.outcome().wireName()));
            addIfAny(headers, HeaderNames.LAST_ATTEMPT, last.at());
            addIfAny(headers, HeaderNames.LAST_STATUS, last.status());
        }
        addOptional(headers, event);
        var redriven = delivery.redriven();
        if (redriven != null) {
            headers.add(header(HeaderNames.REDRIVEN, redriven.toString()));
            addIfAny(headers, HeaderNames.JOB, redriven.job());
            addIfAny(headers, HeaderNames.FIRST_PUBLISHED, redriven.firstPublished());
        }
        var order = delivery.order();
        if (order != null) {
            headers.add(header(HeaderNames.ORDER_KEY, order.key()));
            if (order.place() != null) {
                headers.add(header(
                        HeaderNames.ORDER_SEQUENCE, Long.toString(order.place().sequence())));
                headers.add(header(
                        HeaderNames.ORDER_BEHIND, Long.toString(order.place().behind())));
            }
        }
        return headers.toArray(Header[]::new);
    }

    /** Adds what only some events have. */
    static void addOptional(List<Header> headers, DeliveredEvent event) {
        addIfAny(headers, HeaderNames.DATA_VERSION, event.dataVersion());
        addIfAny(headers, HeaderNames.ENVELOPE, event.envelope());
        addIfAny(headers, HeaderNames.HOPS, event.hops() > 0 ? event.hops() : null);
        headers.addAll(event.recordValues().headers());
        var trace = event.trace();
        if (trace != null) {
            headers.add(header(HeaderNames.TRACEPARENT, trace.traceparent()));
            addIfAny(headers, HeaderNames.TRACESTATE, trace.tracestate());
        }
    }

    private static void addIfAny(List<Header> headers, String name, @Nullable Object value) {
        if (value != null) {
            headers.add(header(name, value.toString()));
        }
    }

    /** Reads one record; {@link DeliveryReader} reads many. */
    public static Read read(Headers headers) {
        return new DeliveryReader(1).read(headers);
    }
}
