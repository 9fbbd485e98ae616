package io.tidings.contract.lane;

import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The steps that are left until {@code deliveries} has more partitions (B-LANE-3). It follows from what the topics have now,
 * so a growth that was interrupted anywhere goes on where it was.
 *
 * <pre>
 *  probation, waiting, counts ──> tiers ──> owned by workers ──> deliveries ──> owned by workers ──> done
 * </pre>
 *
 * <p>{@code deliveries} is last, because a delivery with a new number is written there first. Its worker then has the
 * tiers and the record of its endpoint's health in the same number.
 *
 * @param wanted partitions of each topic
 */
public record Growth(Topics topics, int wanted) {
    /** The next step. */
    public sealed interface Step {
        record AddPartitions(String topic) implements Step {}

        /** Waits until workers own all partitions of these topics. */
        record AwaitOwners(Set<String> topics) implements Step {
            public AwaitOwners {
                topics = Set.copyOf(topics);
            }
        }

        record Done() implements Step {}
    }

    /**
     * Kafka's word on the topics.
     *
     * @param partitions of each existing topic
     * @param owned topics of whose partitions each belongs to a worker
     */
    public record Found(Map<String, Integer> partitions, Set<String> owned) {
        public Found {
            partitions = Map.copyOf(partitions);
            owned = Set.copyOf(owned);
        }

        private int of(String topic) {
            return partitions.getOrDefault(topic, 0);
        }
    }

    public Growth {
        if (wanted < 1) {
            throw new IllegalArgumentException("partitions: " + wanted);
        }
    }

    /** Returns the topics that have as many partitions as {@code deliveries}, in the order in which they grow. */
    public static List<String> order(Topics topics) {
        var order = new ArrayList<String>();
        order.add(topics.probation());
        order.add(topics.waiting());
        order.add(topics.waitingIndex());
        order.add(topics.counts());
        for (var tier : RetryTier.values()) {
            order.add(topics.retry(tier));
        }
        order.add(topics.deliveries());
        return List.copyOf(order);
    }

    /**
     * Returns why this growth is impossible, if it is.
     *
     * @param partitions of each existing topic
     */
    public Optional<String> obstacle(Map<String, Integer> partitions) {
        var missing = order(topics).stream()
                .filter(topic -> !partitions.containsKey(topic))
                .toList();
        if (!missing.isEmpty()) {
            return Optional.of(
                    "there is no topic " + String.join(", ", missing) + "; check bootstrap.servers and topic.prefix");
        }
        return order(topics).stream()
                .filter(topic -> partitions.getOrDefault(topic, 0) > wanted)
                .findFirst()
                .map(topic -> topic + " has " + partitions.get(topic)
                        + " partitions, and Kafka cannot take any away; ask for as many or more");
    }

    public Step next(Found found) {
        var shared = order(topics).subList(0, order(topics).size() - 1);
        var behind = shared.stream().filter(topic -> found.of(topic) < wanted).findFirst();
        if (behind.isPresent()) {
            return new Step.AddPartitions(behind.get());
        }
        var tiers = shared.stream()
                .filter(topic -> topics.tierOf(topic).isPresent())
                .collect(Collectors.toSet());
        var deliveries = topics.deliveries();
        boolean last = found.of(deliveries) < wanted;
        var needed = last ? tiers : Set.of(deliveries);
        if (!found.owned().containsAll(needed)) {
            return new Step.AwaitOwners(needed);
        }
        return last ? new Step.AddPartitions(deliveries) : new Step.Done();
    }
}
