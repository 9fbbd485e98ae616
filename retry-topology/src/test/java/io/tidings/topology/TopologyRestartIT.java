package io.tidings.topology;

import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.inForce;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** B-MATCH-1, B-MATCH-5, B-MATCH-6 and decision 7 on a real broker: restarts, dedicated topics, read your write. */
class TopologyRestartIT {
    private static final int PARTITIONS = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    static Path folder;

    private static LocalBroker broker;

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private Topics topics;
    private Producer<byte[], byte[]> producer;
    private Admin admin;
    private @Nullable Consumer<byte[], byte[]> reader;
    private TopologyProgram program;

    @BeforeAll
    static void startBroker() {
        broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void startProgram(TestInfo test) {
        topics = new Topics(test.getTestMethod().orElseThrow().getName() + ".");
        var clients = KafkaClients.of(broker.bootstrapServers());
        producer = clients.producer(Map.of("linger.ms", 0));
        admin = clients.admin();
        program = start();
        putTopic("shop");
    }

    @AfterEach
    void stopProgram() {
        program.close();
        producer.close();
        admin.close();
        if (reader != null) {
            reader.close();
        }
    }

    @Test
    void aRestartReadsAllSubscriptionsBeforeTheFirstEventAndIsQuick() throws Exception {
        for (int i = 0; i < 3000; i++) {
            putSubscription("shop/s" + (1000 + i), "u" + i, subscription());
        }
        RecordMetadata last = null;
        for (int i = 0; i < 300; i++) {
            last = send(topics.subscriptions(), bytes("shop/s" + (1000 + 10 * i)), null, headers());
        }
        long read = last.offset() + 1;
        publish(order("1"), HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(read));
        assertThat(deliveries(2700))
                .hasSize(2700)
                .allSatisfy(delivery -> assertThat(delivery.subscriptionsRead()).isEqualTo(read));
        await().atMost(PATIENCE).until(() -> committed() == 1);
        program.close();

        publish(order("2"));
        var begin = Instant.now();
        program = start();
        var first = deliveries(1);
        var elapsed = Duration.between(begin, Instant.now());
        first.addAll(deliveries(2700 - first.size()));
        assertThat(first).extracting(delivery -> delivery.event().id()).containsOnly("2");
        assertThat(first)
                .extracting(Delivery::subscription)
                .doesNotHaveDuplicates()
                .hasSize(2700);
        assertThat(elapsed).isLessThan(Duration.ofSeconds(5)); // 10 s would be the session of the one before
    }

    @Test
    void aDedicatedTopicThatIsCreatedLaterIsRead() throws Exception {
        putSubscription("shop/billing", "u", subscription());
        admin.createTopics(List.of(new NewTopic(topics.events("shop"), Optional.of(1), Optional.empty())))
                .all()
                .get();
        send(topics.events("shop"), null, order("1"), headers());
        var delivery = deliveries(1).getFirst();
        assertThat(delivery.event().source().kafkaTopic()).isEqualTo(topics.events("shop"));
        // Created with CreateTime, so the time to live counts from matching.
        assertThat(delivery.event().published()).isBetween(Instant.now().minusSeconds(30), Instant.now());
    }

    @Test
    void theTimeOfPublishingIsTheBrokersAppendTimeAlsoInADedicatedTopic() throws Exception {
        putSubscription("shop/billing", "u", subscription());
        var dedicated = new NewTopic(topics.events("shop"), Optional.of(1), Optional.empty())
                .configs(Map.of("message.timestamp.type", "LogAppendTime"));
        admin.createTopics(List.of(dedicated)).all().get();
        var inDedicated = send(topics.events("shop"), null, order("1"), headers());
        assertThat(deliveries(1).getFirst().event().published())
                .isEqualTo(Instant.ofEpochMilli(inDedicated.timestamp()));
        var inShared = publish(order("2"));
        assertThat(deliveries(1).getFirst().event().published()).isEqualTo(Instant.ofEpochMilli(inShared.timestamp()));
    }

    @Test
    void anEventThatIsPublishedAfterASubscriptionIsMatchedWithIt() throws Exception {
        for (int i = 0; i < 100; i++) {
            var filter = "\"filter\":{\"includedEventTypes\":[\"type" + i + "\"]}";
            long offset = putSubscription("shop/sub" + i, "u" + i, subscription(filter))
                    .offset();
            publish(
                    order(Integer.toString(i), "type" + i, "/1"),
                    HeaderNames.SUBSCRIPTIONS_OFFSET,
                    Long.toString(offset + 1));
        }
        assertThat(deliveries(100))
                .extracting(delivery -> delivery.subscription().name())
                .doesNotHaveDuplicates()
                .hasSize(100);
    }

    @Test
    void anEventThatIsPublishedAfterItsTopicIsNotRejected() throws Exception {
        for (int i = 0; i < 20; i++) {
            long offset = putSubscription("topic" + i + "/billing", "u", subscription())
                    .offset();
            putTopic("topic" + i);
            send(
                    topics.events(),
                    null,
                    order("1"),
                    headers(
                            HeaderNames.TOPIC,
                            "topic" + i,
                            HeaderNames.SUBSCRIPTIONS_OFFSET,
                            Long.toString(offset + 1)));
        }
        assertThat(deliveries(20)).hasSize(20);
    }

    @Test
    void aDedicatedTopicThatIsDeletedDoesNotEndTheProgram() throws Exception {
        putSubscription("shop/billing", "u", subscription());
        var dedicated = topics.events("shop");
        admin.createTopics(List.of(new NewTopic(dedicated, Optional.of(PARTITIONS), Optional.empty())))
                .all()
                .get();
        for (int i = 0; i < 20; i++) {
            send(dedicated, null, order("1"), headers());
        }
        deliveries(20);
        admin.deleteTopics(List.of(dedicated)).all().get();
        var published = new AtomicInteger();
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            publish(order("later" + published.incrementAndGet()));
            return registry.counter("tidings.stream.threads.died").count() >= 1;
        });
        var last = "later" + published.get();
        for (var found = false; !found; ) { // some are matched twice, so they cannot be counted
            found = deliveries(1).stream()
                    .anyMatch(delivery -> delivery.event().id().equals(last));
        }
        assertThat(program.ended().toCompletableFuture()).isNotDone();
        await().atMost(PATIENCE).until(program::ready);
    }

    /** Its session would hold them for 10 s. */
    @Test
    void whoEndsInPeaceLeavesItsEventsToTheOthersAtOnce() throws Exception {
        putSubscription("shop/billing", "u", subscription());
        var other = start("other");
        await().atMost(PATIENCE).until(() -> assigned("matcher") == 1 && assigned("other") == 1);
        program.close();
        program = other;
        var begin = Instant.now();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            var event = new ProducerRecord<byte[], byte[]>(
                    topics.events(), partition, null, order("1"), headers(HeaderNames.TOPIC, "shop"));
            KafkaAnswer.await(producer.send(event), "writing");
        }
        deliveries(PARTITIONS);
        assertThat(Duration.between(begin, Instant.now())).isLessThan(Duration.ofSeconds(6));
    }

    /** Partitions of events that an instance has. */
    private int assigned(String instance) throws Exception {
        var group = topics.prefix() + "matching";
        return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                .filter(member -> member.groupInstanceId().orElse("").startsWith(instance + "-"))
                .mapToInt(member -> member.assignment().topicPartitions().size())
                .sum();
    }

    private TopologyProgram start() {
        return start("matcher");
    }

    private TopologyProgram start(String instance) {
        var started = TopologyProgram.start(
                Settings.of(
                        TopologyConfig.definitions(),
                        TopologyConfig.prefixes(),
                        Map.of(
                                "bootstrap.servers",
                                broker.bootstrapServers(),
                                "topic.prefix",
                                topics.prefix(),
                                "partitions",
                                Integer.toString(PARTITIONS),
                                "topology.instance.id",
                                instance,
                                "streams.state.dir",
                                folder.resolve(instance).toString(),
                                // Ten times quicker than shipped: what follows is the same.
                                "streams.metadata.max.age.ms",
                                "1000",
                                "streams.main.consumer.default.api.timeout.ms",
                                "1000",
                                "streams.task.timeout.ms",
                                "1000")),
                registry);
        await().atMost(PATIENCE).until(started::ready);
        return started;
    }

    private void putTopic(String name) {
        send(topics.topics(), bytes(name), EVENT_GRID_TOPIC, headers());
    }

    private RecordMetadata putSubscription(String key, String uid, byte[] value) {
        return send(topics.subscriptions(), bytes(key), value, inForce(uid));
    }

    private RecordMetadata publish(byte[] event, String... more) {
        var headers = headers(more).add(HeaderNames.TOPIC, bytes("shop"));
        return send(topics.events(), null, event, headers);
    }

    private RecordMetadata send(String kafkaTopic, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return KafkaAnswer.await(producer.send(new ProducerRecord<>(kafkaTopic, null, key, value, headers)), "writing");
    }

    /** The next deliveries, at least so many; all there are when the last of them was read. */
    private List<Delivery> deliveries(int count) {
        var read = new ArrayList<Delivery>();
        if (reader == null) {
            reader = KafkaClients.of(broker.bootstrapServers())
                    .consumer(Map.of("auto.offset.reset", "earliest", "enable.auto.commit", false));
            var partitions = new ArrayList<TopicPartition>();
            for (int p = 0; p < PARTITIONS; p++) {
                partitions.add(new TopicPartition(topics.deliveries(), p));
            }
            reader.assign(partitions);
        }
        var from = reader;
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    from.poll(Duration.ofMillis(100)).forEach(record -> {
                        var legible = (DeliveryHeaders.Read.Legible) DeliveryHeaders.read(record.headers());
                        assertThat(text(record.key()))
                                .isEqualTo(legible.delivery().subscription().toString());
                        read.add(legible.delivery());
                    });
                    return read.size() >= count;
                });
        return read;
    }

    /** How many events the group has committed. */
    private long committed() throws Exception {
        var offsets = new HashMap<>(admin.listConsumerGroupOffsets(topics.prefix() + "matching")
                .partitionsToOffsetAndMetadata()
                .get());
        return offsets.values().stream().mapToLong(offset -> offset.offset()).sum();
    }

    @Test
    void eventsThatWereDeletedUnreadAreCounted() throws Exception {
        var read = publish(order("1"));
        await().atMost(PATIENCE).until(() -> committed() == 1);
        program.close();
        for (int i = 0; i < 5; i++) {
            var unread = new ProducerRecord<byte[], byte[]>(topics.events(), read.partition(), null, order("2"));
            KafkaAnswer.await(producer.send(unread), "writing");
        }
        var partition = new TopicPartition(topics.events(), read.partition());
        admin.deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(read.offset() + 4)))
                .all()
                .get();
        assertThat(registry.counter("tidings.lost.offsets").count()).isZero();
        program = start();
        assertThat(registry.counter("tidings.lost.offsets").count()).isEqualTo(3);
    }
}
