package io.tidings.contract.delivery;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.TraceContext;
import io.tidings.contract.event.Event;
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
 * @param hops how often Tidings had delivered the event to itself before ({@link io.tidings.contract.Hops})
 */
public record DeliveredEvent(
        EventSchema schema,
        String id,
        @Nullable String dataVersion,
        Instant published,
        EventSource source,
        @Nullable TraceContext trace,
        @Nullable String envelope,
        RecordValues recordValues,
        int hops) {
    public DeliveredEvent {
        if ((schema == EventSchema.CUSTOM) != (envelope != null)) {
            throw new IllegalArgumentException("envelope of event " + id + " in " + schema + ": " + envelope);
        }
    }

    /** An event that was published to Tidings. */
    public DeliveredEvent(
            EventSchema schema,
            String id,
            @Nullable String dataVersion,
            Instant published,
            EventSource source,
            @Nullable TraceContext trace,
            @Nullable String envelope) {
        this(schema, id, dataVersion, published, source, trace, envelope, RecordValues.NONE, 0);
    }

    /** One that is not in the custom schema. */
    public DeliveredEvent(
            EventSchema schema,
            String id,
            @Nullable String dataVersion,
            Instant published,
            EventSource source,
            @Nullable TraceContext trace) {
        this(schema, id, dataVersion, published, source, trace, null);
    }

    public static DeliveredEvent of(
            Event event,
            EventSchema schema,
            EventSource source,
            Instant published,
            @Nullable TraceContext trace,
            int hops) {
        return new DeliveredEvent(
                schema,
                event.id(),
                schema == EventSchema.EVENT_GRID ? event.dataVersion() : null,
                published,
                source,
                trace,
                schema == EventSchema.CUSTOM ? new String(event.withoutData(), UTF_8) : null,
                RecordValues.NONE,
                hops);
    }

    /**
     * Returns the bytes of the event and of what every record of it has in headers: its id and, for the custom schema, the
     * envelope, which a dead letter has in its value, too.
     */
    public int bytes(byte[] json) {
        return json.length + bytes(id) + (envelope == null ? 0 : 2 * bytes(envelope));
    }

    private static int bytes(String text) {
        return text.getBytes(UTF_8).length;
    }

    DeliveredEvent publishedAt(Instant time) {
        return new DeliveredEvent(schema, id, dataVersion, time, source, trace, envelope, recordValues, hops);
    }

    DeliveredEvent traced(@Nullable TraceContext next) {
        return new DeliveredEvent(schema, id, dataVersion, published, source, next, envelope, recordValues, hops);
    }
}
