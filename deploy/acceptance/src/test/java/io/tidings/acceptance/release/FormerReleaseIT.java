package io.tidings.acceptance.release;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What release 0.1 left on the topics is taken over: tables with sealed secrets, deliveries of which some are finished,
 * a retry in every tier, an endpoint on probation, dead letters that wait for their storage. What is written now that
 * release can read, so that it can be put back. B-DEL-1, B-RETRY-6, B-PROB-4, B-DLQ-6.
 */
class FormerReleaseIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String GROUP = "tidings.delivery-worker";

    /** As that release wrote it: of the deliveries from the committed one on, the second is finished. */
    private static final String SECOND_IS_FINISHED = "AQI";

    /** Those records were written with it, and one of them says so. */
    private static final double SCALE = 0.001;

    private static final String KEY = "a-key-for-tests-of-32-bytes-long";
    private static final String NEW = "-new";
    private static final int PARTITIONS = 12;
    private static final JsonMapper JSON = new JsonMapper();

    @TempDir
    static Path folder;

    private static LocalBroker broker;
    private static LocalTestCluster machine;

    @BeforeAll
    static void takeOver() throws ExecutionException, InterruptedException {
        broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")));
        new TopicProvisioner(clients(), TOPICS).provision(PARTITIONS, 1, Duration.ofSeconds(1), new TimeScale(SCALE));
        var endpoint = ScriptedWebhook.start();
        append(tables(endpoint.port()));
        append(deliveries());
        machine = LocalTestCluster.start(
                folder.resolve("machine"),
                broker.bootstrapServers(),
                Map.of(
                        "time.scale", Double.toString(SCALE),
                        "secrets.key", Base64.getEncoder().encodeToString(KEY.getBytes(UTF_8)),
                        "secrets.accept.unbound", "true",
                        "purge.delivered", "false",
                        "deadletter.drop.after", "never"),
                endpoint);
        // Only now: their time to live is 86 seconds, and a slow machine takes many of these to start.
        append(retries());
        append(deadLetters());
    }

    @AfterAll
    static void stop() {
        machine.close();
        broker.close();
    }

    private static KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    private static FormerRecord former(String name) {
        return FormerRecord.read(name, Instant.now());
    }

    private static List<ProducerRecord<byte[], byte[]>> tables(int port) {
        return List.of(
                former("topic-scale").in(TOPICS.topics()),
                former("topic-orders").in(TOPICS.topics()),
                former("subscription-climbing").withPort(port).in(TOPICS.subscriptions()),
                former("subscription-refusing").withPort(port).in(TOPICS.subscriptions()),
                former("subscription-slow").withPort(port).in(TOPICS.subscriptions()),
                former("probation").in(TOPICS.probation()));
    }

    /** Four, of which the second is finished, as the commit says. */
    private static List<ProducerRecord<byte[], byte[]>> deliveries() throws ExecutionException, InterruptedException {
        var delivery = former("delivery");
        try (var admin = clients().admin()) {
            var partition = new TopicPartition(TOPICS.deliveries(), delivery.partition());
            admin.alterConsumerGroupOffsets(GROUP, Map.of(partition, new OffsetAndMetadata(0, SECOND_IS_FINISHED)))
                    .all()
                    .get();
        }
        return Stream.of(0, 1, 2, 3)
                .map(number ->
                        delivery.of("slow-0", "slow-" + number, 1_000 + number).in(TOPICS.deliveries()))
                .toList();
    }

    private static List<ProducerRecord<byte[], byte[]>> retries() {
        return Arrays.stream(RetryTier.values())
                .map(tier -> former("retry-" + tier.label())
                        .of("climbing-0", "climbing-" + tier.label(), 2_000 + attempts(tier))
                        .published(Instant.now())
                        .in(TOPICS.retry(tier)))
                .toList();
    }

    /** Those that were made before a record of the tier was written. */
    private static int attempts(RetryTier tier) {
        return 1 + List.of(RetryTier.values()).indexOf(tier);
    }

    private static List<ProducerRecord<byte[], byte[]>> deadLetters() {
        return List.of(
                former("dead-letter").in(TOPICS.deadLetters()),
                former("dead-letter-postponed").in(TOPICS.deadLetters()));
    }

    private static void append(List<ProducerRecord<byte[], byte[]>> records)
            throws ExecutionException, InterruptedException {
        try (var producer = clients().producer(Map.of())) {
            for (var record : records) {
                producer.send(record).get();
            }
        }
    }

    @Test
    void deliveriesThatAreNotFinishedAreMade() {
        await().atMost(PATIENCE).until(() -> former(ids("/slow")).size() >= 3);

        assertThat(former(ids("/slow"))).containsExactlyInAnyOrder("slow-0", "slow-2", "slow-3");
        assertThat(machine.endpoint().requests("/slow"))
                .allSatisfy(request -> assertThat(request.header("x-secret")).containsExactly("the-secret-of-slow"));
    }

    @Test
    void aRetryOfEveryTierIsMadeOnceWithItsAttempts() {
        await().atMost(PATIENCE).until(() -> ids("/climbing").size() >= RetryTier.values().length);

        assertThat(ids("/climbing"))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(RetryTier.values())
                        .map(tier -> "climbing-" + tier.label())
                        .toList());
        for (var tier : RetryTier.values()) {
            assertThat(machine.endpoint().requests("/climbing"))
                    .filteredOn(request -> idsOf(request.text()).toList().contains("climbing-" + tier.label()))
                    .allSatisfy(request -> assertThat(request.header("aeg-delivery-count"))
                            .containsExactly(Integer.toString(attempts(tier))));
        }
    }

    @Test
    void deadLettersThatWaitReachOneBlobEach() {
        await().atMost(PATIENCE).until(() -> former(letters()).size() >= 2);

        assertThat(former(letters())).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void whatIsWrittenNowTheFormerReleaseReads() throws ExecutionException, InterruptedException {
        machine.endpoint()
                .answersPerEvent(
                        "/slow",
                        ScriptedResponse.status(503),
                        ScriptedResponse.status(500),
                        ScriptedResponse.status(200));
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        publish("slow" + NEW);
        publish("refusing" + NEW);
        await().atMost(PATIENCE)
                .until(() ->
                        ids("/slow").stream().filter(("slow" + NEW)::equals).count() == 3
                                && letters().contains("refusing" + NEW));

        var written = KafkaRecords.of(clients(), TOPICS.deliveries());
        Arrays.stream(RetryTier.values())
                .map(tier -> KafkaRecords.of(clients(), TOPICS.retry(tier)))
                .forEach(written::addAll);
        assertThat(written)
                .hasSizeGreaterThan(14)
                .allSatisfy(record ->
                        assertThat(FormerReader.problemsOfDelivery(record)).isEmpty());
        assertThat(KafkaRecords.of(clients(), TOPICS.deadLetters()))
                .hasSizeGreaterThan(2)
                .allSatisfy(record ->
                        assertThat(FormerReader.problemsOfDeadLetter(record)).isEmpty());
        assertThat(KafkaRecords.of(clients(), TOPICS.probation()))
                .filteredOn(record -> !RecoveryTable.isKey(new String(record.key(), UTF_8))) // these it ignores
                .allSatisfy(record ->
                        assertThat(FormerReader.problemsOfProbation(record)).isEmpty());
        try (var admin = clients().admin()) {
            assertThat(admin.listConsumerGroupOffsets(GROUP)
                            .partitionsToOffsetAndMetadata()
                            .get()
                            .values())
                    .isNotEmpty()
                    .allSatisfy(commit -> assertThat(FormerReader.understands(commit.metadata()))
                            .isTrue());
        }
    }

    private static void publish(String id) {
        var subject = "/" + id.substring(0, id.indexOf('-'));
        machine.publish(id, subject);
    }

    private static List<String> ids(String path) {
        return machine.endpoint().requests(path).stream()
                .map(ReceivedRequest::text)
                .flatMap(FormerReleaseIT::idsOf)
                .toList();
    }

    private static List<String> former(List<String> ids) {
        return ids.stream().filter(id -> !id.endsWith(NEW)).toList();
    }

    private static List<String> letters() {
        return machine.blobs("refusing").stream()
                .flatMap(blob -> idsOf(read(blob)))
                .toList();
    }

    private static String read(Path blob) {
        try {
            return Files.readString(blob);
        } catch (IOException e) {
            throw new UncheckedIOException("reading " + blob, e);
        }
    }

    private static Stream<String> idsOf(String array) {
        try {
            return StreamSupport.stream(JSON.readTree(array).spliterator(), false)
                    .map(event -> event.path("id").asText());
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + array, e);
        }
    }
}
