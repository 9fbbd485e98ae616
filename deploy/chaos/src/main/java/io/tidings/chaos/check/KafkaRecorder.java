package io.tidings.chaos.check;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Redriven;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.runtime.kafka.KafkaClients;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Copies what the services commit to Kafka into the archive at once, because the worker purges finished records after a
 * minute. It waits for a broker as long as it takes; a record that is gone before it was read ends it.
 */
public final class KafkaRecorder implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(200);

    /** A new partition is read from its beginning before anything in it is a minute old. */
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(5);

    private final Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final List<String> copies;
    private final HistoryArchive archive;
    private final AtomicLong lines = new AtomicLong();
    private final AtomicReference<RuntimeException> failure = new AtomicReference<>();
    private final Thread thread;
    private volatile boolean running = true;

    /** Used by the thread of the recorder, once it runs. */
    private long looked;

    private KafkaRecorder(
            Consumer<byte[], byte[]> consumer, Topics topics, List<String> copies, HistoryArchive archive) {
        this.consumer = consumer;
        this.topics = topics;
        this.copies = List.copyOf(copies);
        this.archive = archive;
        this.thread = Thread.ofPlatform().name("recorder").unstarted(this::copy);
    }

    /**
     * Starts with the first record of all topics, which must exist.
     *
     * @param copies Kafka topics to which dead letters are copied
     */
    public static KafkaRecorder start(
            KafkaClients clients, Topics topics, List<String> copies, HistoryArchive archive) {
        var consumer = clients.consumer(Map.of(
                "isolation.level",
                "read_committed",
                "auto.offset.reset",
                "none",
                "enable.auto.commit",
                false,
                "max.poll.records",
                5_000,
                "metadata.max.age.ms",
                BETWEEN_LOOKS.toMillis(),
                // A cut connection must not keep the recorder from a broker that has come back.
                "reconnect.backoff.max.ms",
                500));
        var recorder = new KafkaRecorder(consumer, topics, copies, archive);
        recorder.follow();
        recorder.thread.start();
        return recorder;
    }

    /** Takes up partitions that have been added. */
    private void follow() {
        var all = new HashSet<>(consumer.assignment());
        var added = new ArrayList<TopicPartition>();
        var names = new ArrayList<>(copies);
        names.addAll(List.of(topics.deliveries(), topics.attempts(), topics.deadLetters(), topics.probation()));
        for (var name : names) {
            for (var info : consumer.partitionsFor(name)) {
                var partition = new TopicPartition(name, info.partition());
                if (all.add(partition)) {
                    added.add(partition);
                }
            }
        }
        if (!added.isEmpty()) {
            consumer.assign(all);
            consumer.seekToBeginning(added);
        }
        looked = System.nanoTime();
    }

    /**
     * The number of lines so far.
     *
     * @throws IllegalStateException when the recorder has ended
     */
    public long lines() {
        if (failure.get() != null) {
            throw new IllegalStateException("the history of Kafka is incomplete", failure.get());
        }
        return lines.get();
    }

    private void copy() {
        try (consumer) {
            while (running) {
                if (System.nanoTime() - looked > BETWEEN_LOOKS.toNanos()) {
                    follow();
                }
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
        var key = new String(record.key(), UTF_8);
        var at = Instant.ofEpochMilli(record.timestamp());
        if (key.equals(NumberOwners.KEY)) {
            return; // of no subscription
        }
        if (RecoveryTable.isKey(key)) {
            if (record.value() != null) {
                archive.writeMovedForward(name(key.substring(0, key.indexOf('#'))), at);
            }
        } else if (record.headers().lastHeader(HeaderNames.FORWARDED) == null) { // else a copy by a worker
            write(name(key), record, at);
        }
    }

    private static String name(String key) {
        return SubscriptionKey.parse(key).orElseThrow().name();
    }

    private void write(String name, ConsumerRecord<byte[], byte[]> record, Instant at) {
        var headers = new DeadLetterHeaders(record.headers());
        if (record.topic().equals(topics.attempts())) {
            archive.write(name, CommittedAttempt.of(line(record.value()), at));
        } else if (record.topic().equals(topics.probation())) {
            archive.write(name, new ProbationWindow(at, until(record)));
        } else if (record.topic().equals(topics.deliveries())) {
            var source = source(record) + (ofStart(record) ? MatchedDelivery.BY_START : "");
            archive.write(name, new MatchedDelivery(source, headers.eventId(), at, redriven(record)));
        } else if (copies.contains(record.topic())) {
            archive.write(CopiedLetters.of(name), deadLettered(headers, record));
        } else if (record.headers().lastHeader(HeaderNames.DEAD_LETTER_SINCE) == null) {
            archive.write(name, deadLettered(headers, record));
        }
    }

    private static DeadLettered deadLettered(DeadLetterHeaders headers, ConsumerRecord<byte[], byte[]> record) {
        var reason = Objects.requireNonNull(headers.reason(), "a dead letter without a reason");
        return new DeadLettered(source(record), headers.eventId(), reason, redriven(record));
    }

    /** Returns whether the job of a start in the past wrote the delivery. Such a job repeats no event. */
    private static boolean ofStart(ConsumerRecord<byte[], byte[]> record) {
        return HeaderText.orEmpty(record.headers(), HeaderNames.JOB).startsWith(StartPlaces.job(""));
    }

    private static String source(ConsumerRecord<byte[], byte[]> record) {
        return HeaderText.orEmpty(record.headers(), HeaderNames.SOURCE);
    }

    private static int redriven(ConsumerRecord<byte[], byte[]> record) {
        var text = HeaderText.of(record.headers(), HeaderNames.REDRIVEN);
        int times = text == null ? 0 : Redriven.parse(text).orElseThrow().times();
        return ofStart(record) ? times - 1 : times;
    }

    /** A record without a value is that of a deleted subscription. */
    private static Instant until(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return Instant.MIN;
        }
        try {
            var probation =
                    EndpointHealthRecord.read(record.headers(), record.value()).probation();
            return probation == null ? Instant.MIN : probation.until();
        } catch (IOException e) {
            throw new UncheckedIOException("a record of endpoint health is illegible", e);
        }
    }

    private static AttemptLine line(byte[] text) {
        try {
            return AttemptLine.read(text);
        } catch (IOException e) {
            throw new UncheckedIOException("a line of the attempts is illegible", e);
        }
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
