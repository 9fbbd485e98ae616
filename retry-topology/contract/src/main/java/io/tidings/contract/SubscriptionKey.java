package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/** Identifies a subscription. Its text {@code topic/name} is the key of Kafka records. */
public record SubscriptionKey(String topic, String name) implements Comparable<SubscriptionKey> {
    /** Odd, and large in both halves of its bits. */
    private static final int SPREAD = 0x9E3779B1;

    public SubscriptionKey {
        if (topic.isEmpty() || topic.indexOf('/') >= 0 || name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("no subscription key: \"" + topic + "\", \"" + name + "\"");
        }
        // Maps compare the keys of deliveries with those of subscriptions for each attempt; equal bytes took long.
        topic = topic.intern();
        name = name.intern();
    }

    public static Optional<SubscriptionKey> parse(String text) {
        int slash = text.indexOf('/');
        if (slash <= 0 || slash == text.length() - 1 || text.indexOf('/', slash + 1) >= 0) {
            return Optional.empty();
        }
        return Optional.of(new SubscriptionKey(text.substring(0, slash), text.substring(slash + 1)));
    }

    public byte[] bytes() {
        return toString().getBytes(UTF_8);
    }

    @Override
    public int compareTo(SubscriptionKey other) {
        int byTopic = topic.compareTo(other.topic);
        return byTopic != 0 ? byTopic : name.compareTo(other.name);
    }

    /** Names that end in numbers have close hashes, so that a small factor would let most keys of many topics collide. */
    @Override
    public int hashCode() {
        return topic.hashCode() * SPREAD + name.hashCode();
    }

    @Override
    public String toString() {
        return topic + "/" + name;
    }
}
