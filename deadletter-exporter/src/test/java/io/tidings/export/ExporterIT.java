package io.tidings.export;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventLimits;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.event.Reading;
import io.tidings.contract.event.TopicIds;
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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
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
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-DLQ-4, B-DLQ-5, B-DLQ-6 and B-DLQ-7 on a real broker. */
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
    void anAccountWithoutStorageGetsItsLettersWhenOneIsSet() throws Exception {
        settings.remove("deadletter.storage");
        settings.put("deadletter.storage.other", storage.toUri().toString());
        settings.put("deadletter.drop.after", "never");
        var first = start();
        var sent = committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")))
                .getFirst();
        awaitPassed(sent);
        first.close();
        assertThat(blobs()).isEmpty();

        settings.put("deadletter.storage." + ACCOUNT, storage.toUri().toString());
        start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1"));
        assertThat(metrics.find("tidings.dropped").counter()).isNull();
    }

    @Test
    void manyDeadLettersShareABlob() throws Exception {
        start();
        var ids = IntStream.range(100, 200).mapToObj(i -> "e" + i).toList();
        committed(ids.stream()
                .map(id -> deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", id))
                .toList());
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).isEqualTo(ids));
        assertThat(blobs()).hasSizeLessThanOrEqualTo(2); // of one window, or of two when it ends between them
    }

    @Test
    void anEventOfTheLargestSizeArrives() throws Exception {
        start();
        var event = Examples.event("e1", EventLimits.MAX_EVENT_BYTES);
        assertThat(event).hasSize(EventLimits.MAX_EVENT_BYTES);
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1", event)));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1"));
        assertThat(Files.size(storage.resolve(blobs().getFirst()))).isGreaterThan(EventLimits.MAX_EVENT_BYTES);
    }

    @Test
    void everyBlobIsToldToTheTopicOfChoiceAsAnEventOfAzuresStorage() throws Exception {
        settings.put("deadletter.notify.topic", "blobs");
        start();
        committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        var record = records(topics.events(), 1).getFirst();
        assertThat(record.headers().lastHeader(HeaderNames.TOPIC).value())
                .asString()
                .isEqualTo("blobs");

        var blob = blobs().getFirst();
        var event = new ObjectMapper().readTree(record.value());
        assertThat(event.path("eventType").textValue()).isEqualTo("Microsoft.Storage.BlobCreated");
        assertThat(event.path("subject").textValue())
                .isEqualTo("/blobServices/default/containers/dead/blobs/" + blob.substring("dead/".length()));
        var data = event.path("data");
        assertThat(data.path("api").textValue()).isEqualTo("PutBlob");
        assertThat(data.path("contentType").textValue()).isEqualTo("application/json");
        assertThat(data.path("blobType").textValue()).isEqualTo("BlockBlob");
        assertThat(data.path("contentLength").longValue()).isEqualTo(Files.size(storage.resolve(blob)));
        assertThat(data.path("url").textValue()).endsWith(blob);
        assertThat(data.path("sequencer").textValue()).isNotBlank();
        assertThat(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT))
                        .one(EventSchema.EVENT_GRID, "blobs", record.value()))
                .isInstanceOf(Reading.Valid.class);
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
        var dying = new ScriptedBlobStore(
                config.storages().of(ACCOUNT).orElseThrow(), written -> written < 3 ? Mishap.NONE : Mishap.DEATH_AFTER);
        run(with(config, dying));
        var ids = ids(200);
        for (int i = 0; i < 200; i += 20) {
            commitLetters(ids.subList(i, i + 20));
        }
        dying.died.await();
        assertThat(blobs()).hasSize(3);
        var before = contents();

        start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids));
        awaitCommitted(0);
        awaitCommitted(1);
        assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids);
        assertThat(contents()).containsAllEntriesOf(before);
    }

    @RepeatedTest(2)
    void everyEventHasOneRecordWhateverDiesWhileTheStorageComesAndGoes(RepetitionInfo run) throws Exception {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        settings.put("deadletter.hold", "1m");
        settings.put("deadletter.drop.after", "never");
        var ids = ids(180);
        for (int life = 0; life < 3; life++) {
            var config = config();
            int last = random.nextInt(3, 10);
            var store = new ScriptedBlobStore(
                    config.storages().of(ACCOUNT).orElseThrow(),
                    written -> written < last ? anyMishap(random) : anyDeath(random));
            run(with(config, store));
            for (int i = 0; i < 60; i += 10) {
                commitLetters(ids.subList(60 * life + i, 60 * life + i + 10));
            }
            store.died.await();
        }
        start();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(new HashSet<>(eventIds())).hasSize(ids.size()));
        awaitCommitted(0);
        awaitCommitted(1);
        assertThat(eventIds()).containsExactlyInAnyOrderElementsOf(ids);
    }

    private static Mishap anyMishap(RandomGenerator random) {
        return switch (random.nextInt(8)) {
            case 0 -> Mishap.AWAY;
            case 1 -> Mishap.UNTOLD;
            default -> Mishap.NONE;
        };
    }

    private static Mishap anyDeath(RandomGenerator random) {
        return random.nextBoolean() ? Mishap.DEATH_BEFORE : Mishap.DEATH_AFTER;
    }

    @Test
    void whatAKilledExporterWasAppendingAgainDoesNotCount() throws Exception {
        start().close();
        var letter = deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1");
        try (var killed = KafkaClients.of(broker.bootstrapServers())
                .producer(Map.of("transactional.id", topics.prefix() + "deadletter-exporter-exporter"))) {
            killed.initTransactions();
            killed.beginTransaction();
            killed.send(letter).get();
            committed(List.of(letter));
            start();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1"));
            awaitCommitted(0);
            assertThat(eventIds()).containsExactly("e1");
        }
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
    void whatAStorageDoesNotTakeIsPassedAndKeepsItsAgeAndItsBlob() throws Exception {
        var away = storage.resolve("away");
        settings.put("deadletter.storage", away.toUri().toString());
        settings.put("deadletter.drop.after", "never");
        var first = start();
        var sent = committed(List.of(
                        deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1"),
                        deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e2")))
                .getFirst();
        awaitPassed(sent);
        awaitPassed(sent.partition(), sent.offset() + 4); // appended again more than once
        first.close();

        var again = records(topics.deadLetters(), 6);
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_SINCE))
                .allSatisfy(since -> assertThat(Instant.parse(since).toEpochMilli())
                        .isBetween(sent.timestamp(), sent.timestamp() + 1000));
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_PLACE))
                .containsExactly("1/2", "2/2", "1/2", "2/2");
        var blob = text(again.get(5), HeaderNames.DEAD_LETTER_BLOB);
        assertThat(again.subList(2, 6))
                .extracting(record -> text(record, HeaderNames.DEAD_LETTER_BLOB))
                .containsOnly(blob);

        Files.createDirectories(away.resolve("dead"));
        start();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1", "e2"));
        assertThat(blobs()).containsExactly("away/dead/" + blob);
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
        var rejected = records(topics.rejected(), 2);
        assertThat(rejected)
                .extracting(record -> text(record, HeaderNames.REASON))
                .containsExactlyInAnyOrder("UnknownFormat", "InvalidDelivery");
        assertThat(rejected).extracting(ConsumerRecord::value).contains(escaping.value());
    }

    @Test
    void whatIsTooLargeToBeRejectedAsItIsStopsNothing() throws Exception {
        start();
        var large = new ProducerRecord<byte[], byte[]>(topics.deadLetters(), 0, null, new byte[2 * 1024 * 1024 - 4096]);
        committed(List.of(large, deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", "e1")));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly("e1"));
        var rejected = records(topics.rejected(), 1).getFirst();
        assertThat(rejected.value()).isNull();
        assertThat(text(rejected, HeaderNames.SOURCE)).isEqualTo(topics.deadLetters() + "-0@0");
        assertThat(text(rejected, HeaderNames.ERROR)).contains("too large");
    }

    @Test
    void itsKafkaClientsAreMeasured() {
        start();
        assertThat(metrics.find("kafka.producer.record.send.total").functionCounter())
                .isNotNull();
        await().atMost(PATIENCE)
                .until(() -> metrics.getMeters().stream()
                        .anyMatch(meter -> meter.getId().getName().startsWith("kafka.consumer.")));
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
        try (var reader = KafkaClients.of(broker.bootstrapServers()).consumer(Map.of())) {
            await().atMost(PATIENCE)
                    .until(() -> committedOffset(partition)
                            == reader.endOffsets(List.of(dead)).get(dead));
        }
    }

    private void awaitPassed(RecordMetadata record) {
        awaitPassed(record.partition(), record.offset());
    }

    private void awaitPassed(int partition, long offset) {
        await().atMost(PATIENCE).until(() -> committedOffset(partition) > offset);
    }

    private long committedOffset(int partition) throws Exception {
        try (var admin = KafkaClients.of(broker.bootstrapServers()).admin()) {
            var offset = admin.listConsumerGroupOffsets(topics.prefix() + "deadletter-exporter")
                    .partitionsToOffsetAndMetadata()
                    .get()
                    .get(new TopicPartition(topics.deadLetters(), partition));
            return offset == null ? -1 : offset.offset();
        }
    }

    /** At least so many committed records of a topic with two partitions. */
    private static List<ConsumerRecord<byte[], byte[]>> records(String topic, int atLeast) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        var settings = Map.<String, Object>of("auto.offset.reset", "earliest", "isolation.level", "read_committed");
        try (var reader = KafkaClients.of(broker.bootstrapServers()).consumer(settings)) {
            reader.assign(List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)));
            await().atMost(PATIENCE).until(() -> {
                reader.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= atLeast;
            });
        }
        return records;
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
        return new String(record.headers().lastHeader(header).value(), UTF_8);
    }

    private static List<String> ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "e" + i).toList();
    }

    /** Of several subscriptions, in both partitions, in one transaction. */
    private void commitLetters(List<String> ids) throws Exception {
        committed(ids.stream()
                .map(id -> deadLetter(topics, id.length() % 2, "to-" + id.charAt(id.length() - 1), ACCOUNT, "dead", id))
                .toList());
    }

    private static ExporterConfig with(ExporterConfig config, BlobStore store) {
        return new ExporterConfig(config.kafka(), config.export(), new Storages(Map.of(), store), Duration.ZERO);
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

    /** What may befall one write. */
    private enum Mishap {
        NONE,
        AWAY,
        /** It is written, but its writer is not told. */
        UNTOLD,
        DEATH_BEFORE,
        DEATH_AFTER
    }

    /** A storage to which things happen; who dies never hears of it again. */
    private static final class ScriptedBlobStore implements BlobStore {
        private final BlobStore store;
        private final IntFunction<Mishap> script;
        private final CountDownLatch died = new CountDownLatch(1);
        private int writes;

        /** @param script what befalls the write of a number, from 1 */
        ScriptedBlobStore(BlobStore store, IntFunction<Mishap> script) {
            this.store = store;
            this.script = script;
        }

        @Override
        public Result write(String container, String name, byte[] bytes) {
            return switch (script.apply(++writes)) {
                case NONE -> store.write(container, name, bytes);
                case AWAY -> new Result.Unavailable("it is away");
                case UNTOLD -> {
                    store.write(container, name, bytes);
                    yield new Result.Unavailable("the answer is lost");
                }
                case DEATH_BEFORE -> die();
                case DEATH_AFTER -> {
                    store.write(container, name, bytes);
                    yield die();
                }
            };
        }

        private Result die() {
            died.countDown();
            while (true) {
                LockSupport.park();
            }
        }

        @Override
        public boolean reachable() {
            return store.reachable();
        }

        @Override
        public String location() {
            return store.location();
        }

        @Override
        public String url(String container, String name) {
            return store.url(container, name);
        }

        @Override
        public void sweep(Instant now) {
            store.sweep(now);
        }

        @Override
        public void close() {}
    }
}
