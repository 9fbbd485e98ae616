package io.tidings.worker.schedule;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Finds what exceeds the bounds of a line that its lane cannot get through although it has had its turns. That is so
 * when the lane has started nothing for its patience; and when what waits longest has waited for the patience while
 * others, who come from the same partition number, are held up with it. Who gets through is held back, however much
 * waits (decision 5).
 */
final class LoadShedder<D> {
    private final InFlightShare share;
    private final Collection<SubscriptionQueue<D>> lanes;

    /** @param lanes all that there are, now and later */
    LoadShedder(InFlightShare share, Collection<SubscriptionQueue<D>> lanes) {
        this.share = share;
        this.lanes = lanes;
    }

    /** Takes it out of the lines of one origin. */
    List<D> of(Backpressure<D> backpressure, Origin origin, long now, Function<SubscriptionKey, Duration> patience) {
        var excess = new ArrayList<D>();
        for (var queue : backpressure.overfull()) {
            long patient = patience.apply(queue.subscription().key()).toNanos();
            if (cannotGetThrough(queue, now, patient)
                    && (now - queue.subscription().lastStart() >= patient || backpressure.hasNeighbours(queue, now))) {
                while (backpressure.exceeds(queue)) {
                    excess.add(queue.takeLast());
                }
            }
        }
        if (backpressure.lookDue(now)) {
            takeLargest(backpressure, origin, now, patience, excess);
        }
        return excess;
    }

    /** Many lanes that do not get through may together hold what the others need, none of them being overfull. */
    private void takeLargest(
            Backpressure<D> backpressure,
            Origin origin,
            long now,
            Function<SubscriptionKey, Duration> patience,
            List<D> excess) {
        lanes.stream()
                .map(subscription -> subscription.of(origin))
                .filter(queue -> queue.waiting()
                        && cannotGetThrough(
                                queue,
                                now,
                                patience.apply(queue.subscription().key()).toNanos()))
                .sorted(Comparator.comparingLong((DeliveryQueue<D> queue) -> queue.bytes())
                        .reversed())
                .forEach(queue -> {
                    while (backpressure.full() && queue.waiting()) {
                        excess.add(queue.takeLast());
                    }
                });
    }

    /** It is not its fault when all places are taken by others. */
    private boolean cannotGetThrough(DeliveryQueue<D> queue, long now, long patience) {
        var subscription = queue.subscription();
        return now - queue.first().since() >= patience
                && (subscription.atLimit()
                        || subscription.waits() == SubscriptionQueue.Wait.ITS_RATE
                        || share.takesTooMuch(subscription));
    }
}
