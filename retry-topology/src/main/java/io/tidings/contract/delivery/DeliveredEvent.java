package io.tidings.contract.delivery;

import io.tidings.contract.TraceContext;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * @param schema of the bytes: the subscription's schema when the event was matched
 * @param dataVersion of an Event Grid event, may be empty; null in other schemas
 * @param published the broker's append time of the event, from which its time to live counts
 * @param trace parent of the next step; null if there is none
 * @param envelope for the custom schema: the Event Grid event without data that the topic's mapping makes of it, else
 *     null
 */
public record DeliveredEvent(
        EventSchema schema,
        String id,
        @Nullable String dataVersion,
        Instant published,
        EventSource source,
        @Nullable TraceContext trace,
        @Nullable String envelope) {
    public DeliveredEvent {
        if ((schema == EventSchema.CUSTOM) != (envelope != null)) {
            throw new IllegalArgumentException("envelope of event " + id + " in " + schema + ": " + envelope);
        }
    }

    /** An event that is not in the custom schema. */
    public DeliveredEvent(
            EventSchema schema,
            String id,
            @Nullable String dataVersion,
            Instant published,
            EventSource source,
            @Nullable TraceContext trace) {
        this(schema, id, dataVersion, published, source, trace, null);
    }

    DeliveredEvent publishedAt(Instant time) {
        return new DeliveredEvent(schema, id, dataVersion, time, source, trace, envelope);
    }

    DeliveredEvent traced(@Nullable TraceContext next) {
        return new DeliveredEvent(schema, id, dataVersion, published, source, next, envelope);
    }
}
