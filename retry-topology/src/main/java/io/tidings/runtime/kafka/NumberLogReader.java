package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Reads what a former owner of partition numbers has written of them in a topic. Reads to the end that includes
 * an open transaction, and so waits for its end: its records are readable as soon as it ends.
 */
public record NumberLogReader(KafkaClients clients, Admin admin) {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

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
        var ends = offsets(topic, numbers, OffsetSpec.latest());
        var starts = offsets(topic, numbers, OffsetSpec.earliest());
        starts.replaceAll((partition, start) -> Math.max(start, from.applyAsLong(partition.partition())));
        var all = new HashMap<Integer, Long>();
        ends.forEach((partition, end) -> all.put(partition.partition(), end));
        ends.entrySet().removeIf(end -> end.getValue() <= starts.getOrDefault(end.getKey(), 0L));
        if (!ends.isEmpty()) {
            try (var consumer = consumer()) {
                consumer.assign(ends.keySet());
                ends.keySet().forEach(each -> consumer.seek(each, starts.getOrDefault(each, 0L)));
                readToEnds(consumer, ends, taker);
            }
        }
        return all;
    }

    private Map<TopicPartition, Long> offsets(String topic, Collection<Integer> numbers, OffsetSpec spec) {
        var wanted = numbers.stream().collect(Collectors.toMap(number -> new TopicPartition(topic, number), _ -> spec));
        var found = KafkaFutures.await(
                admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture(),
                "asking for the ends of " + topic);
        var offsets = new HashMap<TopicPartition, Long>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer() {
        return clients.consumer(Map.of(
                "client.id",
                "tidings-number-log",
                "enable.auto.commit",
                false,
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "earliest",
                "fetch.max.wait.ms",
                25,
                "max.poll.records",
                10_000));
    }

    private static void readToEnds(
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            Consumer<ConsumerRecord<byte[], byte[]>> taker) {
        var left = new HashMap<>(ends);
        long progress = System.nanoTime();
        while (!left.isEmpty()) {
            var polled = consumer.poll(POLL);
            polled.forEach(taker);
            boolean ended = left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            if (ended || !polled.isEmpty()) {
                progress = System.nanoTime();
            } else if (System.nanoTime() - progress > LONGEST_SILENCE.toNanos()) {
                throw new TimeoutException("the end of " + left.keySet() + " is not readable");
            }
            consumer.pause(done(ends.keySet(), left.keySet()));
        }
    }

    private static Set<TopicPartition> done(Set<TopicPartition> all, Set<TopicPartition> left) {
        return all.stream().filter(each -> !left.contains(each)).collect(Collectors.toSet());
    }
}
