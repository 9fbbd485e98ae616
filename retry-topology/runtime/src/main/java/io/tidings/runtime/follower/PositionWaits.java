package io.tidings.runtime.follower;

import java.util.Collection;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Waits until partitions are read up to positions. Any thread may wait; the thread that reads does the rest. */
final class PositionWaits {
    private final ToLongFunction<TopicPartition> positions;
    private final Queue<Waiting> waiting = new ConcurrentLinkedQueue<>();
    private volatile boolean ended;

    /** Its position is changed by the thread that reads alone. */
    private static final class Waiting {
        private final TopicPartition partition;
        private final CompletableFuture<Void> reached = new CompletableFuture<>();
        private long wanted;
        /** True if the end at this moment is enough, and is not known yet. */
        private boolean orEnd;

        Waiting(TopicPartition partition, long wanted, boolean orEnd) {
            this.partition = partition;
            this.wanted = wanted;
            this.orEnd = orEnd;
        }
    }

    /** @param positions how far each partition is read; safe for use by several threads */
    PositionWaits(ToLongFunction<TopicPartition> positions) {
        this.positions = positions;
    }

    /** @param orEnd whether the present end is enough, because the position may not exist */
    CompletionStage<Void> reached(TopicPartition partition, long wanted, boolean orEnd) {
        if (positions.applyAsLong(partition) >= wanted) {
            return CompletableFuture.completedFuture(null);
        }
        var wait = new Waiting(partition, wanted, orEnd);
        waiting.add(wait);
        if (ended) {
            end();
        }
        return wait.reached;
    }

    /** Completes those whose position is reached. */
    void complete() {
        waiting.removeIf(each -> {
            boolean read = positions.applyAsLong(each.partition) >= each.wanted;
            if (read) {
                each.reached.complete(null);
            }
            return read;
        });
    }

    /**
     * Lets those who may wait for the end of a partition do so.
     *
     * @param ends requests the present ends of partitions
     */
    void boundByEnds(Function<Collection<TopicPartition>, Map<TopicPartition, Long>> ends) {
        var unbound = waiting.stream().filter(each -> each.orEnd).toList();
        if (!unbound.isEmpty()) {
            var present =
                    ends.apply(unbound.stream().map(each -> each.partition).collect(Collectors.toSet()));
            for (var each : unbound) {
                each.orEnd = false;
                each.wanted = Math.min(each.wanted, present.getOrDefault(each.partition, 0L));
            }
            complete();
        }
    }

    /** Nothing is read any more: fails those that wait, now and later. */
    void end() {
        ended = true;
        for (var next = waiting.poll(); next != null; next = waiting.poll()) {
            next.reached.completeExceptionally(ending());
        }
    }

    static CancellationException ending() {
        return new CancellationException("reading has ended, because the program is ending");
    }
}
