package io.tidings.topology.source;

import io.tidings.contract.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions that cannot be read for now: each is tried again, later each time, and the others go on (B-SOURCE-1).
 *
 * <p>A poll that fails on an unreadable record does not say whose it is. So all partitions of that poll are suspects,
 * and the next polls read ever smaller parts of them, until one fails that reads a single partition.
 *
 * <p>Confined to the reader's thread.
 */
final class HeldPartitions {
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private final LongSupplier nanos;
    private final Map<TopicPartition, Hold> held = new HashMap<>();
    private List<TopicPartition> suspects = List.of();

    /**
     * @param until by the monotonic clock
     * @param suspect whether the partition must be polled alone when it is tried again
     */
    private record Hold(Duration length, long until, boolean suspect) {}

    /** @param nanos the monotonic clock */
    HeldPartitions(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Tries the partition again after a while, which doubles each time until something of it is committed. */
    Duration hold(TopicPartition partition) {
        return hold(partition, false);
    }

    private Duration hold(TopicPartition partition, boolean suspect) {
        var before = held.get(partition);
        var length = before == null ? SHORTEST : Durations.min(before.length().multipliedBy(2), LONGEST);
        held.put(partition, new Hold(length, nanos.getAsLong() + length.toNanos(), suspect));
        return length;
    }

    /** Returns what the next poll may read of these partitions. */
    Set<TopicPartition> open(Set<TopicPartition> assigned) {
        held.keySet().retainAll(assigned);
        suspects = suspects.stream().filter(assigned::contains).toList();
        if (suspects.isEmpty()) {
            suspects = released();
        }
        if (!suspects.isEmpty()) {
            return Set.copyOf(suspects.subList(0, (suspects.size() + 1) / 2));
        }
        var open = new HashSet<TopicPartition>();
        assigned.stream().filter(each -> !holds(each)).forEach(open::add);
        return open;
    }

    /** Returns one unreadable partition whose time has come. */
    private List<TopicPartition> released() {
        for (var each : held.entrySet()) {
            var hold = each.getValue();
            if (hold.suspect() && !holds(each.getKey())) {
                held.put(each.getKey(), new Hold(hold.length(), hold.until(), false));
                return List.of(each.getKey());
            }
        }
        return List.of();
    }

    private boolean holds(TopicPartition partition) {
        var hold = held.get(partition);
        return hold != null && hold.until() - nanos.getAsLong() > 0;
    }

    void readable(Set<TopicPartition> polled) {
        suspects = suspects.stream().filter(each -> !polled.contains(each)).toList();
    }

    /** Returns whether one partition alone has failed, which is held now. */
    boolean unreadable(Set<TopicPartition> polled) {
        if (polled.size() > 1) {
            suspects = new ArrayList<>(polled);
            return false;
        }
        readable(polled);
        polled.forEach(each -> hold(each, true));
        return true;
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
