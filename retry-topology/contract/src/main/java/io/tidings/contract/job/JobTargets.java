package io.tidings.contract.job;

import io.tidings.contract.SubscriptionKey;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The subscriptions of a topic that get the deliveries of a job.
 *
 * @param names {@link #ALL} alone until it is looked up which these are
 */
public record JobTargets(String topic, SortedSet<String> names) {
    /** In the request of a job. */
    public static final String ALL = "*";

    /** The job asks about each of them whether it is there, and remembers its uid. */
    public static final int MOST = 500;

    private static final int MOST_SHOWN = 10;

    public JobTargets {
        if (names.isEmpty()) {
            throw new IllegalArgumentException("no subscriptions of " + topic);
        }
        names = Collections.unmodifiableSortedSet(new TreeSet<>(names));
    }

    public JobTargets(String topic, Collection<String> names) {
        this(topic, new TreeSet<>(names));
    }

    public static JobTargets of(SubscriptionKey key) {
        return new JobTargets(key.topic(), Set.of(key.name()));
    }

    public boolean all() {
        return names.contains(ALL);
    }

    public boolean isOne() {
        return names.size() == 1 && !all();
    }

    public List<SubscriptionKey> keys() {
        return names.stream().map(name -> new SubscriptionKey(topic, name)).toList();
    }

    public boolean contains(SubscriptionKey key) {
        return topic.equals(key.topic()) && names.contains(key.name());
    }

    /** Returns the rule that these break if the topic has those subscriptions. */
    public Optional<String> broken(Set<String> existing) {
        if (!all()) {
            var unknown =
                    names.stream().filter(name -> !existing.contains(name)).toList();
            return unknown.isEmpty()
                    ? Optional.empty()
                    : Optional.of("must be subscriptions of topic " + topic + "; it has no "
                            + String.join(", ", unknown.subList(0, Math.min(MOST_SHOWN, unknown.size())))
                            + (unknown.size() > MOST_SHOWN ? " and " + (unknown.size() - MOST_SHOWN) + " more" : ""));
        }
        if (existing.isEmpty()) {
            return Optional.of("must be subscriptions of topic " + topic + "; it has none");
        }
        return existing.size() > MOST
                ? Optional.of("must have at most " + MOST + " names, and topic " + topic + " has " + existing.size()
                        + " subscriptions; name them, in several jobs")
                : Optional.empty();
    }

    /** For people: one subscription is shown as it is everywhere. */
    @Override
    public String toString() {
        return isOne() ? topic + "/" + names.first() : names.size() + " subscriptions of topic " + topic;
    }
}
