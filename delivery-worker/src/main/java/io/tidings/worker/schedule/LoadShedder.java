package io.tidings.worker.schedule;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Finds deliveries that exceed the limits of a queue which cannot make progress although it has had its turns. That is
 * so when the subscription has started nothing for the longest stall; and when its first delivery has waited that long
 * while other subscriptions, read from the same partition number, are held up with it. A queue that makes progress is
 * paused, never shed (decision 5).
 */
final class LoadShedder<D> {
    private final InFlightShare share;
    private final Collection<SubscriptionQueue<D>> queues;

    /** @param queues all that there are, now and later */
    LoadShedder(InFlightShare share, Collection<SubscriptionQueue<D>> queues) {
        this.share = share;
        this.queues = queues;
    }

    /** Takes it out of the queues of one origin. */
    List<D> of(Backpressure<D> backpressure, Origin origin, long now, Function<SubscriptionKey, Duration> maxStall) {
        var excess = new ArrayList<D>();
        for (var queue : backpressure.overfull()) {
            long stall = maxStall.apply(queue.subscription().key()).toNanos();
            if (makesNoProgress(queue, now, stall)
                    && (now - queue.subscription().lastStart() >= stall || backpressure.hasNeighbours(queue, now))) {
                while (backpressure.exceeds(queue)) {
                    excess.add(queue.takeLast());
                }
            }
        }
        if (backpressure.lookDue(now)) {
            takeLargest(backpressure, origin, now, maxStall, excess);
        }
        return excess;
    }

    /** Many queues without progress may together hold what the others need, none of them being overfull. */
    private void takeLargest(
            Backpressure<D> backpressure,
            Origin origin,
            long now,
            Function<SubscriptionKey, Duration> maxStall,
            List<D> excess) {
        queues.stream()
                .map(subscription -> subscription.of(origin))
                .filter(queue -> queue.waiting()
                        && makesNoProgress(
                                queue,
                                now,
                                maxStall.apply(queue.subscription().key()).toNanos()))
                .sorted(Comparator.comparingLong((DeliveryQueue<D> queue) -> queue.bytes())
                        .reversed())
                .forEach(queue -> {
                    while (backpressure.full() && queue.waiting()) {
                        excess.add(queue.takeLast());
                    }
                });
    }

    /** It is not its fault when others have all slots. */
    private boolean makesNoProgress(DeliveryQueue<D> queue, long now, long maxStall) {
        var subscription = queue.subscription();
        return now - queue.first().since() >= maxStall
                && (subscription.atLimit()
                        || subscription.waits() == SubscriptionQueue.Wait.ITS_RATE
                        || share.takesTooMuch(subscription));
    }
}
