package io.tidings.worker.commit;

import static java.util.Objects.requireNonNull;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Refused;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.Cut;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts the records finished since the last transaction into the next one: what it parks, and the offsets that count
 * the records as finished (decisions 2 and 3). Confined to the poll thread.
 *
 * <pre>
 *           cut                    ended: committed
 *  idle ──────────> under way ─────────────────────> idle
 *                    ^      │ retryable
 *                    └──────┘ the same content again, less lost partitions and refused records
 * </pre>
 */
public final class CommitScheduler {
    private static final Logger log = LoggerFactory.getLogger(CommitScheduler.class);

    /** All metadata of one commit is one batch of the broker's offsets topic, which accepts 1 MB. */
    private static final int MAX_METADATA = 512 * 1024;

    private static final long MAX_BYTES = 16L * 1024 * 1024;

    private final Committer committer;
    private final Executor pollThread;
    private final Supplier<ConsumerGroupMetadata> group;
    private final Duration interval;
    private final CommitListener listener;
    private final UncommittedAge<AssignedPartition> uncommitted;
    private List<Cut> content = List.of();
    private int firstPartition;
    private boolean underWay;
    private @Nullable ClockReading lastBegun;
    private @Nullable KafkaException lost;

    @FunctionalInterface
    public interface CommitListener {
        void upTo(AssignedPartition partition, long offset);
    }

    /** @param group the consumer's present metadata; called on the poll thread only */
    public CommitScheduler(
            Committer committer,
            Executor pollThread,
            Supplier<ConsumerGroupMetadata> group,
            Duration interval,
            CommitListener listener,
            UncommittedAge<AssignedPartition> uncommitted) {
        this.committer = committer;
        this.pollThread = pollThread;
        this.group = group;
        this.interval = interval;
        this.listener = listener;
        this.uncommitted = uncommitted;
    }

    public void commitWhenDue(Collection<AssignedPartition> partitions, ClockReading now) {
        if (!uncommitted.waiting() && partitions.stream().anyMatch(AssignedPartition::changed)) {
            uncommitted.finished(now);
        }
        if (lastBegun == null || now.since(lastBegun).compareTo(interval) >= 0) {
            commitNow(partitions, now);
        }
    }

    public void commitNow(Collection<AssignedPartition> partitions, ClockReading now) {
        if (lost != null) {
            throw lost;
        }
        if (underWay) {
            return;
        }
        content = content.isEmpty()
                ? cut(partitions, now)
                : content.stream().filter(cut -> cut.partition().owned()).toList();
        if (!content.isEmpty()) {
            underWay = true;
            lastBegun = now;
            committer.commit(batch(), result -> pollThread.execute(() -> ended(result)));
        }
    }

    public boolean settled(Collection<AssignedPartition> partitions) {
        return !underWay && content.isEmpty() && partitions.stream().noneMatch(AssignedPartition::changed);
    }

    boolean underWay() {
        return underWay;
    }

    private TransactionContent batch() {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var foreign = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var cut : content) {
            records.addAll(cut.records());
            cut.writes().forEach(write -> foreign.add(write.record()));
            offsets.put(cut.partition().partition(), cut.position());
        }
        return new TransactionContent(records, foreign, offsets, group.get());
    }

    /** Begins after the last partition of the previous transaction, so that no partition is starved. */
    private List<Cut> cut(Collection<AssignedPartition> partitions, ClockReading now) {
        var rotated = new ArrayList<>(partitions);
        Collections.rotate(rotated, -firstPartition % Math.max(1, rotated.size()));
        var cuts = new ArrayList<Cut>();
        var taken = new HashSet<AssignedPartition>();
        int metadata = 0;
        long bytes = 0;
        for (var partition : rotated) {
            if (metadata >= MAX_METADATA || bytes >= MAX_BYTES) {
                break;
            }
            firstPartition = (firstPartition + 1) % rotated.size();
            if (!partition.changed() || taken.contains(partition)) {
                continue;
            }
            var order = partition.order();
            boolean together = order != null && order.changed();
            var number = together ? ofNumber(partition.number(), rotated, taken) : List.of(partition);
            if (together && !number.stream().allMatch(AssignedPartition::fits)) {
                continue; // requests in flight must end before
            }
            for (var each : number) {
                taken.add(each);
                var cut = each.cut(together ? Long.MAX_VALUE : MAX_BYTES - bytes);
                cuts.add(cut);
                metadata += cut.position().metadata().length();
                bytes += cut.bytes();
            }
        }
        var left = partitions.stream().filter(each -> each.changed() && !taken.contains(each));
        uncommitted.cut(taken, left.toList(), now);
        return cuts;
    }

    /** The table of order keys tells of all partitions of a number, so that one transaction must write them (B-LANE-2). */
    private static List<AssignedPartition> ofNumber(
            int number, List<AssignedPartition> partitions, Set<AssignedPartition> taken) {
        return partitions.stream()
                .filter(each -> each.number() == number && each.changed() && !taken.contains(each))
                .toList();
    }

    private void ended(CommitResult result) {
        underWay = false;
        switch (result) {
            case CommitResult.Committed() -> {
                for (var cut : content) {
                    cut.writes().forEach(write -> write.end().committed());
                    if (cut.partition().owned()) {
                        cut.partition().committed(cut.position().offset());
                        listener.upTo(cut.partition(), cut.position().offset());
                    }
                }
                content = List.of();
                uncommitted.committed();
            }
            case Retryable(String why) -> log.info("a transaction was aborted and is sent again: {}", why);
            case Refused(var records) ->
                content = content.stream()
                        .filter(cut -> cut.partition().owned())
                        .map(cut -> withoutRefused(cut, records))
                        .toList();
            case Fatal(var cause) -> lost = cause;
        }
    }

    private static Cut withoutRefused(Cut cut, Map<ProducerRecord<byte[], byte[]>, KafkaException> refused) {
        var writes = cut.writes().stream()
                .filter(each -> refused.containsKey(each.record()))
                .toList();
        return writes.isEmpty()
                ? cut
                : cut.partition()
                        .withoutRefused(
                                cut, writes, each -> each.end().refused(requireNonNull(refused.get(each.record()))));
    }
}
