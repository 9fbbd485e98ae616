package io.tidings.worker;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.worker.group.StartingPoint;
import io.tidings.worker.progress.Gaps;
import io.tidings.worker.verdict.Jitter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which partitions this worker owns, from the moment it is given them to the moment it gives them back.
 *
 * <pre>
 *  assigned ──> asking where to start (paused) ──> started ──> revoked: drained, committed, forgotten
 *                                                     └──────> lost: forgotten
 * </pre>
 *
 * <p>Confined to the poll thread, on which the consumer calls it.
 */
final class Ownership implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(Ownership.class);

    /** How much longer than its stay and its jitter a tier's head is waited for. */
    private static final Duration CLOCK_PATIENCE = Duration.ofSeconds(5);

    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final Topics topics;
    private final RetryLadder ladder;
    private final Jitter jitter;
    private final Knowledge knowledge;
    private final WorkerMetrics metrics;
    private final UntakenPartitions untaken;
    private final Executor pollThread;
    private final Consumer<Collection<OwnedPartition>> drain;
    private final Map<TopicPartition, OwnedPartition> owned = new HashMap<>();
    private List<OwnedPartition> partitions = List.of();
    private boolean assigned;
    private boolean shrunk;
    private @Nullable Throwable failure;

    /** What must be known of partitions before anything is sent for them. */
    @FunctionalInterface
    interface Knowledge {
        /** Waits until it is known. */
        Map<TopicPartition, Inheritance> of(Collection<TopicPartition> partitions);
    }

    /** @param drain finishes and commits what was begun for partitions that are about to go */
    Ownership(
            WorkerConfig config,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            Knowledge knowledge,
            WorkerMetrics metrics,
            UntakenPartitions untaken,
            Executor pollThread,
            Consumer<Collection<OwnedPartition>> drain) {
        this.consumer = consumer;
        this.topics = config.kafka().topics();
        this.ladder = config.retries().ladder();
        this.jitter = config.retries().jitter();
        this.knowledge = knowledge;
        this.metrics = metrics;
        this.untaken = untaken;
        this.pollThread = pollThread;
        this.drain = drain;
    }

    /** What is owned now. */
    List<OwnedPartition> partitions() {
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
        return partitions;
    }

    @Nullable
    OwnedPartition of(TopicPartition partition) {
        return owned.get(partition);
    }

    /** Whether partitions have gone since this was asked last. */
    boolean shrunk() {
        boolean since = shrunk;
        shrunk = false;
        return since;
    }

    /** Whether a rebalance has come to its end and all that is owned has started. */
    boolean complete() {
        return assigned && partitions.stream().allMatch(OwnedPartition::started);
    }

    /** Joins the group again, which says what is owned: nobody may have heard of this worker for longer than a session. */
    void askAgain() {
        assigned = false;
        consumer.enforceRebalance("the steady clock has a hole");
    }

    /** Whether the group has said what is owned, since it was asked again. */
    boolean confirmed() {
        return assigned;
    }

    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> added) {
        assigned = true;
        if (added.isEmpty()) {
            return;
        }
        consumer.pause(added);
        for (var partition : added) {
            // A placeholder: with a position a poll neither asks for one nor fetches while it is paused.
            consumer.seek(partition, 0);
            RetryTier tier = topics.tierOf(partition.topic()).orElse(null);
            owned.put(partition, new OwnedPartition(partition, tier, ladder, maxHeadWait()));
        }
        partitions = List.copyOf(owned.values());
        log.info("owns {} partitions, {} of them new", owned.size(), added.size());
        askWhereToStart(added.stream().map(owned::get).toList());
    }

    private Duration maxHeadWait() {
        return jitter.most().plus(CLOCK_PATIENCE);
    }

    private void askWhereToStart(List<OwnedPartition> added) {
        var names = added.stream().map(OwnedPartition::partition).toList();
        Thread.ofVirtual().name("starting-points").start(() -> {
            try {
                var inherited = knowledge.of(names);
                pollThread.execute(() -> start(added, inherited));
            } catch (RuntimeException | Error e) { // partitions that never start must not look owned
                pollThread.execute(() -> failure = e);
            }
        });
    }

    private void start(List<OwnedPartition> added, Map<TopicPartition, Inheritance> inherited) {
        for (var partition : added) {
            var inheritance = inherited.get(partition.partition());
            if (!partition.owned()) {
                continue;
            }
            if (inheritance == null) {
                untaken.add(partition.partition());
            } else {
                tellLoss(partition, inheritance.point());
                partition.start(inheritance, Gaps.MAX_TEXT);
                consumer.seek(
                        partition.partition(), inheritance.point().position().offset());
            }
        }
    }

    private void tellLoss(OwnedPartition partition, StartingPoint point) {
        point.start().loss(partition.partition().toString()).ifPresent(loss -> {
            metrics.lost(point.start().lost());
            log.error(loss);
        });
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        var going = going(revoked);
        if (!going.isEmpty()) {
            drain.accept(going);
            forget(going);
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> gone) {
        var going = going(gone);
        if (!going.isEmpty()) {
            log.warn("{} partitions belong to somebody else now", going.size());
            forget(going);
        }
    }

    /** Forgets everything, when the session is over: a consumer that is closed has nothing left to drain. */
    void forgetAll() {
        forget(List.copyOf(owned.values()));
    }

    private List<OwnedPartition> going(Collection<TopicPartition> names) {
        var going = new ArrayList<OwnedPartition>();
        for (var name : names) {
            var partition = owned.get(name);
            if (partition != null) {
                going.add(partition);
            }
        }
        return going;
    }

    private void forget(List<OwnedPartition> going) {
        for (var partition : going) {
            partition.disown();
            owned.remove(partition.partition());
        }
        untaken.removeAll(going.stream().map(OwnedPartition::partition).toList());
        partitions = List.copyOf(owned.values());
        shrunk |= !going.isEmpty();
    }
}
