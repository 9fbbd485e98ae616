package io.tidings.runtime.metric;

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
        return Metric.ownedBy(key.topic(), countsEach() ? key.name() : EVERY, more);
    }

    public String[] ofHistograms(SubscriptionKey key) {
        return Metric.ownedBy(key.topic(), this == ALL ? key.name() : EVERY);
    }

    public boolean countsEach() {
        return this != NONE;
    }
}
