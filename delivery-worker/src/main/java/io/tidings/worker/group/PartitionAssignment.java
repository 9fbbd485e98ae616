package io.tidings.worker.group;

import io.tidings.contract.counts.NumberCounts;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.partition.PartitionStart;
import io.tidings.worker.telemetry.UntakenPartitions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that this worker owns, from their assignment to their revocation.
 *
 * <pre>
 *  assigned ──> asking where to start (paused) ──> started ──> revoked: drained, committed, forgotten
 *                  │  ^ topic unknown                 └──────> lost: forgotten
 *                  └──┘
 * </pre>
 *
 * <p>Confined to the poll thread, on which the consumer calls it.
 */
public final class PartitionAssignment implements ConsumerRebalanceListener {
    private static final Logger log = LoggerFactory.getLogger(PartitionAssignment.class);

    private static final Executor ASIDE =
            task -> Thread.ofVirtual().name("starting-points").start(task);
    private static final Executor LATER = CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS, ASIDE);

    private final LadderPartitions ladder;
    private final org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer;
    private final Handover handover;
    private final UntakenPartitions untaken;
    private final Executor pollThread;
    private final Drain drain;
    private final Map<TopicPartition, AssignedPartition> owned = new HashMap<>();
    private List<AssignedPartition> partitions = List.of();
    private boolean assigned;
    private boolean shrunk;
    private @Nullable Throwable failure;

    /** Finds out what must be known of partitions before deliveries of them are sent. */
    @FunctionalInterface
    interface Handover {
        Inheritance of(Collection<TopicPartition> partitions);
    }

    /** Finishes and commits the work of some of the owned partitions. */
    @FunctionalInterface
    public interface Drain {
        void of(Collection<AssignedPartition> going, Collection<AssignedPartition> owned);
    }

    /**
     * The start of a new owner; the brokers do not know the topics of partitions that are in neither.
     *
     * @param unreadable have a commit that cannot be read
     */
    record Inheritance(Map<TopicPartition, PartitionStart> starts, Set<TopicPartition> unreadable) {}

    /** @param drain called before partitions are revoked */
    public PartitionAssignment(
            LadderPartitions ladder,
            org.apache.kafka.clients.consumer.Consumer<byte[], byte[]> consumer,
            Handover handover,
            UntakenPartitions untaken,
            Executor pollThread,
            Drain drain) {
        this.ladder = ladder;
        this.consumer = consumer;
        this.handover = handover;
        this.untaken = untaken;
        this.pollThread = pollThread;
        this.drain = drain;
    }

    public List<AssignedPartition> partitions() {
        switch (failure) {
            case null -> {}
            case RuntimeException e -> throw e;
            case Error e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
        return partitions;
    }

    @Nullable
    public AssignedPartition of(TopicPartition partition) {
        return owned.get(partition);
    }

    /** Takes whether partitions were lost since the last call. */
    public boolean takeShrunk() {
        boolean since = shrunk;
        shrunk = false;
        return since;
    }

    public boolean complete() {
        return assigned && partitions.stream().allMatch(AssignedPartition::started);
    }

    /** Rejoins the group, which then confirms what is owned: it may have given up this worker in the meantime. */
    public void askAgain() {
        assigned = false;
        consumer.enforceRebalance("the monotonic clock has a gap");
    }

    /** Asks the group to share out all partitions again; what is owned stays owned until then. */
    void shareAgain(Set<TopicPartition> ownerless) {
        log.warn("the group has overlooked {} partitions, which were added, and shares again", ownerless.size());
        consumer.enforceRebalance("partitions without an owner");
    }

    /** Returns whether the group has confirmed the ownership since {@link #askAgain}. */
    public boolean confirmed() {
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
            // With any position, a poll of the paused partition neither looks up one nor fetches.
            consumer.seek(partition, 0);
            owned.put(partition, ladder.assigned(partition));
        }
        partitions = List.copyOf(owned.values());
        log.info("owns {} partitions, {} of them new", owned.size(), added.size());
        askWhereToStart(added.stream().map(owned::get).toList(), ASIDE);
    }

    private void askWhereToStart(List<AssignedPartition> added, Executor thread) {
        var names = added.stream().map(AssignedPartition::partition).toList();
        thread.execute(() -> {
            try {
                var inherited = handover.of(names);
                pollThread.execute(() -> start(added, inherited));
            } catch (RuntimeException | Error e) { // partitions that never start must not look owned
                pollThread.execute(() -> failure = e);
            }
        });
    }

    private void start(List<AssignedPartition> added, Inheritance inherited) {
        var unknown = new ArrayList<AssignedPartition>();
        for (var partition : added) {
            if (!partition.owned()) {
                continue;
            }
            var start = inherited.starts().get(partition.partition());
            if (start != null) {
                untaken.removeAll(List.of(partition.partition()));
                partition.start(shared(partition.number(), start));
                own(partition.order(), partition.counts());
                consumer.seek(partition.partition(), start.point().position().offset());
            } else if (inherited.unreadable().contains(partition.partition())) {
                untaken.add(partition.partition(), UntakenPartitions.Reason.COMMIT_UNREADABLE);
            } else {
                untaken.add(partition.partition(), UntakenPartitions.Reason.TOPIC_UNKNOWN);
                unknown.add(partition);
            }
        }
        partitions = List.copyOf(owned.values());
        if (!unknown.isEmpty()) {
            // A broker that has just started may not know all topics yet, and no rebalance may follow when it does.
            askWhereToStart(unknown, LATER);
        }
    }

    /** Takes over the log of what waits, which belongs to the owner of its number. */
    private void own(OrderedDeliveries order, NumberCounts counts) {
        if (!owned.containsKey(order.waiting().partition())) {
            order.waiting().countIn(counts);
            owned.put(order.waiting().partition(), order.waiting());
        }
    }

    /** The partitions of a number share its order and its counts, whenever they are started. */
    private PartitionStart shared(int number, PartitionStart start) {
        for (var each : owned.values()) {
            if (each.number() == number && each.started()) {
                return start.with(each.order(), each.counts());
            }
        }
        return start;
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> revoked) {
        var going = going(revoked);
        if (!going.isEmpty()) {
            drain.of(going, partitions);
            forget(going);
        }
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> gone) {
        var going = going(gone);
        if (!going.isEmpty()) {
            log.warn("{} partitions belong to other workers now", going.size());
            forget(going);
        }
    }

    /** Forgets all partitions without a drain, because the session is over. */
    public void forgetAll() {
        forget(List.copyOf(owned.values()));
    }

    private List<AssignedPartition> going(Collection<TopicPartition> names) {
        var going = new ArrayList<AssignedPartition>();
        for (var name : names) {
            var partition = owned.get(name);
            if (partition != null) {
                going.add(partition);
            }
        }
        addWaiting(going);
        return going;
    }

    /** Adds the logs of what waits whose number has no other partition left here. */
    private void addWaiting(List<AssignedPartition> going) {
        var staying = new HashSet<Integer>();
        for (var each : owned.values()) {
            if (each.polled() && !going.contains(each)) {
                staying.add(each.number());
            }
        }
        for (var each : owned.values()) {
            if (!each.polled() && !staying.contains(each.number())) {
                going.add(each);
            }
        }
    }

    private void forget(List<AssignedPartition> going) {
        for (var partition : going) {
            partition.disown();
            owned.remove(partition.partition());
        }
        untaken.removeAll(going.stream().map(AssignedPartition::partition).toList());
        partitions = List.copyOf(owned.values());
        shrunk |= !going.isEmpty();
    }
}
