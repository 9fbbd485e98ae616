package io.tidings.runtime.follower;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/** Waits until partitions are read up to positions. Any thread may wait; the thread that reads does the rest. */
final class PositionWaits {
    private final ToLongFunction<TopicPartition> positions;
    private final Queue<Waiting> arriving = new ConcurrentLinkedQueue<>();
    private final List<Waiting> waiting = new ArrayList<>();
    private volatile boolean ended;

    /** @param orEnd whether the present end is enough */
    private record Waiting(TopicPartition partition, long wanted, boolean orEnd, CompletableFuture<Void> reached) {}

    /** @param positions how far each partition is read; safe for use by several threads */
    PositionWaits(ToLongFunction<TopicPartition> positions) {
        this.positions = positions;
    }

    /** @param orEnd whether the present end is enough, because the position may not exist */
    CompletionStage<Void> reached(TopicPartition partition, long wanted, boolean orEnd) {
        var wait = new Waiting(partition, wanted, orEnd, new CompletableFuture<>());
        if (isReached(wait)) {
            wait.reached().complete(null);
        } else {
            arriving.add(wait);
            if (ended) {
                failArriving();
            }
        }
        return wait.reached();
    }

    private boolean isReached(Waiting wait) {
        return positions.applyAsLong(wait.partition()) >= wait.wanted();
    }

    /** Completes those whose position is reached. */
    void complete() {
        complete(waiting);
        complete(arriving);
    }

    private void complete(Collection<Waiting> waits) {
        waits.removeIf(each -> {
            boolean reached = isReached(each);
            if (reached) {
                each.reached().complete(null);
            }
            return reached;
        });
    }

    /**
     * Lets those who may wait for the end of a partition do so.
     *
     * @param ends requests the present ends of partitions
     */
    void boundByEnds(Function<Collection<TopicPartition>, Map<TopicPartition, Long>> ends) {
        var toBound = new ArrayList<Waiting>();
        for (var next = arriving.poll(); next != null; next = arriving.poll()) {
            (next.orEnd() ? toBound : waiting).add(next);
        }
        if (toBound.isEmpty()) {
            return;
        }
        try {
            var present = ends.apply(
                    toBound.stream().map(Waiting::partition).distinct().toList());
            for (var each : toBound) {
                long end = present.getOrDefault(each.partition(), 0L);
                waiting.add(new Waiting(each.partition(), Math.min(each.wanted(), end), true, each.reached()));
            }
        } catch (KafkaException e) {
            arriving.addAll(toBound); // the next consumer asks again
            throw e;
        }
        complete(waiting);
    }

    /** Nothing is read any more: fails those that wait, now and later. */
    void end() {
        ended = true;
        waiting.forEach(PositionWaits::fail);
        failArriving();
    }

    private void failArriving() {
        for (var next = arriving.poll(); next != null; next = arriving.poll()) {
            fail(next);
        }
    }

    private static void fail(Waiting wait) {
        wait.reached().completeExceptionally(ending());
    }

    static CancellationException ending() {
        return new CancellationException("reading has ended, because the program is ending");
    }
}
