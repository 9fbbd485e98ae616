package io.tidings.topology.streams;

import io.tidings.contract.delivery.EventSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.record.TimestampType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows whether the timestamp of an event is the broker's append time: Streams drops the type of a timestamp, so its
 * consumers report it. An event before one with its producer's timestamp counts as one with such a timestamp: it may
 * live longer than it should, never shorter. Thread-safe.
 */
public final class AppendTimes implements Predicate<EventSource> {
    private static final Logger log = LoggerFactory.getLogger(AppendTimes.class);

    /** The offset behind the newest event with its producer's timestamp. */
    private final Map<TopicPartition, Long> begin = new ConcurrentHashMap<>();

    private final Set<String> reported = ConcurrentHashMap.newKeySet();

    /** Called before Streams has the records. */
    void polled(ConsumerRecords<byte[], byte[]> records) {
        for (var partition : records.partitions()) {
            var polled = records.records(partition);
            // Events are read again, or the topic was created anew.
            begin.computeIfPresent(
                    partition, (_, known) -> Math.min(known, polled.getFirst().offset()));
            for (var record : polled) {
                if (record.timestampType() != TimestampType.LOG_APPEND_TIME) {
                    begin.put(partition, record.offset() + 1);
                    report(partition.topic());
                }
            }
        }
    }

    private void report(String kafkaTopic) {
        if (reported.add(kafkaTopic)) {
            log.warn(
                    "{} has timestamps of its producers: the time to live of its events counts from their matching;"
                            + " kafka-configs --alter --entity-type topics --entity-name {} --add-config"
                            + " message.timestamp.type=LogAppendTime makes it count from publishing",
                    kafkaTopic,
                    kafkaTopic);
        }
    }

    @Override
    public boolean test(EventSource source) {
        var partition = new TopicPartition(source.kafkaTopic(), source.partition());
        return source.offset() >= begin.getOrDefault(partition, 0L);
    }
}
