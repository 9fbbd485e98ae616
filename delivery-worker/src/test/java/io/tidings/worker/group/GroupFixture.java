package io.tidings.worker.group;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A broker with topics of two partitions and groups on them. */
public final class GroupFixture implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final LocalBroker broker;
    private final Admin admin;

    private GroupFixture(LocalBroker broker, Admin admin) {
        this.broker = broker;
        this.admin = admin;
    }

    public static GroupFixture start(Path folder) {
        var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
        return new GroupFixture(
                broker, KafkaClients.of(broker.bootstrapServers()).admin());
    }

    public KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    public Admin admin() {
        return admin;
    }

    /** A new topic; its partitions 0 and 1. */
    public List<TopicPartition> topic(String name) {
        TestTopics.create(admin, new NewTopic(name, 2, (short) 1));
        return List.of(new TopicPartition(name, 0), new TopicPartition(name, 1));
    }

    public void write(TopicPartition partition, int records) {
        try (var producer = clients().producer(Map.of())) {
            for (int i = 0; i < records; i++) {
                KafkaFutures.await(producer.send(record(partition, "record " + i)), "writing");
            }
        }
    }

    public static ProducerRecord<byte[], byte[]> record(TopicPartition partition, String text) {
        return new ProducerRecord<>(
                partition.topic(), partition.partition(), "key".getBytes(UTF_8), text.getBytes(UTF_8));
    }

    /** A member that has joined its group and owns what it is given. */
    public Consumer<byte[], byte[]> member(String group, String instance, String topic) {
        var consumer = clients()
                .consumer(Map.of(
                        "group.id",
                        group,
                        "group.protocol",
                        "classic",
                        "group.instance.id",
                        instance,
                        "partition.assignment.strategy",
                        PartitionNumberAssignor.class.getName(),
                        "session.timeout.ms",
                        60_000,
                        "heartbeat.interval.ms",
                        200,
                        "enable.auto.commit",
                        false,
                        "auto.offset.reset",
                        "earliest"));
        consumer.subscribe(List.of(topic));
        return consumer;
    }

    /** Has both poll until each owns one partition. */
    public static void share(Consumer<byte[], byte[]> one, Consumer<byte[], byte[]> other) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
            one.poll(Duration.ofMillis(20));
            other.poll(Duration.ofMillis(20));
            return one.assignment().size() == 1 && other.assignment().size() == 1;
        });
    }

    public static void join(Consumer<byte[], byte[]> member) {
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
            member.poll(Duration.ofMillis(20));
            return !member.assignment().isEmpty();
        });
    }

    /** The snapshot of a sole member that has become stale: it has joined again since. */
    public static ConsumerGroupMetadata staleSnapshot(Consumer<byte[], byte[]> member) {
        var before = member.groupMetadata();
        member.enforceRebalance();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
            member.poll(Duration.ofMillis(20));
            return member.groupMetadata().generationId() > before.generationId();
        });
        return before;
    }

    /** A producer in the middle of a transaction that has offsets in it. */
    public Producer<byte[], byte[]> openTransaction(
            String id, Consumer<byte[], byte[]> member, TopicPartition partition, long offset) {
        var producer = clients().producer(Map.of("transactional.id", id));
        producer.initTransactions();
        producer.beginTransaction();
        producer.sendOffsetsToTransaction(Map.of(partition, new OffsetAndMetadata(offset)), member.groupMetadata());
        return producer;
    }

    /** What a group has committed, as soon as no transaction has anything to say about it. */
    public Optional<OffsetAndMetadata> committed(String group, TopicPartition partition) {
        await().atMost(PATIENCE).until(() -> stable(group, partition));
        return Optional.ofNullable(offsets(group, partition).get(partition));
    }

    public boolean stable(String group, TopicPartition partition) {
        return offsets(group, partition).containsKey(partition);
    }

    private Map<TopicPartition, OffsetAndMetadata> offsets(String group, TopicPartition partition) {
        return KafkaFutures.await(
                admin.listConsumerGroupOffsets(
                                Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(partition))),
                                new ListConsumerGroupOffsetsOptions().requireStable(true))
                        .partitionsToOffsetAndMetadata(group),
                "asking for offsets");
    }

    /** The values of all committed records of a partition, once it is decided for all that are written. */
    public List<String> values(TopicPartition partition) {
        try (var consumer =
                        clients().consumer(Map.of("isolation.level", "read_committed", "enable.auto.commit", false));
                var written = clients().consumer(Map.of("isolation.level", "read_uncommitted"))) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            // The response to a commit comes before its marker is in the log; until then its records are hidden.
            long end = written.endOffsets(List.of(partition)).get(partition);
            var values = new ArrayList<String>();
            while (consumer.position(partition) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    values.add(new String(record.value(), UTF_8));
                }
            }
            return values;
        }
    }

    @Override
    public void close() {
        admin.close();
        broker.close();
    }
}
