package io.tidings.contract.condition;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The part of a subscription's or a storage's condition that was announced.
 *
 * @param published when an event of each type was last published
 */
public record AnnouncedState(Map<AnnouncedMark, Instant> marks, Map<String, Instant> published) {
    public static final AnnouncedState NONE = new AnnouncedState(Map.of(), Map.of());

    public AnnouncedState {
        marks = Map.copyOf(marks);
        published = Map.copyOf(published);
    }

    public Optional<Instant> mark(AnnouncedMark which) {
        return Optional.ofNullable(marks.get(which));
    }

    public AnnouncedState with(AnnouncedMark which, Instant moment) {
        var more = new EnumMap<AnnouncedMark, Instant>(AnnouncedMark.class);
        more.putAll(marks);
        more.put(which, moment);
        return new AnnouncedState(more, published);
    }

    public AnnouncedState without(AnnouncedMark which) {
        var fewer = new HashMap<>(marks);
        fewer.remove(which);
        return new AnnouncedState(fewer, published);
    }

    public AnnouncedState published(String type, Instant at) {
        var more = new HashMap<>(published);
        more.put(type, at);
        return new AnnouncedState(marks, more);
    }

    /** Returns whether the latest event of a type is at least so long ago; a time in the future counts as long ago. */
    public boolean restedFrom(String type, Duration interval, Instant at) {
        var last = published.get(type);
        return last == null || last.isAfter(at) || !at.isBefore(last.plus(interval));
    }
}
