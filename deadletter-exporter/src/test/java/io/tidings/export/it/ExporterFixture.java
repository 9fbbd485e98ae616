package io.tidings.export.it;

import static io.tidings.export.Examples.ACCOUNT;
import static io.tidings.export.Examples.deadLetter;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.topic.TopicJson;
import io.tidings.contract.topic.TopicResource;
import io.tidings.export.ExporterConfig;
import io.tidings.export.ExporterProgram;
import io.tidings.export.blob.BlobStore;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.window.WindowRule;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.testbed.broker.SharedBroker;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;

/** Exporters on topics of their own, and what can be seen of them: blobs in a folder, records, metrics. */
final class ExporterFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);
    static final WindowRule WINDOWS = new WindowRule(Duration.ofMillis(60), Duration.ofMillis(300));
    private static final Pattern EVENT_ID = Pattern.compile("\"id\":\"([^\"]+)\"");

    private final Path storage;
    private final Topics topics;
    private final Map<String, String> settings;
    private final Producer<byte[], byte[]> producer;
    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final List<ExporterProgram> running = new ArrayList<>();

    private ExporterFixture(Path storage, Topics topics, Producer<byte[], byte[]> producer) {
        this.storage = storage;
        this.topics = topics;
        this.producer = producer;
        this.settings = new HashMap<>(Map.of(
                "bootstrap.servers", SharedBroker.get().bootstrapServers(),
                "topic.prefix", topics.prefix(),
                "partitions", "2",
                "time.scale", "0.001",
                "exporter.instance.id", "exporter",
                "deadletter.window", "1m",
                "deadletter.delay", "5m",
                "deadletter.storage", storage.toUri().toString()));
    }

    /** @param storage a folder, in which the container {@code dead} is created */
    static ExporterFixture open(Path storage) throws IOException {
        Files.createDirectory(storage.resolve("dead"));
        var topics = new Topics("t" + UUID.randomUUID() + ".");
        // One batch holds all records of a transaction and a partition, so they belong to one window.
        var producer = clients()
                .producer(Map.of(
                        "transactional.id", topics.prefix() + "worker", "linger.ms", 1_000, "batch.size", 1 << 20));
        producer.initTransactions();
        return new ExporterFixture(storage, topics, producer);
    }

    static KafkaClients clients() {
        return KafkaClients.of(SharedBroker.get().bootstrapServers());
    }

    @Override
    public void close() {
        running.forEach(ExporterProgram::close);
        producer.close(Duration.ZERO);
    }

    Path storage() {
        return storage;
    }

    Topics topics() {
        return topics;
    }

    ExporterGroup group() {
        return new ExporterGroup(topics);
    }

    /** Of the exporters that are started from now on. */
    Map<String, String> settings() {
        return settings;
    }

    /** With which a worker would write. */
    Producer<byte[], byte[]> producer() {
        return producer;
    }

    SimpleMeterRegistry metrics() {
        return metrics;
    }

    ExporterProgram start() {
        return run(config());
    }

    ExporterProgram run(ExporterConfig config) {
        var program = ExporterProgram.start(config, metrics, Tracing.off());
        running.add(program);
        return program;
    }

    /** With a transaction for each part that is appended again. */
    ExporterConfig config() {
        var config = ExporterConfig.of(Settings.of(ExporterConfig.definitions(), ExporterConfig.prefixes(), settings));
        var export = config.export();
        return new ExporterConfig(
                config.kafka(),
                new ExporterConfig.Export(
                        export.windows(),
                        export.hold(),
                        export.dropAfter(),
                        export.notifyTopic(),
                        export.systemTopic(),
                        export.containers(),
                        export.topics(),
                        1),
                config.stores(),
                config.jobs(),
                config.drainTimeout());
    }

    /** Writes a topic as the ingest service would. */
    void createTopic(String name, EventSchema schema) throws ExecutionException, InterruptedException {
        var json = TopicJson.write(new TopicResource(name, schema)).toString();
        committed(List.of(new ProducerRecord<>(topics.topics(), name.getBytes(UTF_8), json.getBytes(UTF_8))));
    }

    List<RecordMetadata> committed(List<ProducerRecord<byte[], byte[]>> records)
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

    /** At least so many committed records of a topic with two partitions. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic, int atLeast) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        var settings = Map.<String, Object>of("auto.offset.reset", "earliest", "isolation.level", "read_committed");
        try (var reader = clients().consumer(settings)) {
            reader.assign(List.of(new TopicPartition(topic, 0), new TopicPartition(topic, 1)));
            await().atMost(PATIENCE).until(() -> {
                reader.poll(Duration.ofMillis(100)).forEach(records::add);
                return records.size() >= atLeast;
            });
        }
        return records;
    }

    static String text(ConsumerRecord<byte[], byte[]> record, String header) {
        return new String(record.headers().lastHeader(header).value(), UTF_8);
    }

    static List<String> ids(int number) {
        return IntStream.range(0, number).mapToObj(i -> "e" + i).toList();
    }

    /** Writes a dead letter to the first partition. */
    RecordMetadata commitLetter(String id) throws ExecutionException, InterruptedException {
        return committed(List.of(deadLetter(topics, 0, "to-crm", ACCOUNT, "dead", id)))
                .getFirst();
    }

    /** Returns when the blobs have exactly these events. */
    void awaitExported(String... ids) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(eventIds()).containsExactly(ids));
    }

    /** Of several subscriptions, in both partitions, in one transaction. */
    void commitLetters(List<String> ids) throws Exception {
        committed(ids.stream()
                .map(id -> deadLetter(topics, id.length() % 2, "to-" + id.charAt(id.length() - 1), ACCOUNT, "dead", id))
                .toList());
    }

    static ExporterConfig with(ExporterConfig config, BlobStore store) {
        return new ExporterConfig(
                config.kafka(), config.export(), new BlobStores(Map.of(), store), config.jobs(), Duration.ZERO);
    }

    double dropped(String reason, String subscription) {
        return metrics.counter("tidings.dropped", "reason", reason, "topic", "orders", "subscription", subscription)
                .count();
    }

    /** Files that vanish while they are looked at are temporary ones. */
    List<String> blobs() throws IOException {
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

    Map<String, String> contents() throws IOException {
        var contents = new HashMap<String, String>();
        for (var blob : blobs()) {
            contents.put(blob, Files.readString(storage.resolve(blob)));
        }
        return contents;
    }

    List<String> eventIds() throws IOException {
        var ids = new ArrayList<String>();
        for (var content : contents().values()) {
            EVENT_ID.matcher(content).results().forEach(match -> ids.add(match.group(1)));
        }
        ids.sort(null);
        return ids;
    }
}
