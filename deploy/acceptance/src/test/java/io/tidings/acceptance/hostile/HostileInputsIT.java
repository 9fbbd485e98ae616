package io.tidings.acceptance.hostile;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.acceptance.hostile.RawConnection.RawAnswer;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-PUB-2, 3 and 4: 10,000 spoiled requests and 10,000 spoiled Kafka records, or 50,000 of each, stop nothing. Every
 * request has one of the answers that are documented, and memory does not grow.
 *
 * <p>The seed is in every message of a failure; the same seed spoils in the same way.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HostileInputsIT {
    private static final int SOME = 10_000;
    private static final int MANY = 50_000;
    private static final int CLIENTS = 32;
    private static final int PROBES = 5;
    private static final int PUBLISHING_SHARE = 8;
    private static final int ORIGINALS = 200;
    private static final long SEED = Long.getLong("tidings.seed", 20_261_121);
    private static final List<Integer> DOCUMENTED =
            List.of(200, 201, 202, 204, 400, 401, 403, 404, 405, 409, 412, 413, 415);
    private static final long MORE_HEAP = 96L << 20;
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String SHAPES = """
        {"properties":{"inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",\
        "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"what.kind","defaultValue":"A"},\
        "subject":{"defaultValue":"/shape"},"dataVersion":{"defaultValue":"1"}}}}}\
        """;

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void start() {
        // Whoever spoils keys waits for the answer, seconds as shipped: 50,000 requests would take minutes.
        machine = LocalTestCluster.start(
                folder, Map.of("time.scale", "0.01", "purge.delivered", "false", "http.wrong.key.delay", "10ms"));
        machine.topic("orders", "EventGridSchema");
        machine.topic("clouds", "CloudEventSchemaV1_0");
        assertThat(machine.edge().putTopic("shapes", SHAPES).statusCode()).isEqualTo(201);
        machine.topic("quiet", "EventGridSchema");
        machine.subscribe("quiet", "one", "/quiet", "", 3);
        for (var topic : List.of("orders", "clouds", "shapes")) { // what they get is kept, so it must not be everything
            machine.subscribe(topic, topic + "-all", "/" + topic, "/probe", 3);
            machine.subscribe(topic, topic + "-bad", "/bad", "/probe", 3);
        }
        machine.endpoint().answers("/bad", ScriptedResponse.status(503), ScriptedResponse.status(400));
        for (int i = 0; i < PROBES; i++) {
            everythingStillWorks("before-" + i);
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    @Order(1)
    void everyAnswerIsADocumentedOne() {
        assertDocumentedAnswers(SOME);
    }

    @Test
    @Order(3)
    @Tag("long")
    void everyOneOfManyAnswersIsADocumentedOne() {
        assertDocumentedAnswers(MANY);
    }

    private static void assertDocumentedAnswers(int number) {
        long before = heap();
        var requests = new ArrayList<RawRequest>();
        for (int i = 0; i < PUBLISHING_SHARE; i++) {
            requests.addAll(SpoiledRequests.publishing("no-key"));
        }
        requests.addAll(SpoiledRequests.managing(machine.cluster().adminToken()));
        var wrong = new ConcurrentLinkedQueue<String>();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = IntStream.range(0, CLIENTS)
                    .mapToObj(client -> CompletableFuture.runAsync(
                            () -> spoil(
                                    requests, number / CLIENTS, new SplittableRandom(SEED * CLIENTS + client), wrong),
                            clients))
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(running).join();
        }

        assertThat(wrong.stream().findFirst()).as("seed %d", SEED).isEmpty();
        assertThat(heap() - before).as("heap, seed %d", SEED).isLessThan(MORE_HEAP);
        everythingStillWorks("after-requests-" + number);
    }

    private static void spoil(
            List<RawRequest> requests, int number, RandomGenerator random, ConcurrentLinkedQueue<String> wrong) {
        var mutation = new RequestMutation(random);
        var port = URI.create(machine.cluster().http()).getPort();
        try (var connection = new RawConnection(port)) {
            for (int i = 0; i < number && wrong.isEmpty(); i++) {
                var request = requests.get(random.nextInt(requests.size())).spoiled(mutation, random);
                try {
                    var answer = connection.send(request);
                    if (!documented(answer)) {
                        wrong.add(answer + " to " + request);
                    }
                } catch (IOException | NumberFormatException e) {
                    connection.giveUp();
                    wrong.add(e + " to " + request);
                }
            }
        }
    }

    private static boolean documented(RawAnswer answer) {
        return DOCUMENTED.contains(answer.status()) && (answer.status() < 400 || explained(answer.body()));
    }

    private static boolean explained(String body) {
        try {
            var error = JSON.readTree(body).path("error");
            return body.isEmpty() // to a HEAD
                    || (!error.path("code").asText().isEmpty()
                            && !error.path("message").asText().isEmpty());
        } catch (IOException e) {
            return false;
        }
    }

    @Test
    @Order(2)
    void noRecordStopsAnything() {
        assertRecordsStopNothing(SOME);
    }

    @Test
    @Order(4)
    @Tag("long")
    void noneOfManyRecordsStopsAnything() {
        assertRecordsStopNothing(MANY);
    }

    private static void assertRecordsStopNothing(int number) {
        var originals = recordsOfOurOwn();
        assertThat(originals.keySet())
                .contains(TOPICS.events(), TOPICS.deliveries(), TOPICS.topics(), TOPICS.subscriptions());
        long before = heap();
        var random = new SplittableRandom(SEED);
        var mutation = new RequestMutation(random);
        var topics = List.copyOf(originals.keySet());
        var clients = KafkaClients.of(machine.cluster().bootstrapServers());
        try (var producer = clients.producer(Map.of("max.request.size", 8 << 20))) {
            for (int i = 0; i < number; i++) {
                var topic = random.nextInt(2) == 0 ? TOPICS.events() : topics.get(random.nextInt(topics.size()));
                var ofTopic = originals.get(topic);
                var _ = producer.send(spoiled(ofTopic.get(random.nextInt(ofTopic.size())), mutation, random));
            }
        }

        everythingStillWorks("after-records-" + number);
        assertThat(heap() - before).as("heap, seed %d", SEED).isLessThan(MORE_HEAP);
    }

    /** What the programs themselves have written, by topic; what nobody but them reads is left out. */
    private static Map<String, List<ConsumerRecord<byte[], byte[]>>> recordsOfOurOwn() {
        var found = new HashMap<String, List<ConsumerRecord<byte[], byte[]>>>();
        var clients = KafkaClients.of(machine.cluster().bootstrapServers());
        try (var consumer = clients.consumer(Map.of())) {
            var partitions = new ArrayList<TopicPartition>();
            consumer.listTopics()
                    .forEach((topic, infos) -> infos.forEach(info -> {
                        if (topic.startsWith(Topics.DEFAULT_PREFIX) && !topic.contains("changelog")) {
                            partitions.add(new TopicPartition(topic, info.partition()));
                        }
                    }));
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                for (var record : consumer.poll(Duration.ofMillis(100))) {
                    var ofTopic = found.computeIfAbsent(record.topic(), _ -> new ArrayList<>());
                    if (ofTopic.size() < ORIGINALS && harmless(record)) {
                        ofTopic.add(record);
                    }
                }
            }
        }
        found.values().removeIf(List::isEmpty);
        return found;
    }

    /**
     * Whoever may write to the tables decides what is delivered and where to: spoiled ones are about the topic nobody
     * publishes to.
     */
    private static boolean harmless(ConsumerRecord<byte[], byte[]> record) {
        boolean table =
                record.topic().equals(TOPICS.subscriptions()) || record.topic().equals(TOPICS.topics());
        return !table || (record.key() != null && new String(record.key(), UTF_8).startsWith("quiet"));
    }

    private static ProducerRecord<byte[], byte[]> spoiled(
            ConsumerRecord<byte[], byte[]> original, RequestMutation mutation, RandomGenerator random) {
        var headers = new ArrayList<Header>();
        original.headers().forEach(header -> {
            switch (random.nextInt(8)) {
                case 0 ->
                    headers.add(new RecordHeader(
                            header.key(), header.value() == null ? null : mutation.of(header.value())));
                case 1 -> {} // left out
                case 2 -> {
                    headers.add(header);
                    headers.add(new RecordHeader(header.key(), new byte[] {(byte) 0xff}));
                }
                default -> headers.add(header);
            }
        });
        var key = original.key() == null || random.nextInt(4) > 0 ? original.key() : mutation.of(original.key());
        var value = original.value() == null || random.nextInt(50) == 0 ? null : mutation.of(original.value());
        return new ProducerRecord<>(original.topic(), null, key, value, headers);
    }

    private static void everythingStillWorks(String id) {
        assertThat(machine.edge().manage("GET", "/topics/orders", "").statusCode())
                .isEqualTo(200);
        assertThat(machine.edge()
                        .publish("orders", "[" + machine.order(id, "/probe/1") + "]")
                        .statusCode())
                .isEqualTo(200);
        await().atMost(PATIENCE.multipliedBy(3))
                .until(() -> machine.endpoint().requests("/orders").stream()
                        .anyMatch(request -> new String(request.body(), UTF_8).contains("\"" + id + "\"")));
        assertThat(machine.cluster().lost().toCompletableFuture()).isNotDone();
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
