package io.tidings.export.log;

import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.contract.Topics;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * The partitions of the dead-letters topic that this exporter owns; reads one window of one of them at a time. All
 * other partitions are paused, so that long delays take no memory. Confined to the poll thread, except {@link
 * #assigned}.
 */
public final class DeadLetterConsumer implements AutoCloseable {
    private static final Duration POLL_TIMEOUT = Duration.ofMillis(100);
    private static final Duration HEARTBEAT_INTERVAL = Duration.ofSeconds(1);

    private final Consumer<byte[], byte[]> consumer;
    private final Admin admin;
    private final PartitionLogs logs;
    private final KafkaClientMetrics consumerMetrics;
    private final PartitionOwnership ownership;
    private final java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> seen;
    private final LoopWatch watch;
    private long lastPoll = System.nanoTime();

    /**
     * Joins the group.
     *
     * @param group that the progress belongs to
     * @param instance of this exporter in the group
     * @param seen told of every dead letter that is read
     * @param watch told of every poll, because between two of them one blob is written at most
     */
    public DeadLetterConsumer(
            KafkaClients clients,
            Topics topics,
            String group,
            String instance,
            ExporterMetrics metrics,
            java.util.function.Consumer<ConsumerRecord<byte[], byte[]>> seen,
            LoopWatch watch) {
        this.admin = clients.admin();
        this.consumer = clients.consumer(consumerSettings(group, instance));
        this.logs = new PartitionLogs(admin);
        this.seen = seen;
        this.watch = watch;
        this.ownership = new PartitionOwnership(consumer, logs, metrics);
        this.consumerMetrics = metrics.of(consumer);
        consumer.subscribe(List.of(topics.deadLetters()), ownership);
    }

    private static Map<String, Object> consumerSettings(String group, String instance) {
        var settings = new HashMap<String, Object>();
        settings.put("group.id", group);
        settings.put("group.protocol", "classic");
        settings.put("group.instance.id", instance);
        settings.put("partition.assignment.strategy", CooperativeStickyAssignor.class.getName());
        settings.put("session.timeout.ms", 10_000);
        settings.put("heartbeat.interval.ms", 3_000);
        settings.put("retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS);
        settings.put("enable.auto.commit", false);
        settings.put("auto.offset.reset", "none"); // a lost offset is counted, see PartitionOwnership
        settings.put("isolation.level", "read_committed");
        settings.put("allow.auto.create.topics", false);
        settings.put("fetch.max.wait.ms", 1_000); // a window of another partition waits for the end of a fetch
        settings.put(
                "default.api.timeout.ms", 120_000); // as long as a dead exporter's transaction may hide its offsets
        return settings;
    }

    public boolean assigned() {
        return ownership.assigned();
    }

    public List<ExportedPartition> owned() {
        return ownership.owned();
    }

    private boolean owns(ExportedPartition partition) {
        return ownership.owns(partition);
    }

    /** Reads the next record of each partition whose append time is not known yet, and stays in the group. */
    public void lookAhead(Duration patience) {
        var headless = owned().stream().filter(each -> each.head() == null).toList();
        headless.forEach(each -> moveTo(each, each.progress().next()));
        var records = poll(headless, patience);
        for (var each : headless) {
            var found = records.records(each.partition());
            if (!owns(each)) {
                continue;
            }
            if (found.isEmpty()) {
                each.progress().skipTo(consumer.position(each.partition())); // transaction markers
            } else {
                each.progress().skipTo(found.getFirst().offset());
                each.head(Instant.ofEpochMilli(found.getFirst().timestamp()));
                seen.accept(found.getFirst());
            }
        }
    }

    /** The end of the log, including open transactions. */
    public long end(ExportedPartition partition) {
        return logs.end(partition.partition());
    }

    /**
     * Passes the records of a range on, as long as the taker accepts them.
     *
     * @return the record that was not accepted, or that all were; empty if reading cannot continue now, because the
     *     partition was lost, the exporter stops, or a transaction is open
     */
    public Optional<ReadResult> read(
            ExportedPartition from,
            long first,
            long end,
            Predicate<ConsumerRecord<byte[], byte[]>> taker,
            BooleanSupplier running) {
        moveTo(from, first);
        while (running.getAsBoolean() && owns(from)) {
            var records = poll(List.of(from), POLL_TIMEOUT).records(from.partition());
            for (var record : records) {
                if (record.offset() >= end) {
                    return Optional.of(new ReadResult.Complete());
                }
                if (!taker.test(record)) {
                    return Optional.of(new ReadResult.StoppedAt(record));
                }
                seen.accept(record);
            }
            if (owns(from) && consumer.position(from.partition()) >= end) {
                return Optional.of(new ReadResult.Complete());
            }
            if (records.isEmpty() && heldByTransaction(from)) {
                return Optional.empty();
            }
        }
        return Optional.empty();
    }

    public sealed interface ReadResult {
        record Complete() implements ReadResult {}

        record StoppedAt(ConsumerRecord<byte[], byte[]> record) implements ReadResult {}
    }

    private boolean heldByTransaction(ExportedPartition partition) {
        if (!owns(partition)) {
            return false;
        }
        var readable = consumer.endOffsets(List.of(partition.partition())).get(partition.partition());
        return readable != null && consumer.position(partition.partition()) >= readable;
    }

    private void moveTo(ExportedPartition partition, long offset) {
        if (owns(partition) && consumer.position(partition.partition()) != offset) {
            consumer.seek(partition.partition(), offset);
        }
    }

    private ConsumerRecords<byte[], byte[]> poll(Collection<ExportedPartition> open, Duration patience) {
        Set<TopicPartition> closed = new HashSet<>(consumer.assignment());
        for (var each : open) {
            closed.remove(each.partition());
        }
        consumer.pause(closed);
        consumer.resume(open.stream()
                .filter(this::owns)
                .map(ExportedPartition::partition)
                .toList());
        lastPoll = System.nanoTime();
        watch.turned();
        return consumer.poll(patience);
    }

    /** Keeps the membership while blobs are being written, which may take long; reads nothing. */
    public void stayInGroup() {
        if (System.nanoTime() - lastPoll > HEARTBEAT_INTERVAL.toNanos()) {
            poll(List.of(), Duration.ZERO);
        }
    }

    /**
     * Commits one partition in the transaction of re-appended dead letters; returns false if that is not possible.
     *
     * @param postponed metadata about the window that begins at the offset; empty for none
     */
    boolean commit(ExportedPartition partition, long offset, String postponed, Reappender reappender) {
        return commit(partition, offset, postponed, reappender::commit);
    }

    /**
     * Commits one partition in a transaction; returns false if it was not committed.
     *
     * @param transaction commits these offsets for this member of the group with what it has to write
     */
    public boolean commit(
            ExportedPartition partition,
            long offset,
            String postponed,
            BiPredicate<Map<TopicPartition, OffsetAndMetadata>, ConsumerGroupMetadata> transaction) {
        if (!owns(partition)) {
            return false;
        }
        var offsets = Map.of(partition.partition(), PartitionOwnership.at(partition, offset, postponed));
        if (!transaction.test(offsets, consumer.groupMetadata())) {
            return false;
        }
        partition.progress().committed(offset);
        return true;
    }

    /** Commits the progress. A rebalance before it loses nothing, because the same blobs are written again. */
    public void commitProgress() {
        ownership.commitProgress();
    }

    @Override
    public void close() {
        watch.ended();
        consumerMetrics.close();
        consumer.close(CloseOptions.timeout(Duration.ZERO)); // a static member does not leave
        admin.close(Duration.ZERO);
    }
}
