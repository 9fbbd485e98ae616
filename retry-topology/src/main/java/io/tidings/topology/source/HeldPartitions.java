package io.tidings.topology.source;

import io.tidings.contract.Durations;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that cannot be read for now: each is tried again, later each time, and the others go on (B-SOURCE-1).
 * Confined to the reader's thread.
 */
final class HeldPartitions {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final Map<TopicPartition, Hold> held = new HashMap<>();

    /** @param until by the monotonic clock */
    private record Hold(Duration length, long until) {}

    /** @param nanos the monotonic clock */
    HeldPartitions(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Tries the partition again after a while, which doubles each time until something of it is committed. */
    Duration hold(TopicPartition partition) {
        var before = held.get(partition);
        var length = before == null ? SHORTEST : Durations.min(before.length().multipliedBy(2), LONGEST);
        held.put(partition, new Hold(length, nanos.getAsLong() + length.toNanos()));
        return length;
    }

    /** Returns what the next poll may read of these partitions. */
    Set<TopicPartition> open(Set<TopicPartition> assigned) {
        held.keySet().retainAll(assigned);
        return assigned.stream().filter(each -> !holds(each)).collect(Collectors.toSet());
    }

    private boolean holds(TopicPartition partition) {
        var hold = held.get(partition);
        return hold != null && hold.until() - nanos.getAsLong() > 0;
    }

    /** A partition that gets on is held shortly next time. */
    void gotOn(Collection<TopicPartition> partitions) {
        held.keySet().removeAll(partitions);
    }

    /** Returns how many partitions of a Kafka topic have failed since something of them was last committed. */
    int count(String kafkaTopic) {
        return (int) held.keySet().stream()
                .filter(each -> each.topic().equals(kafkaTopic))
                .count();
    }
}
