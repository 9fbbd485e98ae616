package io.tidings.export.copy;

import io.tidings.contract.Topics;
import io.tidings.export.log.DeadLetterConsumer;
import io.tidings.export.log.DeadLetterConsumer.ReadResult;
import io.tidings.export.log.ExportedPartition;
import io.tidings.export.write.ExportDropReason;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.Transactions;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.runtime.session.Session;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Copies the dead letters of one Kafka topic of their owner, each batch in one transaction with its offset. The group of
 * consumers is its own, so a topic that takes nothing keeps only its own letters waiting, in the log.
 *
 * <pre>
 *   look ahead ──> read a batch ──> ask for the topic ──> copies and offset in one transaction
 *        ^                                 │ takes nothing
 *        └──────────── backoff <───────────┘
 * </pre>
 */
public final class CopySession implements Session {
    private static final Logger log = LoggerFactory.getLogger(CopySession.class);
    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final int MOST_LETTERS = 500;
    private static final int MOST_BYTES = 8 * 1024 * 1024;

    /** So that progress is committed now and then, also if nothing is copied. */
    private static final int MOST_READ = 10_000;

    private static final Transactions.Limits LIMITS = new Transactions.Limits(
                    Duration.ofSeconds(60), Duration.ofSeconds(20), Duration.ofSeconds(10))
            .forForeignTopics();

    private final CopyTarget target;
    private final ExporterMetrics metrics;
    private final InstantSource clock;
    private final Transactions transactions;
    private final Admin admin;
    private final TopicCheck check;
    private final DeadLetterConsumer deadLetters;
    private int round;
    private volatile boolean running = true;

    /** The letters of one pass. */
    private final class Batch {
        private final List<CopiedLetter> letters = new ArrayList<>();
        private long bytes;
        private int read;
        private long next;

        Batch(long first) {
            next = first;
        }

        boolean take(ConsumerRecord<byte[], byte[]> record) {
            if (letters.size() >= MOST_LETTERS || bytes >= MOST_BYTES || read >= MOST_READ) {
                return false;
            }
            CopiedLetter.of(record, target.name()).ifPresent(letter -> {
                letters.add(letter);
                bytes += letter.bytes();
            });
            read++;
            next = record.offset() + 1;
            return true;
        }
    }

    /**
     * Joins the group of the target.
     *
     * @param instance of this exporter
     * @param clock monotonic
     */
    public CopySession(
            KafkaClients clients,
            Topics topics,
            String instance,
            CopyTarget target,
            ExporterMetrics metrics,
            LoopWatch watch,
            InstantSource clock) {
        this.target = target;
        this.metrics = metrics;
        this.clock = clock;
        // Opened first: the committed offsets of a predecessor's open transaction cannot be read.
        transactions =
                Transactions.open(clients, topics.exportersGroup() + "-" + instance + "/" + target.name(), LIMITS);
        metrics.bind(transactions);
        admin = clients.admin();
        check = new TopicCheck(admin);
        try {
            deadLetters = new DeadLetterConsumer(
                    clients, topics, topics.copiersGroup(target.name()), instance, metrics, _ -> {}, watch);
        } catch (RuntimeException e) {
            closeWriter();
            throw e;
        }
    }

    @Override
    public void run() {
        while (running) {
            deadLetters.lookAhead(mayCopy() ? Duration.ZERO : IDLE);
            var partitions = new ArrayList<>(deadLetters.owned());
            Collections.rotate(partitions, ++round); // or the first one would use up each try of a topic that is away
            for (var partition : partitions) {
                if (running && partition.head() != null && !target.rests(clock.instant())) {
                    copy(partition);
                }
            }
            deadLetters.commitProgress();
        }
    }

    private boolean mayCopy() {
        return !target.rests(clock.instant())
                && deadLetters.owned().stream().anyMatch(partition -> partition.head() != null);
    }

    private void copy(ExportedPartition partition) {
        long end = deadLetters.end(partition);
        var batch = new Batch(partition.progress().next());
        var read = deadLetters.read(partition, batch.next, end, batch::take, () -> running);
        if (read.filter(ReadResult.Complete.class::isInstance).isPresent()) {
            batch.next = Math.max(batch.next, end);
        }
        if (batch.letters.isEmpty() || copied(partition, batch.letters, batch.next)) {
            pass(partition, batch.next, head(read.orElse(null)));
        }
    }

    private static @Nullable Instant head(@Nullable ReadResult read) {
        return read instanceof ReadResult.StoppedAt(var record) ? Instant.ofEpochMilli(record.timestamp()) : null;
    }

    private static void pass(ExportedPartition partition, long next, @Nullable Instant head) {
        partition.progress().skipTo(next);
        partition.head(head);
    }

    /** Returns false if the letters wait, or if some were dropped and the rest is read again. */
    private boolean copied(ExportedPartition partition, List<CopiedLetter> letters, long next) {
        var begun = clock.instant();
        var problem = check.problem(target.kafkaTopic());
        if (problem.isPresent()) {
            unavailable(partition, letters, next, begun, problem.get());
            return false;
        }
        var refused = new IdentityHashMap<CopiedLetter, ExportDropReason>();
        letters.stream()
                .filter(letter -> !target.allows(letter))
                .forEach(letter -> refused.put(letter, ExportDropReason.TOPIC_NOT_ALLOWED));
        while (refused.size() < letters.size()) {
            var copies = new LinkedHashMap<ProducerRecord<byte[], byte[]>, CopiedLetter>();
            letters.stream()
                    .filter(letter -> !refused.containsKey(letter))
                    .forEach(letter -> copies.put(letter.to(target.kafkaTopic()), letter));
            var result = new TransactionEnd(copies.keySet());
            if (deadLetters.commit(partition, next, "", result::commit)) {
                copies.values().forEach(letter -> metrics.copied(letter.subscription()));
                break;
            }
            for (var each : result.refusals.entrySet()) {
                var reason = reason(each.getValue());
                var letter = copies.get(each.getKey());
                if (reason == null || letter == null) {
                    unavailable(
                            partition,
                            letters,
                            next,
                            begun,
                            String.valueOf(each.getValue().getMessage()));
                    return false;
                }
                refused.put(letter, reason);
            }
            if (result.refusals.isEmpty()) {
                return false;
            }
        }
        refused.forEach(this::drop);
        if (target.responded()) {
            log.info("Kafka topic {} takes dead letters again", target.kafkaTopic());
        }
        return true;
    }

    /** One transaction, and the records that brokers refused in it. */
    private final class TransactionEnd {
        private final List<ProducerRecord<byte[], byte[]>> copies;
        private Map<ProducerRecord<byte[], byte[]>, KafkaException> refusals = Map.of();

        TransactionEnd(Collection<ProducerRecord<byte[], byte[]>> copies) {
            this.copies = List.copyOf(copies);
        }

        boolean commit(Map<TopicPartition, OffsetAndMetadata> offsets, ConsumerGroupMetadata group) {
            return switch (transactions.commit(List.of(), copies, offsets, group)) {
                case CommitResult.Committed _ -> true;
                case CommitResult.Retryable(var why) -> {
                    log.info("dead letters are copied later: {}", why);
                    yield false;
                }
                case CommitResult.Refused(var records) -> {
                    refusals = records;
                    yield false;
                }
                case CommitResult.Fatal(var cause) -> throw cause;
            };
        }
    }

    /** Returns null for a failure that is about the topic and not about the record. */
    private static @Nullable ExportDropReason reason(KafkaException failure) {
        return failure instanceof RecordTooLargeException ? ExportDropReason.RECORD_TOO_LARGE : null;
    }

    /** Drops the letters that were tried now and whose time is up; all others wait in the log. */
    private void unavailable(
            ExportedPartition partition, List<CopiedLetter> letters, long next, Instant begun, String reason) {
        var now = clock.instant();
        if (target.failed(begun, now)) {
            log.error("dead letters for Kafka topic {} wait, because {}", target.kafkaTopic(), reason);
        }
        var dropped = letters.stream()
                .takeWhile(letter -> target.timeIsUp(letter, now))
                .toList();
        dropped.forEach(letter -> drop(letter, ExportDropReason.STORAGE_UNAVAILABLE));
        if (!dropped.isEmpty()) {
            boolean all = dropped.size() == letters.size();
            pass(partition, all ? next : letters.get(dropped.size()).record().offset(), null);
            target.tryAtOnce();
        }
    }

    private void drop(CopiedLetter letter, ExportDropReason reason) {
        metrics.dropped(reason, letter.subscription(), 1);
        log.warn(
                "the dead letter {}-{}@{} of {} is not copied to Kafka topic {}, {}: {}",
                letter.record().topic(),
                letter.record().partition(),
                letter.record().offset(),
                letter.subscription(),
                target.kafkaTopic(),
                reason.wireName(),
                reason.advice());
    }

    @Override
    public boolean ready() {
        return running && deadLetters.assigned() && target.available();
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public void close() {
        deadLetters.close();
        closeWriter();
    }

    private void closeWriter() {
        admin.close(Duration.ZERO);
        transactions.close(Duration.ZERO);
    }
}
