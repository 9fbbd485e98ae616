package io.tidings.topology.source;

import io.tidings.topology.source.StartRecord.Mark;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The starts of the partitions that this instance reads. Confined to the reader's thread. */
final class SourceStarts {
    private final StartsLog log;
    private final BegunRecords begun;
    private final Map<TopicPartition, PartitionStarts> known = new HashMap<>();

    SourceStarts(StartsLog log, BegunRecords begun) {
        this.log = log;
        this.begun = begun;
    }

    /** Makes that of partitions be read again, which others may write now, or which was not committed. */
    void forget(Collection<TopicPartition> partitions) {
        known.keySet().removeAll(partitions);
    }

    void forgetAll() {
        known.clear();
    }

    /**
     * Reads what is not known of partitions; returns whether there was any. Blocking.
     *
     * @param ends of the logs when this process got the partitions
     */
    boolean read(Map<TopicPartition, OffsetAndMetadata> positions, ToLongFunction<TopicPartition> ends) {
        var unknown = new HashMap<TopicPartition, Long>();
        positions.forEach((partition, position) -> {
            if (!known.containsKey(partition)) {
                unknown.put(partition, position.offset());
            }
        });
        if (!unknown.isEmpty()) {
            known.putAll(log.read(unknown));
            unknown.forEach((partition, position) ->
                    begun.taken(partition, of(partition), position, ends.applyAsLong(partition)));
        }
        return !unknown.isEmpty();
    }

    /** Returns whether what is written of the partition was read. */
    boolean knows(TopicPartition partition) {
        return known.containsKey(partition);
    }

    BegunRecords begun() {
        return begun;
    }

    /** Returns what is written with the commit of an offset. */
    Mark mark(TopicPartition partition, long next) {
        return of(partition)
                .mark(next, begun.first().note(partition), begun.again().note(partition));
    }

    /** Returns what is written with the last commit of a partition that this process gives away. */
    Mark lastMark(TopicPartition partition, long next) {
        return of(partition)
                .mark(next, begun.first().lastNote(partition), begun.again().lastNote(partition));
    }

    void committed(Map<TopicPartition, OffsetAndMetadata> offsets) {
        offsets.forEach((partition, offset) -> {
            begun.first().committed(partition, offset.offset());
            begun.again().committed(partition, of(partition).next().orElse(offset.offset()));
        });
    }

    PartitionStarts of(TopicPartition partition) {
        return Objects.requireNonNull(known.get(partition), partition::toString);
    }

    /** Returns how many offsets of a Kafka topic subscriptions have yet to catch up with, of all of them. */
    long behind(String kafkaTopic, Map<TopicPartition, OffsetAndMetadata> positions) {
        return positions.entrySet().stream()
                .filter(each -> each.getKey().topic().equals(kafkaTopic) && known.containsKey(each.getKey()))
                .mapToLong(each -> of(each.getKey()).behind(each.getValue().offset()))
                .sum();
    }

    /** Returns where those partitions are to be read again that some subscription has yet to catch up with. */
    Map<TopicPartition, Long> next() {
        var next = new HashMap<TopicPartition, Long>();
        known.forEach((partition, starts) -> starts.next().ifPresent(offset -> next.put(partition, offset)));
        return next;
    }
}
