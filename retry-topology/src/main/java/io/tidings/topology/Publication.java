package io.tidings.topology;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventSchema;
import io.tidings.topology.filter.Candidate;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** An event as it was read from its record, and the deliveries made of it: converted once for each schema. */
final class Publication {
    private final Event event;
    private final EventSource source;
    private final Instant published;
    private final @Nullable String traceparent;
    private final Map<EventSchema, byte[]> converted = new EnumMap<>(EventSchema.class);

    Publication(Event event, EventSource source, Instant published, @Nullable String traceparent) {
        this.event = event;
        this.source = source;
        this.published = published;
        this.traceparent = traceparent;
    }

    Event event() {
        return event;
    }

    /** Whether a delivery in this schema is larger than what every later record of it has room for. */
    boolean tooLarge(EventSchema schema) {
        return as(schema).length + event.id().getBytes(UTF_8).length > EventLimits.MAX_DELIVERED_BYTES;
    }

    /** @param tableRead how far the subscriptions table was read at least when the candidate was found */
    Record<byte[], byte[]> delivery(Candidate candidate, EventSchema schema, long tableRead, Instant now) {
        var entry = candidate.entry();
        var delivery = new Delivery(
                candidate.key(),
                entry.uid(),
                new DeliveredEvent(
                        schema,
                        event.id(),
                        schema == EventSchema.EVENT_GRID ? event.dataVersion() : null,
                        published,
                        source,
                        traceparent),
                Math.max(tableRead, entry.offset() + 1),
                LadderPlace.START);
        var headers = new RecordHeaders(DeliveryHeaders.write(delivery, now));
        return new Record<>(candidate.key().bytes(), as(schema), now.toEpochMilli(), headers);
    }

    private byte[] as(EventSchema schema) {
        return converted.computeIfAbsent(schema, event::deliveredAs);
    }
}
