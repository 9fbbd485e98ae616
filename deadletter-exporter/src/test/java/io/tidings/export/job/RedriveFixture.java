package io.tidings.export.job;

import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.SharedBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** A subscription with dead letters on topics of its own, and what redrives make of them. */
final class RedriveFixture implements AutoCloseable {
    static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final int PARTITIONS = 2;

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Topics topics = new Topics("t" + UUID.randomUUID() + ".");
    private final Producer<byte[], byte[]> producer = clients.producer(Map.of());

    private RedriveFixture() {}

    static RedriveFixture open() throws Exception {
        var bench = new RedriveFixture();
        bench.provision();
        bench.subscribe(BILLING);
        return bench;
    }

    private void provision() throws Exception {
        new TopicProvisioner(clients, topics).provision(PARTITIONS, 1, Duration.ofMinutes(5), new TimeScale(1));
        write(topics.topics(), "orders", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}", Map.of());
    }

    void subscribe(SubscriptionKey key) throws Exception {
        write(
                topics.subscriptions(),
                key.toString(),
                """
                {"properties":{"destination":{"endpointType":"WebHook","properties":\
                {"endpointUrl":"https://example.com/hook"}}}}\
                """,
                Map.of(
                        HeaderNames.SUBSCRIPTION_UID, "uid-of-" + key.name(),
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.VALIDATED, "true"));
    }

    KafkaClients clients() {
        return clients;
    }

    Producer<byte[], byte[]> producer() {
        return producer;
    }

    @Override
    public void close() {
        producer.close();
    }

    Topics topics() {
        return topics;
    }

    /** Returns when it is in the log. */
    RecordMetadata send(ProducerRecord<byte[], byte[]> record) throws Exception {
        return producer.send(record).get();
    }

    void giveUp(String subscription, int number) throws Exception {
        for (var id : ids(number)) {
            // One after the other: of several batches on their way to a partition that is just being made, Kafka may
            // take the second one and refuse the first for good.
            send(deadLetter(topics, 0, subscription, "archive", "dead", id));
        }
    }

    /**
     * Leaves what the command {@code redrive} of an earlier release left when it was stopped: its consumer group.
     *
     * @param passed by partition of the dead letters, the position behind what it has brought back or left
     */
    void stoppedCommand(String selection, Map<TopicPartition, Long> passed) throws Exception {
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        passed.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next, selection)));
        try (var admin = clients.admin()) {
            admin.alterConsumerGroupOffsets(
                            topics.prefix() + "redrive." + BILLING + "@2026-11-21T14:00:00.000Z", offsets)
                    .all()
                    .get();
        }
    }

    /** Where the dead letters of the fixture are, by the ids of their events. */
    Map<String, ConsumerRecord<byte[], byte[]>> deadLetters() {
        var letters = new HashMap<String, ConsumerRecord<byte[], byte[]>>();
        committed(topics.deadLetters())
                .forEach(record -> letters.put(delivery(record).event().id(), record));
        return letters;
    }

    /** Those that count, once it is decided for all that are written whether they do. */
    List<ConsumerRecord<byte[], byte[]>> deliveries() {
        return committed(topics.deliveries());
    }

    private List<ConsumerRecord<byte[], byte[]>> committed(String topic) {
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartition(topic, number))
                .toList();
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = clients.consumer(Map.of("isolation.level", "read_committed"));
                var written = clients.consumer(Map.of("isolation.level", "read_uncommitted"))) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            // The response to a commit comes before its marker is in the log; until then its records are hidden.
            var ends = written.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    Stream<String> eventIds() {
        return deliveries().stream().map(record -> delivery(record).event().id());
    }

    static Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
        return ((DeliveryHeaders.Read.Valid) DeliveryHeaders.read(record.headers())).delivery();
    }

    static List<String> ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "e" + i).toList();
    }

    void write(String topic, String key, String value, Map<String, String> headers) throws Exception {
        var record = new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        send(record);
    }
}
