package io.tidings.worker.waiting;

import io.tidings.contract.Topics;
import io.tidings.contract.order.OrderedKey;
import io.tidings.contract.order.QueueChange.Added;
import io.tidings.contract.order.QueueRecord;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.worker.order.KeyQueues;
import io.tidings.worker.partition.OrderedDeliveries.Inherited;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what the former owners of partition numbers have left waiting (B-LANE-2): the index, then the records of {@code
 * waiting} that it does not tell yet. Reads to ends that include an open transaction, and so waits for its end.
 */
public final class WaitingIndexReader {
    private static final Logger log = LoggerFactory.getLogger(WaitingIndexReader.class);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LONGEST_SILENCE = Duration.ofSeconds(90);

    private final KafkaClients clients;
    private final Admin admin;
    private final Topics topics;
    private final KeyQueues.Bounds bounds;
    private final DeliveryReader reader = new DeliveryReader();

    /** @param bounds of what is held in memory, for each partition number */
    public WaitingIndexReader(KafkaClients clients, Admin admin, Topics topics, KeyQueues.Bounds bounds) {
        this.clients = clients;
        this.admin = admin;
        this.topics = topics;
        this.bounds = bounds;
    }

    /** What was read of one partition number. Null where the index says nothing. */
    public static final class Left {
        private final KeyQueues<PolledDelivery> queues;
        private final List<Added> appended = new ArrayList<>();
        private @Nullable QueueRecord latest;
        private @Nullable Instant snapshot;
        private long changes;

        Left(KeyQueues.Bounds bounds) {
            queues = new KeyQueues<>(bounds, PolledDelivery::bytes);
        }

        private void take(QueueRecord record, Instant written) {
            if (record.snapshot()) {
                queues.restoreFromHere();
                changes = 0;
            }
            snapshot = record.snapshot() || snapshot == null ? written : snapshot;
            record.changes().forEach(queues::restore);
            changes += record.changes().size();
            latest = record;
        }

        private long indexed() {
            return latest == null ? 0 : latest.indexed();
        }

        /**
         * Returns the sequence of offset 0 of {@code deliveries}: beyond all that waits if that log has begun anew.
         *
         * @param shorter whether the log has lost its end
         */
        public long base(String topicId, boolean shorter) {
            return latest != null && latest.topicId().equals(topicId) && !shorter
                    ? latest.base()
                    : queues.highestSequence() + 1;
        }

        public Inherited inherited() {
            return new Inherited(queues, indexed(), appended, changes, snapshot);
        }
    }

    /** Returns what waits in some partition numbers. */
    public Map<Integer, Left> of(Set<Integer> numbers) {
        var left = numbers.stream().collect(Collectors.toMap(number -> number, _ -> new Left(bounds)));
        read(topics.waitingIndex(), numbers, _ -> 0, record -> {
            var known = left.get(record.partition());
            var value = record.value() == null
                    ? null
                    : QueueRecord.read(record.value()).orElse(null);
            if (value == null || known == null) {
                log.error("{} is no record of the index of what waits", place(record));
            } else {
                known.take(value, Instant.ofEpochMilli(record.timestamp()));
            }
        });
        read(topics.waiting(), numbers, number -> left.get(number).indexed(), record -> {
            var known = left.get(record.partition());
            var added = added(record);
            if (added == null || known == null) {
                log.error("{} is no delivery that can wait for others", place(record));
            } else {
                known.appended.add(added);
            }
        });
        return left;
    }

    private @Nullable Added added(ConsumerRecord<byte[], byte[]> record) {
        if (reader.read(record.headers()) instanceof Valid(var delivery)
                && delivery.order() != null
                && delivery.order().place() != null) {
            var key = new OrderedKey(
                    delivery.subscription(), delivery.uid(), delivery.order().key());
            return new Added(key, delivery.order().place().sequence(), record.offset());
        }
        return null;
    }

    private static String place(ConsumerRecord<byte[], byte[]> record) {
        return record.topic() + "-" + record.partition() + "@" + record.offset();
    }

    @FunctionalInterface
    private interface From {
        long of(int number);
    }

    private void read(String topic, Set<Integer> numbers, From from, Consumer<ConsumerRecord<byte[], byte[]>> records) {
        var ends = offsets(topic, numbers, OffsetSpec.latest());
        var starts = offsets(topic, numbers, OffsetSpec.earliest());
        starts.replaceAll((partition, start) -> Math.max(start, from.of(partition.partition())));
        ends.entrySet().removeIf(end -> end.getValue() <= starts.getOrDefault(end.getKey(), 0L));
        if (!ends.isEmpty()) {
            try (var consumer = consumer()) {
                consumer.assign(ends.keySet());
                ends.keySet().forEach(each -> consumer.seek(each, starts.getOrDefault(each, 0L)));
                readToEnds(consumer, ends, records);
            }
        }
    }

    private Map<TopicPartition, Long> offsets(String topic, Collection<Integer> numbers, OffsetSpec spec) {
        var wanted = numbers.stream().collect(Collectors.toMap(number -> new TopicPartition(topic, number), _ -> spec));
        var found = KafkaFutures.await(
                admin.listOffsets(wanted, new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED))
                        .all()
                        .toCompletionStage()
                        .toCompletableFuture(),
                "reading what waits");
        var offsets = new HashMap<TopicPartition, Long>();
        found.forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer() {
        return clients.consumer(Map.of(
                "client.id",
                "tidings-waiting-index",
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
            Consumer<ConsumerRecord<byte[], byte[]>> records) {
        var left = new HashMap<>(ends);
        long progress = System.nanoTime();
        while (!left.isEmpty()) {
            var polled = consumer.poll(POLL);
            for (var record : polled) {
                records.accept(record);
            }
            boolean ended = left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue());
            if (ended || !polled.isEmpty()) {
                progress = System.nanoTime();
            } else if (System.nanoTime() - progress > LONGEST_SILENCE.toNanos()) {
                throw new TimeoutException("the end of " + left.keySet() + " is not readable");
            }
            consumer.pause(
                    ends.keySet().stream().filter(each -> !left.containsKey(each)).toList());
        }
    }
}
