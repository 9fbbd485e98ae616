package io.tidings.topology.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The starts of the partitions that this instance reads. Confined to the reader's thread. */
final class SourceStarts {
    private final StartsLog log;
    private final Map<TopicPartition, PartitionStarts> known = new HashMap<>();

    SourceStarts(StartsLog log) {
        this.log = log;
    }

    /** Makes that of partitions be read again, which others may write now, or which was not committed. */
    void forget(Collection<TopicPartition> partitions) {
        known.keySet().removeAll(partitions);
    }

    void forgetAll() {
        known.clear();
    }

    /** Reads what is not known of partitions; returns whether there was any. Blocking. */
    boolean read(Map<TopicPartition, OffsetAndMetadata> positions) {
        var unknown = new HashMap<TopicPartition, Long>();
        positions.forEach((partition, position) -> {
            if (!known.containsKey(partition)) {
                unknown.put(partition, position.offset());
            }
        });
        if (!unknown.isEmpty()) {
            known.putAll(log.read(unknown));
        }
        return !unknown.isEmpty();
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
