package io.tidings.runtime.metric;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;

/** The part of each subscription that metrics show; the rest is shown for all of its topic together. */
public enum SubscriptionDetail {
    /** Counts and histograms: some thirty series of each subscription. */
    ALL,
    /** Counts: a handful of series of each subscription. */
    COUNTS,
    /** Nothing. */
    NONE;

    /** So many subscriptions of a program are shown at zero before their first event; each takes memory and a line. */
    public static final int MOST_AT_ZERO = 10_000;

    /** Stands for all subscriptions of a topic; Prometheus takes an empty label for none. */
    private static final String EVERY = "";

    /** @param more keys and values of further tags, in turn */
    public String[] ofCounts(SubscriptionKey key, String... more) {
        return Metric.ownedBy(DomainTopic.owner(key.topic()), countsEach(key) ? key.name() : EVERY, more);
    }

    public String[] ofHistograms(SubscriptionKey key) {
        return Metric.ownedBy(DomainTopic.owner(key.topic()), this == ALL && countsEach(key) ? key.name() : EVERY);
    }

    /** A domain has too many topics for a label, so that their subscriptions are shown for all of it together. */
    public boolean countsEach(SubscriptionKey key) {
        return this != NONE && DomainTopic.owner(key.topic()).equals(key.topic());
    }
}
