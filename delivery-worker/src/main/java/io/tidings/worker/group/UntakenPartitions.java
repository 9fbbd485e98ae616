package io.tidings.worker.group;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Assigned partitions that this worker does not read, because their commit is unreadable or their topic was deleted.
 * Thread-safe.
 */
public final class UntakenPartitions {
    private final Set<TopicPartition> partitions = ConcurrentHashMap.newKeySet();

    public UntakenPartitions(MeterRegistry registry) {
        Metric.UNTAKEN_PARTITIONS.gauge(registry, partitions, Set::size);
    }

    void add(TopicPartition partition) {
        partitions.add(partition);
    }

    void removeAll(Collection<TopicPartition> gone) {
        partitions.removeAll(gone);
    }

    public List<String> sentences() {
        return partitions.stream()
                .map(partition -> partition
                        + " is not read, because its commit is unreadable; run the release that wrote it, or reset its "
                        + "offset")
                .sorted()
                .toList();
    }
}
