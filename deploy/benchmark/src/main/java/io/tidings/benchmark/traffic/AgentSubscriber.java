package io.tidings.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.contract.Sha256;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.report.Percentiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Subscribes a callback many times, each time with another argument, and refreshes these subscriptions.
 *
 * @param callback that agrees to all
 */
public record AgentSubscriber(AgentClient agent, URI callback) {
    public static final String TOKEN = "the-token-of-an-agent";

    private static final String TOPIC = "agents";
    private static final TopicPartition TABLE = new TopicPartition(BenchmarkCluster.TOPICS.subscriptions(), 0);
    private static final Duration LONG_AGO = Duration.ofDays(2);

    /**
     * The settings of ingest that all this needs.
     *
     * @param url of the listener for agents
     * @param subscriptions that the agent wants
     */
    public static Map<String, String> settings(Path folder, URI url, int subscriptions) {
        var most = Integer.toString(subscriptions);
        return Map.of(
                "tokens.file",
                tokens(folder).toString(),
                "mcp.port",
                Integer.toString(url.getPort()),
                "mcp.url",
                url.toString(),
                "mcp.subscriptions.per.principal",
                most,
                "mcp.calls.per.minute",
                "1000000",
                "resource.max.subscriptions.per.topic",
                most);
    }

    private static Path tokens(Path folder) {
        var line = "agent " + HexFormat.of().formatHex(Sha256.of(TOKEN)) + " subscriber " + TOPIC + "\n";
        try {
            return Files.writeString(Files.createDirectories(folder).resolve("tokens"), line);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write tokens", e);
        }
    }

    /** Creates the topic, and declares the type that agents subscribe to. */
    public static void declare(ManagementClient api) {
        succeed(api.putTopic(TOPIC, "{}"));
        succeed(api.manage("PUT", "/topics/" + TOPIC + "/eventTypes/placed", """
            {"properties":{"dataSchema":{"type":"object","properties":{"n":{"type":"integer"}}}}}\
            """));
    }

    private static void succeed(ManagementClient.Response response) {
        if (!response.successful()) {
            throw new IllegalStateException("management: " + response);
        }
    }

    /** Subscribes, or refreshes, that one. */
    public void ask(int number, Duration life) {
        agent.call("events/subscribe", """
            {"name":"%s.placed","arguments":{"n":%d},"ttlMs":%d,"delivery":{"mode":"webhook","url":"%s",\
            "secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}\
            """.formatted(TOPIC, number, life.toMillis(), callback));
    }

    /** Subscribes or refreshes so many, one after the other; returns how long each took. */
    public Percentiles all(int subscriptions, Duration life, ProgressLine progress) {
        var micros = new Histogram(2);
        for (int i = 0; i < subscriptions; i++) {
            long begun = System.nanoTime();
            ask(i, life);
            micros.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - begun));
            progress.at(i, subscriptions);
        }
        return Percentiles.of(micros);
    }

    /** Writes all subscriptions again as if nobody had refreshed them for two days. */
    public void lapse(KafkaClients clients) {
        var end = "\"expirationTimeUtc\":\"" + Instant.now().minus(LONG_AGO) + "\"";
        try (var producer = clients.producer(Map.of("linger.ms", 5))) {
            newest(clients).forEach(record -> {
                var value = new String(record.value(), UTF_8).replaceFirst("\"expirationTimeUtc\":\"[^\"]*\"", end);
                var _ = producer.send(new ProducerRecord<>(
                        record.topic(), record.partition(), record.key(), value.getBytes(UTF_8), record.headers()));
            });
            producer.flush();
        }
    }

    private static List<ConsumerRecord<byte[], byte[]>> newest(KafkaClients clients) {
        var newest = new HashMap<String, ConsumerRecord<byte[], byte[]>>();
        try (var consumer = clients.consumer(Map.of("auto.offset.reset", "earliest", "enable.auto.commit", false))) {
            consumer.assign(List.of(TABLE));
            consumer.seekToBeginning(List.of(TABLE));
            long end = consumer.endOffsets(List.of(TABLE)).getOrDefault(TABLE, 0L);
            while (consumer.position(TABLE) < end) {
                consumer.poll(Duration.ofMillis(100))
                        .forEach(record -> newest.put(new String(record.key(), UTF_8), record));
            }
        }
        return List.copyOf(newest.values());
    }

    /** The number of records in the table; while nobody asks for anything, only ends of subscriptions are added. */
    public long ended(KafkaClients clients) {
        try (var admin = clients.admin()) {
            return new PartitionLogs(admin).end(TABLE);
        }
    }
}
