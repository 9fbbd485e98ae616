package io.tidings.contract.delivery;

import io.tidings.contract.TraceContext;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What the record of a delivery tells about its event without a look into its bytes.
 *
 * @param schema of the bytes, which is that of the subscription when the event was matched
 * @param dataVersion of an Event Grid event, may be empty; absent in other schemas
 * @param published the broker's append time of the event, from which its time to live counts
 * @param source the record of the event
 * @param trace what its next step belongs to; absent: to none
 * @param envelope for the custom schema: what the topic's mapping makes of the event, an Event Grid event without data;
 *     absent in other schemas
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

    /** One that is not of the custom schema. */
    public DeliveredEvent(
            EventSchema schema,
            String id,
            @Nullable String dataVersion,
            Instant published,
            EventSource source,
            @Nullable TraceContext trace) {
        this(schema, id, dataVersion, published, source, trace, null);
    }

    /** This one, its time to live counting from another time. */
    DeliveredEvent publishedAt(Instant time) {
        return new DeliveredEvent(schema, id, dataVersion, time, source, trace, envelope);
    }

    /** This one at another step of its trace. */
    DeliveredEvent traced(@Nullable TraceContext next) {
        return new DeliveredEvent(schema, id, dataVersion, published, source, next, envelope);
    }
}
