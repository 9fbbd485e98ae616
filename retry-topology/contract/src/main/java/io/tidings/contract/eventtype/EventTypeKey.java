package io.tidings.contract.eventtype;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/**
 * The place of an event type in the topics table: behind its topic. No topic's name has a slash, and no subscription's key
 * has two: a former release, which knows no event types, would take {@code topic/name} for that of a subscription.
 */
public record EventTypeKey(String topic, String name) implements Comparable<EventTypeKey> {
    private static final String BETWEEN = "/eventTypes/";

    /** Returns empty for the key of a topic. */
    public static Optional<EventTypeKey> parse(String key) {
        int end = key.indexOf(BETWEEN);
        return end < 0
                ? Optional.empty()
                : Optional.of(new EventTypeKey(key.substring(0, end), key.substring(end + BETWEEN.length())));
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
        return topic + BETWEEN + name;
    }
}
