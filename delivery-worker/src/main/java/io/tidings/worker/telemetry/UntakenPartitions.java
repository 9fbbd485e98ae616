package io.tidings.worker.telemetry;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** Assigned partitions that this worker does not read, and why. Thread-safe. */
public final class UntakenPartitions {
    private final Map<TopicPartition, Reason> partitions = new ConcurrentHashMap<>();

    public enum Reason {
        COMMIT_UNREADABLE("its commit is unreadable; run the release that wrote it, or reset its offset"),
        TOPIC_UNKNOWN("the brokers do not know its topic; the worker asks them again every second");

        private final String clause;

        Reason(String clause) {
            this.clause = clause;
        }
    }

    public UntakenPartitions(MeterRegistry registry) {
        Metric.UNTAKEN_PARTITIONS.gauge(registry, partitions, Map::size);
    }

    public void add(TopicPartition partition, Reason reason) {
        partitions.put(partition, reason);
    }

    public void removeAll(Collection<TopicPartition> gone) {
        partitions.keySet().removeAll(gone);
    }

    public List<String> sentences() {
        return partitions.entrySet().stream()
                .map(entry -> entry.getKey() + " is not read, because " + entry.getValue().clause)
                .sorted()
                .toList();
    }
}
