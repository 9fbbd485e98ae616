package io.tidings.ingest.systemevent;

import io.tidings.contract.condition.AnnouncedState;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The next step from what was announced to the present condition. */
public sealed interface Announcement {
    /** The state to remember when the step is done. */
    AnnouncedState after();

    record Publish(SystemEvent event, AnnouncedState after) implements Announcement {}

    /** No event follows. */
    record Note(AnnouncedState after) implements Announcement {}

    static Announcement publish(SystemEvent event, AnnouncedState after, Instant at) {
        return new Publish(event, after.published(event.type().wireName(), at));
    }

    default Optional<SystemEvent> published() {
        return switch (this) {
            case Publish(var event, var _) -> Optional.of(event);
            case Note _ -> Optional.empty();
        };
    }

    /** Returns false if an event of this type was published about the same thing a short time ago. */
    default boolean mayFollow(AnnouncedState before, Duration interval, Instant at) {
        return published()
                .map(event -> before.restedFrom(event.type().wireName(), interval, at))
                .orElse(true);
    }
}
