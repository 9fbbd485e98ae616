package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/** The place of an event type in the topics table: behind its topic, since no topic's name has a slash. */
public record EventTypeKey(String topic, String name) implements Comparable<EventTypeKey> {
    private static final char SEPARATOR = '/';

    /** Returns empty for the key of a topic. */
    public static Optional<EventTypeKey> parse(String key) {
        int end = key.indexOf(SEPARATOR);
        return end < 0
                ? Optional.empty()
                : Optional.of(new EventTypeKey(key.substring(0, end), key.substring(end + 1)));
    }

    public byte[] bytes() {
        return toString().getBytes(UTF_8);
    }

    @Override
    public int compareTo(EventTypeKey other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return topic + SEPARATOR + name;
    }
}
