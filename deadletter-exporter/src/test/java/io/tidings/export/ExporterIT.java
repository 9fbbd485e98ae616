package io.tidings.export;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.Storages;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.LocalBroker;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4, B-DLQ-5 and B-DLQ-6 on a real broker. */
class ExporterIT {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Pattern EVENT_ID = Pattern.compile("\"id\":\"([^\"]+)\"");
    private static final WindowRule WINDOWS = new WindowRule(Duration.ofMillis(60), Duration.ofMillis(300));

    @TempDir
    private static Path brokerData;

    @TempDir
    private Path storage;

    private static LocalBroker broker;

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<ExporterProgram> running = new ArrayList<>();
    private Topics topics;
    private Map<String, String> settings;
    private Producer<byte[], byte[]> producer;

    @BeforeAll
    static void startBroker() {
        broker = LocalBroker.start(LocalBroker.Settings.in(brokerData));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @BeforeEach
    void useTopicsOfItsOwn() throws IOException {
        topics = new Topics("t" + UUID.randomUUID() + ".");
        settings = new HashMap<>(Map.of(
                "bootstrap.servers", broker.bootstrapServers(),
                "topic.prefix", topics.prefix(),
                "partitions", "2",
                "time.scale", "0.001",
                "exporter.instance.id", "exporter",
                "deadletter.window", "1m",
                "deadletter.delay", "5m",
                "deadletter.storage", storage.toUri().toString()));
        Files.createDirectory(storage.resolve("dead"));
        producer = KafkaClients.of(broker.bootstrapServers())
                .producer(Map.of("transactional.id", topics.prefix() + "worker"));
        producer.initTransactions();
    }

    @AfterEach
    void stop() {
        running.forEach(ExporterProgram::close);
        producer.close(Duration.ZERO);
    }

    @Test
    void aDeadLetterIsFoundAtItsPathInAnArray() throws Exception {
        start();
        var sent = committed(List.of(deadLetter(topics, 1, "to-crm", ACCOUNT, "dead", "e1")))
                .getFirst();
        await().atMost(PATIENCE).until(() -> blobs().size() == 1);

        var start = WINDOWS.startOf(Instant.ofEpochMilli(sent.timestamp())).atOffset(ZoneOffset.UTC);
        var path = blobs().getFirst();
        assertThat(path)
                .matches("dead/TO-CRM/%d/%d/%d/%d/[0-9a-f-]{36}\\.json"
                        .formatted(start.getYear(), start.getMonthValue(), start.getDayOfMonth(), start.getHour()));
        assertThat(Files.readString(storage.resolve(path))).isEqualTo("""
            [{"id":"e1","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z",\
            "deadLetterReason":"UndeliverableDueToHttpBadRequest","deliveryAttempts":1,\
            "lastDeliveryOutcome":"BadRequest","lastHttpStatusCode":400,\
            "publishTime":"2026-11-21T12:00:00.0000000Z",\
            "lastDeliveryAttemptTime":"2026-11-21T12:00:01.0000000Z"}]\
            """);
        assertThat(metrics.counter("tidings.dead.letter.blobs", "topic", "orders", "subscription", "to-crm")
                        .count())
                .isEqualTo(1);
    }

    @Test
    void nothingIsWrittenBeforeTheDelay() throws Exception {
        settings.put("time.scale", "1");
        var exporter = start();
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        await().during(Duration.ofSeconds(2)).atMost(PATIENCE).until(() -> blobs().isEmpty());
        assertThat(exporter.ready()).isTrue();
    }

    @Test
    void aMissingContainerIsDroppedAndCountedAndDoesNotHoldAnother() throws Exception {
        Files.createDirectory(storage.resolve("other"));
        start();
        committed(List.of(
                deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1"),
                deadLetter(topics, 0, "to-crm", ACCOUNT, "missing", "e2"),
                deadLetter(topics, 0, "to-erp", ACCOUNT, "other", "e3"),
                deadLetter(topics, 1, "to-bi", ACCOUNT, "dead", "e4")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1", "e3", "e4"));
        await().atMost(PATIENCE).until(() -> dropped("ContainerNotFound", "to-crm") == 1);
        assertThat(storage.resolve("missing")).doesNotExist();
        awaitCommitted(0);
    }

    @Test
    void anAccountWithoutStorageIsDroppedAndCounted() throws Exception {
        settings.remove("deadletter.storage");
        settings.put("deadletter.storage.other", storage.toUri().toString());
        start();
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        await().atMost(PATIENCE).until(() -> dropped("ContainerNotFound", "to-crm") == 1);
        awaitCommitted(0);
    }

    @Test
    void anOpenTransactionIsNotRead() throws Exception {
        start();
        producer.beginTransaction();
        producer.send(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "aborted"))
                .get();
        try (var other = KafkaClients.of(broker.bootstrapServers()).producer(Map.of())) {
            other.send(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "behind"))
                    .get();
            other.send(deadLetter(topics, 1, "to-crm", ACCOUNT, "dead", "beside"))
                    .get();
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("beside"));
        producer.abortTransaction();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("behind", "beside"));
        awaitCommitted(0);
    }

    @Test
    void killedBetweenBlobAndCommitItLeavesOneRecordOfEveryEvent() throws Exception {
        var config = config();
        var died = new CountDownLatch(1);
        var dying = new DyingBlobStore(config.storages().of(ACCOUNT).orElseThrow(), 3, died);
        run(new ExporterConfig(
                config.clients(),
                config.topics(),
                config.partitions(),
                config.replication(),
                config.scale(),
                config.instanceId(),
                config.windows(),
                config.dropAfter(),
                new Storages(Map.of(), dying),
                Duration.ZERO));
        var ids = IntStream.range(0, 200).mapToObj(i -> "e" + i).toList();
        for (int i = 0; i < 200; i += 20) {
            committed(ids.subList(i, i + 20).stream()
                    .map(id -> deadLetter(
                            topics, id.length() % 2, "to-" + id.charAt(id.length() - 1), ACCOUNT, "dead", id))
                    .toList());
        }
        died.await();
        assertThat(blobs()).hasSize(3);
        var before = contents();

        start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids));
        awaitCommitted(0);
        awaitCommitted(1);
        assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(contents()).containsAllEntriesOf(before);
    }

    @Test
    void aStorageThatIsAwayHoldsNobodyElseAndGetsItsLettersWhenItIsBack() throws Exception {
        var away = storage.resolve("away");
        settings.put("deadletter.storage.away", away.toUri().toString());
        settings.put("deadletter.drop.after", "never");
        var exporter = start();
        committed(List.of(
                deadLetter(topics, 0, "to-crm", "away", "dead", "e1"),
                deadLetter(topics, 0, "to-erp", ACCOUNT, "dead", "e2")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e2"));
        committed(List.of(deadLetter(topics, 0, "to-erp", ACCOUNT, "dead", "e3")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e2", "e3"));
        assertThat(exporter.ready()).isFalse();

        Files.createDirectories(away.resolve("dead"));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1", "e2", "e3"));
        awaitCommitted(0);
    }

    @Test
    void aStorageThatStaysAwayLosesItsLettersAfterTheSetTime() throws Exception {
        settings.put("deadletter.storage", storage.resolve("away").toUri().toString());
        settings.put("deadletter.drop.after", "10m");
        start();
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        await().atMost(PATIENCE).until(() -> dropped("StorageUnavailable", "to-crm") == 1);
        awaitCommitted(0);
    }

    @Test
    void whatIsNoDeadLetterIsRejectedWithTheReasonAndPassed() throws Exception {
        start();
        var illegible = deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1");
        illegible.headers().remove(HeaderNames.FORMAT);
        var escaping = deadLetter(topics, 0, "to-crm", ACCOUNT, "../dead", "e2");
        committed(List.of(illegible, escaping, deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e3")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e3"));
        awaitCommitted(0);
        assertThat(rejected())
                .extracting(record -> new String(
                        record.headers().lastHeader(HeaderNames.REASON).value(), UTF_8))
                .containsExactlyInAnyOrder("UnknownFormat", "InvalidDelivery");
        assertThat(rejected()).extracting(ConsumerRecord::value).contains(escaping.value());
    }

    @Test
    void oneThatIsStoppedGoesOnWhereItWas() throws Exception {
        var first = start();
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1"));
        first.close();
        assertThat(first.ended().toCompletableFuture()).isCompleted();
        assertThat(first.ready()).isFalse();

        Files.delete(storage.resolve(blobs().getFirst()));
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e2")));
        start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e2"));
    }

    @Test
    void anotherOfTheSameNameEndsTheFirst() {
        var first = start();
        await().atMost(PATIENCE).until(first::ready);
        var second = start();
        await().atMost(PATIENCE).until(() -> first.ended().toCompletableFuture().isCompletedExceptionally());
        assertThat(first.ended().toCompletableFuture().exceptionNow()).hasMessageContaining("exporter.instance.id");
        await().atMost(PATIENCE).until(second::ready);
    }

    private ExporterProgram start() {
        return run(config());
    }

    private ExporterProgram run(ExporterConfig config) {
        var program = ExporterProgram.start(config, metrics);
        running.add(program);
        return program;
    }

    private ExporterConfig config() {
        return ExporterConfig.of(Settings.of(ExporterConfig.definitions(), ExporterConfig.prefixes(), settings));
    }

    private List<RecordMetadata> committed(List<ProducerRecord<byte[], byte[]>> records)
            throws ExecutionException, InterruptedException {
        producer.beginTransaction();
        var sent = records.stream().map(producer::send).toList();
        producer.commitTransaction();
        var metadata = new ArrayList<RecordMetadata>();
        for (var each : sent) {
            metadata.add(each.get());
        }
        return metadata;
    }

    /** Until nothing of the partition waits. */
    private void awaitCommitted(int partition) throws Exception {
        var dead = new TopicPartition(topics.deadLetters(), partition);
        try (var admin = KafkaClients.of(broker.bootstrapServers()).admin();
                var reader = KafkaClients.of(broker.bootstrapServers()).consumer(Map.of())) {
            long end = reader.endOffsets(List.of(dead)).get(dead);
            await().atMost(PATIENCE).until(() -> {
                var offset = admin.listConsumerGroupOffsets(topics.prefix() + "deadletter-exporter")
                        .partitionsToOffsetAndMetadata()
                        .get()
                        .get(dead);
                return offset != null && offset.offset() == end;
            });
        }
    }

    private List<ConsumerRecord<byte[], byte[]>> rejected() {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var reader =
                KafkaClients.of(broker.bootstrapServers()).consumer(Map.of("auto.offset.reset", "earliest"))) {
            reader.assign(List.of(new TopicPartition(topics.rejected(), 0), new TopicPartition(topics.rejected(), 1)));
            await().atMost(PATIENCE).until(() -> {
                reader.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= 2;
            });
        }
        return records;
    }

    private double dropped(String reason, String subscription) {
        return metrics.counter("tidings.dropped", "reason", reason, "topic", "orders", "subscription", subscription)
                .count();
    }

    /** Files that vanish while they are looked at are temporary ones. */
    private List<String> blobs() throws IOException {
        var found = new ArrayList<String>();
        Files.walkFileTree(storage, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (!file.toString().endsWith(".tmp")) {
                    found.add(storage.relativize(file).toString());
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        found.sort(null);
        return found;
    }

    private Map<String, String> contents() throws IOException {
        var contents = new HashMap<String, String>();
        for (var blob : blobs()) {
            contents.put(blob, Files.readString(storage.resolve(blob)));
        }
        return contents;
    }

    private List<String> eventIds() throws IOException {
        var ids = new ArrayList<String>();
        for (var content : contents().values()) {
            EVENT_ID.matcher(content).results().forEach(match -> ids.add(match.group(1)));
        }
        ids.sort(null);
        return ids;
    }

    /** Dies when it has written some blobs: its caller never hears of it again. */
    private static final class DyingBlobStore implements BlobStore {
        private final BlobStore store;
        private final CountDownLatch died;
        private int left;

        DyingBlobStore(BlobStore store, int writes, CountDownLatch died) {
            this.store = store;
            this.left = writes;
            this.died = died;
        }

        @Override
        public Result write(String container, String name, byte[] bytes) {
            var result = store.write(container, name, bytes);
            if (--left == 0) {
                died.countDown();
                while (true) {
                    LockSupport.park();
                }
            }
            return result;
        }

        @Override
        public boolean reachable() {
            return store.reachable();
        }

        @Override
        public String location() {
            return store.location();
        }
    }
}
