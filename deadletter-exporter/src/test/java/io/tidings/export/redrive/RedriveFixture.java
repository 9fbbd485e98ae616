package io.tidings.export.redrive;

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
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** A subscription with dead letters on topics of its own, and what redrives make of them. */
public final class RedriveFixture implements AutoCloseable {
    public static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final int PARTITIONS = 2;

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Topics topics = new Topics("t" + UUID.randomUUID() + ".");
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Producer<byte[], byte[]> producer = clients.producer(Map.of());

    private RedriveFixture() {}

    public static RedriveFixture open() throws Exception {
        var bench = new RedriveFixture();
        bench.subscribe();
        return bench;
    }

    private void subscribe() throws Exception {
        new TopicProvisioner(clients, topics).provision(PARTITIONS, 1, Duration.ofMinutes(5), new TimeScale(1));
        write(topics.topics(), "orders", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}", Map.of());
        write(
                topics.subscriptions(),
                BILLING.toString(),
                """
                {"properties":{"destination":{"endpointType":"WebHook","properties":\
                {"endpointUrl":"https://example.com/hook"}}}}\
                """,
                Map.of(
                        HeaderNames.SUBSCRIPTION_UID, "uid-of-billing",
                        HeaderNames.PROVISIONING_STATE, "Succeeded",
                        HeaderNames.VALIDATED, "true"));
    }

    public KafkaClients clients() {
        return clients;
    }

    public Producer<byte[], byte[]> producer() {
        return producer;
    }

    @Override
    public void close() {
        producer.close();
    }

    public Topics topics() {
        return topics;
    }

    /** Returns when it is in the log. */
    public void send(ProducerRecord<byte[], byte[]> record) throws Exception {
        producer.send(record).get();
    }

    public void giveUp(String subscription, int number) throws Exception {
        for (var id : ids(number)) {
            // One after the other: of several batches on their way to a partition that is just being made, Kafka may
            // take the second one and refuse the first for good.
            send(deadLetter(topics, 0, subscription, "archive", "dead", id));
        }
    }

    Redrive redrive(RedriveRequest request) {
        return new Redrive(
                clients,
                topics,
                request,
                new PrintStream(printed, true, UTF_8),
                new CountDownLatch(1),
                InstantSource.system());
    }

    static RedriveRequest order(boolean dryRun, boolean again) {
        return new RedriveRequest(
                BILLING, Instant.EPOCH, Instant.now().plusSeconds(60), Set.of(), again, false, dryRun, 1000);
    }

    /** Runs the command line and returns what it prints. */
    public String redriveAll() {
        redrive(order(false, false)).run();
        return printed();
    }

    /** One in a process of its own, for the subscription. */
    Process start(Path output, int rate) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-Dlogback.configurationFile=io/tidings/export/redrive/logging.xml",
                        "-cp",
                        System.getProperty("java.class.path"),
                        RedriveMain.class.getName(),
                        "--subscription",
                        BILLING.toString(),
                        "--rate",
                        Integer.toString(rate),
                        "--set",
                        "bootstrap.servers=" + SharedBroker.get().bootstrapServers(),
                        "--set",
                        "topic.prefix=" + topics.prefix())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
    }

    /** Those that count, once it is decided for all that are written whether they do. */
    public List<ConsumerRecord<byte[], byte[]>> deliveries() {
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartition(topics.deliveries(), number))
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

    public Stream<String> eventIds() {
        return deliveries().stream().map(record -> delivery(record).event().id());
    }

    List<String> offsets() {
        return deliveries().stream()
                .map(record -> record.partition() + "@" + record.offset() + " "
                        + delivery(record).event().id())
                .toList();
    }

    String printed() {
        return printed.toString(UTF_8);
    }

    public static Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
        return ((DeliveryHeaders.Read.Valid) DeliveryHeaders.read(record.headers())).delivery();
    }

    public static List<String> ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "e" + i).toList();
    }

    public void write(String topic, String key, String value, Map<String, String> headers) throws Exception {
        var record = new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        send(record);
    }
}
