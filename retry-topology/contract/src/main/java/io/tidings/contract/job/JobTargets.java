package io.tidings.contract.job;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.SubscriptionKey;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The subscriptions that get the deliveries of a job.
 *
 * @param keys {@link #ALL} of one topic alone until it is looked up which these are
 */
public record JobTargets(SortedSet<SubscriptionKey> keys) {
    /** In the request of a job. */
    public static final String ALL = "*";

    /** The job asks about each of them whether it is there, and remembers its uid. */
    public static final int MOST = 500;

    private static final int MOST_SHOWN = 10;

    /** It comes before all names. */
    private static final String FIRST_NAME = "\0";

    public JobTargets {
        if (keys.isEmpty()) {
            throw new IllegalArgumentException("no subscriptions");
        }
        keys = Collections.unmodifiableSortedSet(new TreeSet<>(keys));
    }

    public JobTargets(Collection<SubscriptionKey> keys) {
        this(new TreeSet<>(keys));
    }

    public JobTargets(String topic, Collection<String> names) {
        this(names.stream().map(name -> new SubscriptionKey(topic, name)).toList());
    }

    public static JobTargets of(SubscriptionKey key) {
        return new JobTargets(List.of(key));
    }

    public boolean all() {
        return keys.stream().anyMatch(key -> key.name().equals(ALL));
    }

    public boolean isOne() {
        return keys.size() == 1 && !all();
    }

    public SortedSet<String> topics() {
        return keys.stream().map(SubscriptionKey::topic).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Returns whether some are of a topic, or of topics of this domain, without a look at each of them. */
    public boolean areOf(String topic) {
        return begin(topic).filter(topic::equals).isPresent()
                || (DomainTopic.owner(topic).equals(topic)
                        && begin(topic + "/" + FIRST_NAME)
                                .map(DomainTopic::owner)
                                .filter(topic::equals)
                                .isPresent());
    }

    /** Returns the topic of the first of these that is not before a topic. */
    private Optional<String> begin(String topic) {
        var first = keys.tailSet(new SubscriptionKey(topic, FIRST_NAME));
        return first.isEmpty() ? Optional.empty() : Optional.of(first.getFirst().topic());
    }

    public boolean ofOneTopic() {
        return keys.getFirst().topic().equals(keys.getLast().topic());
    }

    /** Returns those of each topic. */
    public List<JobTargets> byTopic() {
        return keys.stream()
                .collect(Collectors.groupingBy(SubscriptionKey::topic, TreeMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(JobTargets::new)
                .toList();
    }

    public boolean contains(SubscriptionKey key) {
        return keys.contains(key);
    }

    /** Returns the name of one of these in requests, records and responses: with its topic if there are several. */
    public String named(SubscriptionKey key) {
        return ofOneTopic() ? key.name() : key.toString();
    }

    public List<String> names() {
        return keys.stream().map(this::named).toList();
    }

    /** Returns the rule that these, which are of one topic, break if it has those subscriptions. */
    public Optional<String> broken(Set<String> existing) {
        var topic = keys.getFirst().topic();
        if (!all()) {
            var unknown = keys.stream()
                    .map(SubscriptionKey::name)
                    .filter(name -> !existing.contains(name))
                    .toList();
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
        if (isOne()) {
            return keys.getFirst().toString();
        }
        var topics = topics();
        return keys.size() + " subscriptions of "
                + (topics.size() == 1 ? "topic " + topics.getFirst() : topics.size() + " topics");
    }
}
