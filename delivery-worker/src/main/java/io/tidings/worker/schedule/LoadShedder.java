package io.tidings.worker.schedule;

import io.tidings.contract.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Chooses the deliveries to shed from a queue that is above its limits and makes no progress. It makes none if its
 * subscription has started no request for the longest stall, or if its first delivery has waited that long and other
 * subscriptions share its stopped partition numbers. A queue that makes progress is paused, never shed (decision 5).
 */
final class LoadShedder<D> {
    private final InFlightShare share;
    private final Collection<SubscriptionQueue<D>> queues;

    LoadShedder(InFlightShare share, Collection<SubscriptionQueue<D>> queues) {
        this.share = share;
        this.queues = queues;
    }

    List<D> of(Backpressure<D> backpressure, Origin origin, long now, Function<Lane, Duration> maxStall) {
        var excess = new ArrayList<D>();
        for (var queue : backpressure.overfull()) {
            long stall = maxStall.apply(queue.subscription().lane()).toNanos();
            if (makesNoProgress(queue, now, stall)
                    && (now - queue.subscription().lastStart() >= stall || backpressure.hasNeighbours(queue, now))) {
                while (backpressure.exceeds(queue)) {
                    excess.add(queue.takeLast());
                }
            }
        }
        if (backpressure.beginLook(now)) {
            takeLargest(backpressure, origin, now, maxStall, excess);
        }
        return excess;
    }

    /** Many queues that make no progress may fill the memory together although none is above its own limit. */
    private void takeLargest(
            Backpressure<D> backpressure, Origin origin, long now, Function<Lane, Duration> maxStall, List<D> excess) {
        queues.stream()
                .map(subscription -> subscription.of(origin))
                .filter(queue -> queue.waiting()
                        && makesNoProgress(
                                queue,
                                now,
                                maxStall.apply(queue.subscription().lane()).toNanos()))
                .sorted(Comparator.comparingLong((DeliveryQueue<D> queue) -> queue.bytes())
                        .reversed())
                .forEach(queue -> {
                    while (backpressure.full() && queue.waiting()) {
                        excess.add(queue.takeLast());
                    }
                });
    }

    /** A queue that only waits for others to free a slot is not to blame. */
    private boolean makesNoProgress(DeliveryQueue<D> queue, long now, long maxStall) {
        var subscription = queue.subscription();
        return now - queue.first().since() >= maxStall
                && (subscription.atLimit()
                        || subscription.waits() == SubscriptionQueue.Wait.ITS_RATE
                        || share.takesTooMuch(subscription));
    }
}
