package io.tidings.export.redrive;

import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.SharedBroker;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
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
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dead letters become deliveries again, each once, whatever is killed when (B-DLQ-2). */
class RedriveIT {
    private static final Duration PATIENCE = Duration.ofSeconds(40);
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final int PARTITIONS = 2;
    private static final TraceContext TRACE =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", null);

    @TempDir
    private static Path folder;

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Topics topics = new Topics("t" + UUID.randomUUID() + ".");
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private Producer<byte[], byte[]> producer;

    @BeforeEach
    void subscribe() throws Exception {
        new TopicProvisioner(clients, topics).provision(PARTITIONS, 1, Duration.ofMinutes(5), new TimeScale(1));
        producer = clients.producer(Map.of());
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

    @AfterEach
    void close() {
        producer.close();
    }

    @Test
    void aDeadLetterIsDeliveredAgainAsItWasWithAllItsAttempts() throws Exception {
        var traced = deadLetter(topics, 0, "billing", "archive", "dead", "e0");
        traced.headers().add(HeaderNames.TRACEPARENT, TRACE.traceparent().getBytes(UTF_8));
        producer.send(traced).get();
        giveUp("archive", 3);
        var begin = Instant.now();

        assertThat(redrive(order(false, false)).run()).isTrue();

        var record = deliveries().getFirst();
        assertThat(deliveries()).hasSize(1);
        assertThat(record.key()).isEqualTo(BILLING.bytes());
        assertThat(new String(record.value(), UTF_8)).isEqualTo("""
            {"id":"e0","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z"}\
            """);
        var delivery = delivery(record);
        assertThat(delivery.subscription()).isEqualTo(BILLING);
        assertThat(delivery.uid()).isEqualTo("uid-of-billing");
        assertThat(delivery.place()).isEqualTo(LadderPlace.START);
        assertThat(delivery.event().trace()).isEqualTo(TRACE);
        assertThat(delivery.event().published()).isAfterOrEqualTo(begin);
        assertThat(delivery.subscriptionsRead()).isEqualTo(1);
        assertThat(delivery.redriven()).isNotNull();
        assertThat(delivery.redriven().times()).isEqualTo(1);
        assertThat(printed())
                .contains(
                        "has 1 dead letters to redrive",
                        "1  UndeliverableDueToHttpBadRequest",
                        "done: redriven 1 of 1");
    }

    @Test
    void aDryRunCountsAndWritesNothing() throws Exception {
        giveUp("billing", 5);

        assertThat(redrive(order(true, false)).run()).isTrue();

        assertThat(printed())
                .contains("has 5 dead letters", "5  UndeliverableDueToHttpBadRequest", "nothing was written");
        assertThat(deliveries()).isEmpty();
        redrive(order(false, false)).run();
        assertThat(deliveries()).hasSize(5);
    }

    @Test
    void whatWasBroughtBackIsNotBroughtBackAgainAndWhatFailsAgainOnlyWhenAskedFor() throws Exception {
        giveUp("billing", 3);
        redrive(order(false, false)).run();
        redrive(order(false, false)).run();
        assertThat(deliveries()).hasSize(3);
        assertThat(printed()).contains("3  left: they were brought back by an earlier redrive");

        var again = deadLetter(topics, 0, "billing", "archive", "dead", "e0");
        again.headers().add(HeaderNames.REDRIVEN, ("1@" + Instant.now()).getBytes(UTF_8));
        producer.send(again).get();
        redrive(order(false, false)).run();
        assertThat(deliveries()).hasSize(3);
        assertThat(printed()).contains("1  left: they were given up again after a redrive");

        redrive(order(false, true)).run();
        assertThat(deliveries()).hasSize(4);
        assertThat(deliveries().stream().map(each -> delivery(each).redriven().times()))
                .containsExactlyInAnyOrder(1, 1, 1, 2);
    }

    @Test
    void killedInTheMiddleItIsGoneOnWithAndNothingIsMissingOrTwice() throws Exception {
        giveUp("billing", 200);
        var child = start("killed.txt", 50);
        await().atMost(PATIENCE).until(() -> deliveries().size() > 20);
        child.destroyForcibly();
        assertThat(child.waitFor(10, TimeUnit.SECONDS)).isTrue();

        redrive(order(false, false)).run();

        assertThat(printed()).contains("dead letters to redrive").doesNotContain("has 0 dead letters");
        assertThat(eventIds()).as(() -> printed() + " at " + offsets()).containsExactlyInAnyOrderElementsOf(ids(200));
    }

    @Test
    void stoppedItSaysSoAndIsGoneOnWith() throws Exception {
        giveUp("billing", 200);
        var child = start("stopped.txt", 50);
        await().atMost(PATIENCE).until(() -> deliveries().size() > 20);
        child.destroy();
        assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(folder.resolve("stopped.txt"))).contains("stopped: redriven", "the same command");

        redrive(order(false, false)).run();

        assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids(200));
    }

    @Test
    void whatWasNotAskedForStaysForLater() throws Exception {
        giveUp("billing", 3);
        var exhausted = new RedriveOrder(
                BILLING,
                Instant.EPOCH,
                Instant.now().plusSeconds(60),
                Set.of(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED),
                false,
                false,
                false,
                1000);
        redrive(exhausted).run();
        assertThat(printed()).contains("has 0 dead letters");
        redrive(order(false, false)).run();
        assertThat(deliveries()).hasSize(3);
    }

    @Test
    void aSubscriptionThatIsGoneIsNamed() throws Exception {
        giveUp("billing", 1);
        producer.send(new ProducerRecord<>(topics.subscriptions(), BILLING.bytes(), null))
                .get();

        assertThatExceptionOfType(CannotRedrive.class)
                .isThrownBy(() -> redrive(order(false, false)).run())
                .withMessageContaining("no subscription orders/billing")
                .withMessageContaining("create it again");
        assertThat(deliveries()).isEmpty();
    }

    private Redrive redrive(RedriveOrder order) {
        return new Redrive(
                clients,
                topics,
                order,
                new PrintStream(printed, true, UTF_8),
                new CountDownLatch(1),
                InstantSource.system());
    }

    private static RedriveOrder order(boolean dryRun, boolean again) {
        return new RedriveOrder(
                BILLING, Instant.EPOCH, Instant.now().plusSeconds(60), Set.of(), again, false, dryRun, 1000);
    }

    private Process start(String output, int rate) throws IOException {
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
                .redirectOutput(folder.resolve(output).toFile())
                .start();
    }

    private void giveUp(String subscription, int number) throws Exception {
        for (var id : ids(number)) {
            // One after the other: of several batches on their way to a partition that is just being made, Kafka may
            // take the second one and refuse the first for good.
            producer.send(deadLetter(topics, 0, subscription, "archive", "dead", id))
                    .get();
        }
    }

    private void write(String topic, String key, String value, Map<String, String> headers) throws Exception {
        var record = new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
        headers.forEach((name, text) -> record.headers().add(name, text.getBytes(UTF_8)));
        producer.send(record).get();
    }

    private static List<String> ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "e" + i).toList();
    }

    private Stream<String> eventIds() {
        return deliveries().stream().map(record -> delivery(record).event().id());
    }

    private List<String> offsets() {
        return deliveries().stream()
                .map(record -> record.partition() + "@" + record.offset() + " "
                        + delivery(record).event().id())
                .toList();
    }

    private static Delivery delivery(ConsumerRecord<byte[], byte[]> record) {
        return ((DeliveryHeaders.Read.Legible) DeliveryHeaders.read(record.headers())).delivery();
    }

    /** Those that count, once it is decided for all that are written whether they do. */
    private List<ConsumerRecord<byte[], byte[]>> deliveries() {
        var partitions = IntStream.range(0, PARTITIONS)
                .mapToObj(number -> new TopicPartition(topics.deliveries(), number))
                .toList();
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = clients.consumer(Map.of("isolation.level", "read_committed"));
                var written = clients.consumer(Map.of("isolation.level", "read_uncommitted"))) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            // A commit is answered before its end stands in the log, and hides what it wrote until then.
            var ends = written.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        return records;
    }

    private String printed() {
        return printed.toString(UTF_8);
    }
}
