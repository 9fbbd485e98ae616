package io.tidings.contract.record;

import static io.tidings.contract.HeaderText.header;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.event.RejectionReason;
import java.time.Instant;
import java.util.ArrayList;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

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
        var due = retryState.due();
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
        if (due != null) {
            headers.add(header(HeaderNames.DUE, due.toString()));
        }
        if (retryState.notBefore() != null) {
            headers.add(header(HeaderNames.NOT_BEFORE, retryState.notBefore().toString()));
        }
        if (retryState.forwarded()) {
            headers.add(header(HeaderNames.FORWARDED, "true"));
        }
        if (delivery.taken()) {
            headers.add(header(HeaderNames.TAKEN, "true"));
        }
        if (last != null) {
            headers.add(header(HeaderNames.LAST_OUTCOME, last.outcome().wireName()));
            if (last.at() != null) {
                headers.add(header(HeaderNames.LAST_ATTEMPT, last.at().toString()));
            }
            if (last.status() != null) {
                headers.add(header(HeaderNames.LAST_STATUS, last.status().toString()));
            }
        }
        if (event.dataVersion() != null) {
            headers.add(header(HeaderNames.DATA_VERSION, event.dataVersion()));
        }
        if (event.envelope() != null) {
            headers.add(header(HeaderNames.ENVELOPE, event.envelope()));
        }
        if (event.hops() > 0) {
            headers.add(header(HeaderNames.HOPS, Integer.toString(event.hops())));
        }
        headers.addAll(event.recordValues().headers());
        var trace = event.trace();
        if (trace != null) {
            headers.add(header(HeaderNames.TRACEPARENT, trace.traceparent()));
            if (trace.tracestate() != null) {
                headers.add(header(HeaderNames.TRACESTATE, trace.tracestate()));
            }
        }
        var redriven = delivery.redriven();
        if (redriven != null) {
            headers.add(header(HeaderNames.REDRIVEN, redriven.toString()));
            if (redriven.job() != null) {
                headers.add(header(HeaderNames.JOB, redriven.job()));
            }
            if (redriven.firstPublished() != null) {
                headers.add(header(
                        HeaderNames.FIRST_PUBLISHED, redriven.firstPublished().toString()));
            }
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

    /** Reads one record; {@link DeliveryReader} reads many. */
    public static Read read(Headers headers) {
        return new DeliveryReader(1).read(headers);
    }
}
