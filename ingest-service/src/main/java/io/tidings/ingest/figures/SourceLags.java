package io.tidings.ingest.figures;

import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.kafka.ConsumerGroup;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks the brokers how many records of the Kafka topics that topics get their events from are not read yet.
 *
 * @param group that reads them
 */
public record SourceLags(ResourceTable table, ConsumerGroup group) implements Supplier<Map<String, Long>> {
    private static final Logger log = LoggerFactory.getLogger(SourceLags.class);

    /** Returns the counts by topic; those that the brokers do not tell are missing. */
    @Override
    public Map<String, Long> get() {
        var lags = new HashMap<String, Long>();
        for (var entry : table.topics()) {
            var source = entry.topic().source();
            if (source != null) {
                of(source.kafkaTopic()).ifPresent(lag -> lags.put(entry.topic().name(), lag));
            }
        }
        return lags;
    }

    private OptionalLong of(String kafkaTopic) {
        try {
            var next = new HashMap<TopicPartition, Long>(group.committed());
            next.keySet().removeIf(each -> !each.topic().equals(kafkaTopic));
            var ends = group.logs().committed().offsets(next.keySet(), OffsetSpec.latest());
            return next.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(next.entrySet().stream()
                            .mapToLong(each -> Math.max(0, ends.getOrDefault(each.getKey(), 0L) - each.getValue()))
                            .sum());
        } catch (KafkaException e) {
            log.debug("it is not known how far {} is read", kafkaTopic, e);
            return OptionalLong.empty();
        }
    }
}
