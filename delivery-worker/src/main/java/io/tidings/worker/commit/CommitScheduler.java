package io.tidings.worker.commit;

import io.tidings.contract.ClockReading;
import io.tidings.runtime.kafka.CommitResult;
import io.tidings.runtime.kafka.CommitResult.Fatal;
import io.tidings.runtime.kafka.CommitResult.Refused;
import io.tidings.runtime.kafka.CommitResult.Retryable;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.Cut;
import io.tidings.worker.partition.OrderedDeliveries;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
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
 *    ^                  │ aborted
 *    └──────────────────┘ everything is given back; the next cut is half as large
 * </pre>
 */
public final class CommitScheduler {
    private static final Logger log = LoggerFactory.getLogger(CommitScheduler.class);

    /** All metadata of one commit is one batch of the broker's offsets topic, which accepts 1 MB. */
    private static final int MAX_METADATA = 512 * 1024;

    static final int MAX_RECORDS = 5_000;
    static final long MAX_BYTES = 8L * 1024 * 1024;
    static final int MOST_HALVINGS = 6;

    private final Commits committer;
    private final Executor pollThread;
    private final Supplier<ConsumerGroupMetadata> group;
    private final Duration interval;
    private final Duration quietInterval;
    private final CommitListener listener;
    private final UncommittedAge<AssignedPartition> uncommitted;
    private final CountsWriter counts;
    private List<Cut> content = List.of();
    private Map<OrderedDeliveries, List<ProducerRecord<byte[], byte[]>>> snapshots = Map.of();
    private int firstPartition;
    private int halvings;
    private boolean underWay;
    private @Nullable ClockReading lastBegun;
    private @Nullable KafkaException lost;

    @FunctionalInterface
    public interface CommitListener {
        void upTo(TopicPartition partition, long offset);
    }

    /** Runs one transaction after the other, on another thread. */
    @FunctionalInterface
    public interface Commits {
        void commit(TransactionContent content, Consumer<CommitResult> done);
    }

    /**
     * @param group the consumer's present metadata; called on the poll thread only
     * @param interval between two transactions
     * @param quietInterval the same while a few successes are all that there is to commit
     */
    public CommitScheduler(
            Commits committer,
            Executor pollThread,
            Supplier<ConsumerGroupMetadata> group,
            Duration interval,
            Duration quietInterval,
            CommitListener listener,
            UncommittedAge<AssignedPartition> uncommitted,
            CountsWriter counts) {
        this.committer = committer;
        this.pollThread = pollThread;
        this.group = group;
        this.interval = interval;
        this.quietInterval = quietInterval;
        this.listener = listener;
        this.uncommitted = uncommitted;
        this.counts = counts;
    }

    /**
     * Remembers since when there are results to commit. What wide gaps of a former release keep out of commits does not
     * count: it waits for requests, which would wait for it.
     */
    public void lookForResults(Collection<AssignedPartition> partitions, ClockReading now) {
        uncommitted.forgetIf(each -> !each.owned());
        for (var partition : partitions) {
            if (partition.changed() && !partition.results().progress().reachesBeyond()) {
                uncommitted.finished(partition, partition.results().round(), now);
            }
        }
    }

    public void commitWhenDue(Collection<AssignedPartition> partitions, ClockReading now) {
        lookForResults(partitions, now);
        if (!untilDue(partitions, now).isPositive()) {
            commitNow(partitions, now);
        }
    }

    /** Returns how long until a transaction begins; empty if more results, or the end of one, must come before. */
    public Optional<Duration> untilNext(Collection<AssignedPartition> partitions, ClockReading now) {
        return underWay || partitions.stream().noneMatch(AssignedPartition::changed)
                ? Optional.empty()
                : Optional.of(untilDue(partitions, now));
    }

    private Duration untilDue(Collection<AssignedPartition> partitions, ClockReading now) {
        if (lastBegun == null) {
            return Duration.ZERO;
        }
        boolean presses = partitions.stream().anyMatch(AssignedPartition::presses);
        return (presses ? interval : quietInterval).minus(now.since(lastBegun));
    }

    public void commitNow(Collection<AssignedPartition> partitions, ClockReading now) {
        if (lost != null) {
            throw lost;
        }
        if (underWay) {
            return;
        }
        lookForResults(partitions, now);
        content = cut(partitions, now);
        if (!content.isEmpty()) {
            underWay = true;
            lastBegun = now;
            committer.commit(batch(now), result -> pollThread.execute(() -> ended(result)));
        }
    }

    public boolean settled(Collection<AssignedPartition> partitions) {
        return !underWay && partitions.stream().noneMatch(AssignedPartition::changed);
    }

    private TransactionContent batch(ClockReading now) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var foreign = new ArrayList<ProducerRecord<byte[], byte[]>>();
        var offsets = new HashMap<TopicPartition, OffsetAndMetadata>();
        for (var cut : content) {
            records.addAll(cut.records());
            cut.writes().forEach(write -> foreign.add(write.record()));
            offsets.put(cut.partition().partition(), cut.position());
        }
        snapshots.values().forEach(records::addAll); // behind the changes that they tell
        records.addAll(counts.of(content, now.wall()));
        return new TransactionContent(records, foreign, offsets, group.get());
    }

    /** Begins after the last partition of the previous transaction, so that no partition is starved. */
    private List<Cut> cut(Collection<AssignedPartition> partitions, ClockReading now) {
        var rotated = new ArrayList<>(partitions);
        Collections.rotate(rotated, -firstPartition % Math.max(1, rotated.size()));
        var cuts = new ArrayList<Cut>();
        int metadata = 0;
        int records = MAX_RECORDS >> halvings;
        long bytes = MAX_BYTES >> halvings;
        for (var partition : rotated) {
            if (metadata >= MAX_METADATA || records <= 0 || bytes <= 0) {
                break;
            }
            firstPartition = (firstPartition + 1) % rotated.size();
            if (!partition.changed() || !partition.results().tellable()) { // else requests in flight must end before
                continue;
            }
            var cut = partition.results().cut(records, bytes);
            cuts.add(cut);
            metadata += cut.position().metadata().length();
            records -= cut.size();
            bytes -= cut.bytes();
        }
        snapshots = snapshots(cuts, partitions, now);
        return cuts;
    }

    /**
     * Returns the snapshots that are due. A snapshot tells of everything that has changed, so no change of its number
     * may wait for a later transaction, nor for the end of this one.
     */
    private static Map<OrderedDeliveries, List<ProducerRecord<byte[], byte[]>>> snapshots(
            List<Cut> cuts, Collection<AssignedPartition> partitions, ClockReading now) {
        var snapshots = new LinkedHashMap<OrderedDeliveries, List<ProducerRecord<byte[], byte[]>>>();
        for (var cut : cuts) {
            var order = cut.partition().order();
            if (!snapshots.containsKey(order)
                    && order.snapshotDue(now.wall())
                    && cuts.stream()
                            .allMatch(each -> each.writes().isEmpty()
                                    || each.partition().number()
                                            != cut.partition().number())
                    && partitions.stream()
                            .noneMatch(each -> each.number() == cut.partition().number() && each.changed())) {
                snapshots.put(order, order.snapshot(now.wall()));
            }
        }
        return snapshots;
    }

    private void ended(CommitResult result) {
        underWay = false;
        var ended = content;
        content = List.of();
        switch (result) {
            case CommitResult.Committed(var offsets) -> {
                counts.committed();
                committed(ended, offsets);
            }
            case Retryable(String why) -> {
                halvings = Math.min(halvings + 1, MOST_HALVINGS);
                log.info("a transaction was aborted, and what it holds is sent again: {}", why);
                giveBack(ended);
            }
            case Refused(var records) -> {
                giveBack(ended);
                ended.forEach(cut -> refuse(cut, records));
            }
            case Fatal(var cause) -> lost = cause;
        }
    }

    /** @param offsets of the records, in the order in which the cuts name them */
    private void committed(List<Cut> ended, List<Long> offsets) {
        halvings = Math.max(halvings - 1, 0);
        var offset = offsets.iterator();
        for (var cut : ended) {
            var partition = cut.partition();
            var order = partition.order();
            for (var record : cut.records()) {
                long at = offset.next();
                if (partition.owned()) {
                    order.written(record, at);
                }
            }
            cut.writes().forEach(write -> write.end().committed());
            if (partition.owned()) {
                order.told(cut);
                partition.results().committed(cut.position().offset());
                uncommitted.committed(partition, partition.results().uncommittedRound());
                listener.upTo(partition.partition(), cut.position().offset());
            }
        }
        snapshots.forEach((order, records) -> {
            long first = offset.next();
            records.stream().skip(1).forEach(_ -> offset.next());
            if (order.waiting().owned()) {
                order.snapshotWritten();
                listener.upTo(order.indexPartition(), first);
            }
        });
    }

    private static void giveBack(List<Cut> aborted) {
        for (var cut : aborted) {
            if (cut.partition().owned()) {
                cut.partition().results().giveBack(cut);
            }
        }
    }

    private static void refuse(Cut aborted, Map<ProducerRecord<byte[], byte[]>, KafkaException> refused) {
        for (var write : aborted.writes()) {
            var failure = refused.get(write.record());
            if (failure != null && aborted.partition().owned()) {
                aborted.partition().results().withdraw(write);
                write.end().refused(failure);
            }
        }
    }
}
