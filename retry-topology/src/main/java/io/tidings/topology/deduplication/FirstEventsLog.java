package io.tidings.topology.deduplication;

import io.tidings.contract.Topics;
import io.tidings.contract.lane.Lanes;
import io.tidings.runtime.kafka.NumberLogReader;
import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What former owners have written to the topic {@code deduplication}. Blocking. */
@FunctionalInterface
public interface FirstEventsLog {
    /**
     * Reads to the present end.
     *
     * @param since events that were appended earlier need not be read
     * @throws KafkaException if the log cannot be read
     */
    void read(TopicPartition events, Instant since, Consumer<FirstEvent> taker);

    /** An entry is appended after its event, so those before a time are of events from before it. */
    static FirstEventsLog of(Topics topics, PartitionLogs logs, NumberLogReader reader) {
        var topic = topics.deduplication();
        return (events, since, taker) -> {
            var key = FirstEvent.recordKey(events);
            int partitions = logs.partitions(List.of(topic)).size();
            if (partitions == 0) {
                throw new UnknownTopicOrPartitionException("there is no topic " + topic);
            }
            int number = Lanes.number(key, 0, partitions);
            var partition = new TopicPartition(topic, number);
            long from = logs.offsets(List.of(partition), OffsetSpec.forTimestamp(Math.max(0, since.toEpochMilli())))
                    .getOrDefault(partition, -1L);
            if (from < 0) {
                return; // nothing was written since
            }
            long end = logs.offsets(List.of(partition), OffsetSpec.latest()).getOrDefault(partition, from);
            long first = Math.max(from, end - KnownKeys.mostOfProcess()); // there is no room for more of them
            var _ = reader.read(topic, List.of(number), _ -> first, record -> {
                if (Arrays.equals(key, record.key())) {
                    FirstEvent.read(events, record.value()).ifPresent(taker);
                }
            });
        };
    }
}
