package io.tidings.ingest.timeline;

import java.time.Instant;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The events that a request asks for; null stands for any, or for none of that limit.
 *
 * @param type a part of it, in any case, as subject and text
 * @param subscription whose present filter must let the event through, unless there is an outcome
 * @param outcome or status that an attempt of the event for the subscription must have had
 * @param text in the event as JSON
 * @param to exclusive
 * @param before the end in each partition of what is left behind the former page
 * @param since the end in each partition of what the client has seen
 */
record EventsQuery(
        @Nullable String eventId,
        @Nullable String type,
        @Nullable String subject,
        @Nullable String subscription,
        @Nullable String outcome,
        @Nullable String text,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable Map<TopicPartition, Long> before,
        @Nullable Map<TopicPartition, Long> since,
        int top) {
    /** All that one request may look at. */
    static final EventsQuery ALL =
            new EventsQuery(null, null, null, null, null, null, null, null, null, null, EventScan.MOST_RECORDS);

    EventsQuery {
        before = before == null ? null : Map.copyOf(before);
        since = since == null ? null : Map.copyOf(since);
    }

    /** Returns whether the event itself must fit, so that what is none is not asked for. */
    boolean ofEvent() {
        return eventId != null || type != null || subject != null || subscription != null || text != null;
    }

    boolean hasTime(Instant time) {
        return (from == null || !time.isBefore(from)) && (to == null || time.isBefore(to));
    }
}
