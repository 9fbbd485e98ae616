package io.tidings.contract;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a subscription. Its text {@code topic/name} is the key of Kafka records.
 *
 * @param topic also a domain, of whose topics the subscription gets the events, or one of them, as {@link DomainTopic}
 */
public record SubscriptionKey(String topic, String name) implements Comparable<SubscriptionKey> {
    /** Odd, and large in both halves of its bits. */
    private static final int SPREAD = 0x9E3779B1;

    public SubscriptionKey {
        if (!isTopic(topic) || name.isEmpty() || name.indexOf('/') >= 0) {
            throw new IllegalArgumentException("no subscription key: \"" + topic + "\", \"" + name + "\"");
        }
        // Maps compare the keys of deliveries with those of subscriptions for each attempt; equal bytes took long.
        topic = topic.intern();
        name = name.intern();
    }

    public static Optional<SubscriptionKey> parse(String text) {
        int slash = text.lastIndexOf('/');
        return slash <= 0 || slash == text.length() - 1 || !isTopic(text.substring(0, slash))
                ? Optional.empty()
                : Optional.of(new SubscriptionKey(text.substring(0, slash), text.substring(slash + 1)));
    }

    /** Returns whether a text has the form of a topic's name: one word, or two for a topic of a domain. */
    private static boolean isTopic(String text) {
        int slash = text.indexOf('/');
        return slash < 0
                ? !text.isEmpty()
                : slash > 0
                        && slash < text.length() - 1
                        && text.indexOf('/', slash + 1) < 0
                        && !text.endsWith("/" + DomainTopic.TAKEN);
    }

    /** Returns whether the subscription gets events of a topic: its own, or one of its domain. */
    public boolean gets(String ofTopic) {
        return topic.equals(ofTopic) || (ofTopic.startsWith(topic) && topic.equals(DomainTopic.owner(ofTopic)));
    }

    /**
     * Returns whether the subscription gets an event of a topic.
     *
     * @param only as {@link #only} names the only subscription that gets it; null if any may
     */
    public boolean gets(String ofTopic, @Nullable String only) {
        return gets(ofTopic) && (only == null || only.equals(only(ofTopic)));
    }

    /** Returns how an event of a topic names this subscription as the only one that gets it. */
    public String only(String ofTopic) {
        return topic.equals(ofTopic) ? name : toString();
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
