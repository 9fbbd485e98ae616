package io.tidings.contract.topic;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.event.Event;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.json.JsonObjectReader;
import io.tidings.contract.lane.OrderBy;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The choice that an event is dropped if one with the same key came shortly before (B-DEDUP-3).
 *
 * @param path the value of an event that is its key; null for its id
 * @param window the time for which a key is remembered
 */
public record Deduplicate(@Nullable OrderBy path, Duration window) {
    public static final Duration USUAL_WINDOW = Duration.ofHours(1);
    public static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);
    public static final Duration LONGEST_WINDOW = Duration.ofHours(24);

    static final String MEMBER = "deduplicate";
    private static final String BY = "by";
    private static final String WINDOW = "window";
    private static final String ID = "id";

    /** Returns the name of the value that is the key. */
    public String by() {
        return path == null ? ID : path.text();
    }

    /** Returns the key of an event; null if it has none, and is never dropped. CloudEvents of two sources may have one id. */
    public @Nullable String keyOf(Event event) {
        if (path != null) {
            return path.exactKeyOf(event);
        }
        return event.schema() == EventSchema.CLOUD_EVENTS ? event.source() + "\0" + event.id() : event.id();
    }

    /** Returns the key of its record, the same for those with the same {@linkplain #keyOf key}. */
    @Nullable
    String recordKeyOf(Event event) {
        return path == null ? event.id() : path.exactKeyOf(event);
    }

    /** Returns null if events are not deduplicated. */
    static @Nullable Deduplicate read(JsonObjectReader tidings) {
        var json = tidings.object(MEMBER);
        if (!json.present()) {
            return null;
        }
        var by = json.parsed(
                BY,
                text -> text.equals(ID) || path(text).isPresent() ? Optional.of(text) : Optional.empty(),
                "must be id, subject or a path such as /data/orderId");
        var window = json.duration(WINDOW, SHORTEST_WINDOW, LONGEST_WINDOW);
        json.refuseOthers();
        var path = by == null ? null : path(by).orElse(null);
        return new Deduplicate(path, window == null ? USUAL_WINDOW : window);
    }

    private static Optional<OrderBy> path(String by) {
        return OrderBy.of(by).filter(path -> !path.ofSource());
    }

    void write(ObjectNode json) {
        json.put(BY, by()).put(WINDOW, window.toString());
    }
}
