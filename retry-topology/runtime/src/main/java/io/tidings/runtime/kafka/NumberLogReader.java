package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads what a former owner of partition numbers has written of them in a topic. Reads to the end that includes
 * an open transaction, and so waits for its end: its records are readable as soon as it ends.
 */
public record NumberLogReader(KafkaClients clients, Admin admin) {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);
    private static final Map<String, Object> SETTINGS =
            Map.of("client.id", "tidings-number-log", "fetch.max.wait.ms", 25, "max.poll.records", 10_000);

    /** @param taker called with every record, in the order of each partition */
    public void read(String topic, Collection<Integer> numbers, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        var _ = read(topic, numbers, _ -> 0, taker);
    }

    /**
     * @param from the offset to begin at in each number, if the log has not begun later
     * @param taker called with every record, in the order of each partition
     * @return the end of each number
     */
    public Map<Integer, Long> read(
            String topic,
            Collection<Integer> numbers,
            IntToLongFunction from,
            Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        var partitions = numbers.stream()
                .map(number -> new TopicPartition(topic, number))
                .toList();
        var starts = new PartitionLogs(admin).offsets(partitions, OffsetSpec.earliest());
        var ends = new HashMap<Integer, Long>();
        var ranges = new ArrayList<OffsetRange>();
        new PartitionLogs(admin).offsets(partitions, OffsetSpec.latest()).forEach((partition, end) -> {
            int number = partition.partition();
            ends.put(number, end);
            long start = Math.max(starts.getOrDefault(partition, 0L), from.applyAsLong(number));
            if (start < end) {
                ranges.add(new OffsetRange(partition, start, end));
            }
        });
        if (!ranges.isEmpty()) {
            try (var reader = RangeReader.open(clients, SETTINGS)) {
                reader.begin(ranges);
                readToEnds(reader, taker);
            }
        }
        return ends;
    }

    private static void readToEnds(RangeReader reader, Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        long progress = System.nanoTime();
        while (!reader.finished()) {
            int before = reader.left().size();
            var polled = reader.poll(POLL);
            polled.forEach(taker);
            if (reader.left().size() < before || !polled.isEmpty()) {
                progress = System.nanoTime();
            } else if (System.nanoTime() - progress > LONGEST_SILENCE.toNanos()) {
                throw new TimeoutException("the end of " + reader.left() + " is not readable");
            }
        }
    }
}
