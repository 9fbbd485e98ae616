package io.tidings.chaos.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.chaos.history.CommittedAttempt;
import io.tidings.chaos.history.CommittedAttempt.Ending;
import io.tidings.chaos.history.DeadLettered;
import io.tidings.chaos.history.EndpointRequest;
import io.tidings.chaos.history.MatchedDelivery;
import io.tidings.chaos.history.ProbationWindow;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Redriven;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Copies what the services commit to Kafka into the archive while it happens: what is finished is purged there a minute
 * later. It waits for a broker as long as it takes; a record that is gone before it was read ends it.
 */
public final class KafkaRecorder implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final HistoryArchive archive;
    private final AtomicLong lines = new AtomicLong();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean running = true;

    private KafkaRecorder(Consumer<byte[], byte[]> consumer, Topics topics, HistoryArchive archive) {
        this.consumer = consumer;
        this.topics = topics;
        this.archive = archive;
        this.thread = Thread.ofPlatform().name("recorder").unstarted(this::copy);
    }

    /** Starts with the first record of all topics, which have to exist. */
    public static KafkaRecorder start(KafkaClients clients, Topics topics, HistoryArchive archive) {
        var consumer = clients.consumer(Map.of(
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "none",
                "enable.auto.commit",
                false,
                "max.poll.records",
                5_000,
                // A cut connection must not keep it from the broker that has come back.
                "reconnect.backoff.max.ms",
                500));
        var partitions = partitions(
                consumer, List.of(topics.deliveries(), topics.attempts(), topics.deadLetters(), topics.probation()));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        var recorder = new KafkaRecorder(consumer, topics, archive);
        recorder.thread.start();
        return recorder;
    }

    private static List<TopicPartition> partitions(Consumer<?, ?> consumer, List<String> names) {
        var partitions = new ArrayList<TopicPartition>();
        for (var name : names) {
            consumer.partitionsFor(name).forEach(info -> partitions.add(new TopicPartition(name, info.partition())));
        }
        return partitions;
    }

    /** How many lines were written so far; also says whether it still works. */
    public long lines() {
        if (failure.get() != null) {
            throw new IllegalStateException("the history of Kafka is incomplete", failure.get());
        }
        return lines.get();
    }

    private void copy() {
        try (consumer) {
            while (running) {
                for (var record : consumer.poll(POLL)) {
                    write(record);
                    lines.incrementAndGet();
                }
            }
        } catch (RuntimeException e) {
            failure.set(e);
        }
    }

    private void write(ConsumerRecord<byte[], byte[]> record) {
        var name = SubscriptionKey.parse(new String(record.key(), UTF_8))
                .orElseThrow()
                .name();
        var at = Instant.ofEpochMilli(record.timestamp());
        if (record.topic().equals(topics.attempts())) {
            archive.write(name, attempt(record.value(), at));
        } else if (record.topic().equals(topics.probation())) {
            archive.write(name, new ProbationWindow(at, until(record.value())));
        } else if (record.topic().equals(topics.deliveries())) {
            archive.write(
                    name,
                    new MatchedDelivery(
                            text(record, HeaderNames.SOURCE),
                            text(record, HeaderNames.EVENT_ID),
                            at,
                            redriven(record)));
        } else if (record.headers().lastHeader(HeaderNames.DEAD_LETTER_SINCE) == null) {
            archive.write(
                    name,
                    new DeadLettered(
                            text(record, HeaderNames.SOURCE),
                            text(record, HeaderNames.EVENT_ID),
                            text(record, HeaderNames.DEAD_LETTER_REASON),
                            redriven(record)));
        }
    }

    private static String text(ConsumerRecord<byte[], byte[]> record, String header) {
        return new String(record.headers().lastHeader(header).value(), UTF_8);
    }

    private static int redriven(ConsumerRecord<byte[], byte[]> record) {
        return record.headers().lastHeader(HeaderNames.REDRIVEN) == null
                ? 0
                : Redriven.parse(text(record, HeaderNames.REDRIVEN))
                        .orElseThrow()
                        .times();
    }

    /** A record without a value is that of a subscription that is gone. */
    private static Instant until(byte @Nullable [] standing) {
        if (standing == null) {
            return Instant.MIN;
        }
        var until = json(standing).path("probation").path("until").asText();
        return until.isEmpty() || until.equals("null") ? Instant.MIN : Instant.parse(until);
    }

    private static JsonNode json(byte[] text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException("a record is no JSON", e);
        }
    }

    private static CommittedAttempt attempt(byte[] line, Instant appended) {
        var json = json(line);
        var ended = Instant.parse(json.path("ended").asText());
        return new CommittedAttempt(
                json.path("source").asText(),
                json.path("eventId").asText(),
                json.path("attempt").asInt(),
                json.path("outcome").asText(),
                json.path("status").asInt(EndpointRequest.NO_ANSWER),
                ended,
                appended,
                json.has("due") ? Instant.parse(json.path("due").asText()) : ended,
                ending(json),
                json.path("reason").asText());
    }

    private static Ending ending(JsonNode json) {
        return switch (json.path("verdict").asText()) {
            case "Delivered" -> Ending.DELIVERED;
            case "Retry" -> Ending.RETRY;
            case "Defer" -> Ending.DEFER;
            case "DeadLetter" -> Ending.DEAD_LETTER;
            case "Drop" -> Ending.DROP;
            case "" -> Ending.TOLD;
            default -> throw new IllegalStateException("unknown verdict in " + json);
        };
    }

    @Override
    public void close() {
        running = false;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
