package io.tidings.topology.match;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.matching.CompiledSubscription;
import io.tidings.contract.record.DeliveryHeaderTemplate;
import io.tidings.topology.match.MatchOutput.Sink;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

/**
 * An event and the deliveries made of it. What the deliveries have in common is made once for each schema, and all of
 * them share the bytes of the event.
 */
final class DeliveryFactory {
    private final Event event;
    private final Circumstances circumstances;
    private final DeliveryHeaderTemplate headers;
    private final Map<EventSchema, Form> forms = new EnumMap<>(EventSchema.class);

    /**
     * @param published from which the time to live counts
     * @param hops how often Tidings has delivered the event to itself
     * @param tableRead position of the subscriptions table, at least, when the candidates were found
     */
    record Circumstances(
            EventSource source,
            Instant published,
            @Nullable TraceContext trace,
            int hops,
            long tableRead,
            Instant now) {}

    /**
     * The event in one schema.
     *
     * @param bytes as {@link DeliveredEvent#bytes} counts them
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Form(byte[] json, int bytes, DeliveryHeaderTemplate.OfEvent headers) {}

    DeliveryFactory(Event event, Circumstances circumstances, DeliveryHeaderTemplate headers) {
        this.event = event;
        this.circumstances = circumstances;
        this.headers = headers;
    }

    /** Returns whether the deliveries or their later records would be too large. */
    boolean tooLarge(EventSchema schema) {
        return form(schema).bytes() > EventLimits.MAX_DELIVERED_BYTES;
    }

    MatchOutput delivery(CompiledSubscription compiled, EventSchema schema) {
        var form = form(schema);
        var subscription = compiled.addressee();
        var written = new RecordHeaders(
                form.headers().to(subscription, compiled.entry().offset()));
        compiled.recordValues(event).headers().forEach(written::add);
        var orderKey = compiled.orderKey(event);
        if (orderKey != null) {
            written.add(HeaderText.header(HeaderNames.ORDER_KEY, orderKey));
        }
        return new MatchOutput(
                Sink.DELIVERIES,
                subscription.key(),
                compiled.lane(event, orderKey),
                form.json(),
                circumstances.now(),
                written);
    }

    private Form form(EventSchema schema) {
        return forms.computeIfAbsent(schema, this::made);
    }

    private Form made(EventSchema schema) {
        var delivered = DeliveredEvent.of(
                event,
                schema,
                circumstances.source(),
                circumstances.published(),
                circumstances.trace(),
                circumstances.hops());
        var json = event.deliveredAs(schema);
        return new Form(
                json, delivered.bytes(json), headers.of(delivered, circumstances.tableRead(), circumstances.now()));
    }
}
