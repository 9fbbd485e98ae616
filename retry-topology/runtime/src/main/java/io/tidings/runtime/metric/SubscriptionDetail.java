package io.tidings.runtime.metric;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import java.util.Set;

/**
 * The part of each subscription that metrics show; the rest is shown for all of its topic together. A domain has too many
 * topics for a label, so that their subscriptions are shown for all of it together.
 *
 * @param topics of domains that are shown as any other topic
 */
public record SubscriptionDetail(Level level, Set<String> topics) {
    public enum Level {
        /** Counts and histograms: some thirty series of each subscription. */
        ALL,
        /** Counts: a handful of series of each subscription. */
        COUNTS,
        /** Nothing. */
        NONE
    }

    public static final SubscriptionDetail ALL = new SubscriptionDetail(Level.ALL, Set.of());
    public static final SubscriptionDetail COUNTS = new SubscriptionDetail(Level.COUNTS, Set.of());
    public static final SubscriptionDetail NONE = new SubscriptionDetail(Level.NONE, Set.of());

    /** So many subscriptions of a program are shown at zero before their first event; each takes memory and a line. */
    public static final int MOST_AT_ZERO = 10_000;

    /** Stands for all subscriptions of a topic; Prometheus takes an empty label for none. */
    private static final String EVERY = "";

    public SubscriptionDetail {
        topics = Set.copyOf(topics);
    }

    /** Returns the label of a topic: for most of a domain the domain. */
    public String topic(String topic) {
        return topics.contains(topic) ? topic : DomainTopic.owner(topic);
    }

    /** @param more keys and values of further tags, in turn */
    public String[] ofCounts(SubscriptionKey key, String... more) {
        return Metric.ownedBy(topic(key.topic()), countsEach(key) ? key.name() : EVERY, more);
    }

    public String[] ofHistograms(SubscriptionKey key) {
        return Metric.ownedBy(topic(key.topic()), level == Level.ALL && countsEach(key) ? key.name() : EVERY);
    }

    public boolean countsEach(SubscriptionKey key) {
        return level != Level.NONE && topic(key.topic()).equals(key.topic());
    }
}
