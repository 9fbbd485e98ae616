package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.offset.LogExtent;
import io.tidings.contract.order.OrderRecord;
import io.tidings.contract.order.OrderRecord.Waiting;
import io.tidings.contract.order.OrderedKey;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.order.BlockedKey;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads which order keys a former owner of partitions has left blocked (B-LANE-2). Reads to the end of the table that
 * includes an open transaction, and so waits for its end: the records that it parks are readable as soon as it ends.
 */
public final class BlockedKeysReader {
    private static final Logger log = LoggerFactory.getLogger(BlockedKeysReader.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

    private final KafkaClients clients;
    private final Admin admin;
    private final PartitionLogs logs;
    private final String topic;
    private final String deliveries;

    public BlockedKeysReader(KafkaClients clients, Admin admin, Topics topics) {
        this.clients = clients;
        this.admin = admin;
        this.logs = new PartitionLogs(admin);
        this.topic = topics.order();
        this.deliveries = topics.deliveries();
    }

    /** Returns the id of {@code deliveries}, whose offsets the rows tell; empty if the brokers do not know it yet. */
    Optional<String> topicId() {
        var any = new TopicPartition(deliveries, 0);
        return Optional.ofNullable(logs.of(List.of(any)).get(any)).map(LogExtent::topicId);
    }

    /** @param topicId of {@code deliveries}; rows about a former topic are left out */
    Map<Integer, Map<OrderedKey, BlockedKey>> of(Set<Integer> numbers, String topicId) {
        var ends = offsets(numbers, OffsetSpec.latest());
        var begins = offsets(numbers, OffsetSpec.earliest());
        ends.entrySet().removeIf(end -> end.getValue() <= begins.getOrDefault(end.getKey(), 0L));
        var read = new HashMap<Integer, Map<OrderedKey, BlockedKey>>();
        numbers.forEach(number -> read.put(number, new HashMap<>()));
        if (!ends.isEmpty()) {
            try (var consumer = consumer()) {
                readToEnds(consumer, ends, topicId, read);
            }
        }
        return read;
    }

    private Map<TopicPartition, Long> offsets(Collection<Integer> numbers, OffsetSpec spec) {
        var wanted = numbers.stream().collect(Collectors.toMap(number -> new TopicPartition(topic, number), _ -> spec));
        var found = KafkaFutures.await(
                admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture(),
                "reading the blocked order keys");
        var offsets = new HashMap<TopicPartition, Long>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private Consumer<byte[], byte[]> consumer() {
        return clients.consumer(Map.of(
                "client.id",
                "tidings-blocked-keys",
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

    private void readToEnds(
            Consumer<byte[], byte[]> consumer,
            Map<TopicPartition, Long> ends,
            String topicId,
            Map<Integer, Map<OrderedKey, BlockedKey>> read) {
        consumer.assign(ends.keySet());
        consumer.seekToBeginning(ends.keySet());
        var left = new HashMap<>(ends);
        long progress = System.nanoTime();
        while (!left.isEmpty()) {
            var polled = consumer.poll(POLL);
            for (var record : polled) {
                take(record, topicId, read);
            }
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

    private static void take(
            ConsumerRecord<byte[], byte[]> record, String topicId, Map<Integer, Map<OrderedKey, BlockedKey>> read) {
        var keys = read.getOrDefault(record.partition(), new HashMap<>());
        var key =
                record.key() == null ? null : OrderRecord.readKey(record.key()).orElse(null);
        if (key == null) {
            log.warn("{}-{}@{} names no order key", record.topic(), record.partition(), record.offset());
        } else if (record.value() == null) {
            keys.remove(key);
        } else {
            OrderRecord.readValue(record.value())
                    .filter(waiting -> waiting.topicId().equals(topicId))
                    .ifPresentOrElse(waiting -> keys.put(key, state(waiting)), () -> keys.remove(key));
        }
    }

    private static BlockedKey state(Waiting waiting) {
        return new BlockedKey(waiting.ended(), waiting.tail());
    }
}
