package io.tidings.worker.schedule;

import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.Predicate;

/** The deliveries of one lane and one origin, in arrival order. */
final class DeliveryQueue<D> {
    private final SubscriptionQueue<D> subscription;
    private final Backpressure<D> backpressure;
    private final Deque<Queued<D>> waiting = new ArrayDeque<>(4);
    private final BitSet heldUp = new BitSet(0);
    private long bytes;

    record Queued<D>(D delivery, int bytes, long since) {}

    DeliveryQueue(SubscriptionQueue<D> subscription, Backpressure<D> backpressure) {
        this.subscription = subscription;
        this.backpressure = backpressure;
    }

    SubscriptionQueue<D> subscription() {
        return subscription;
    }

    void add(D delivery, int size, int partitionNumber, long now) {
        waiting.add(new Queued<>(delivery, size, now));
        bytes += size;
        backpressure.entered(this, partitionNumber, size, now);
    }

    Queued<D> first() {
        return waiting.element();
    }

    Queued<D> takeFirst() {
        return taken(waiting.remove());
    }

    D takeLast() {
        return taken(waiting.removeLast()).delivery();
    }

    private Queued<D> taken(Queued<D> queued) {
        left(queued.bytes());
        return queued;
    }

    void removeIf(Predicate<D> gone) {
        long[] leaving = {0};
        waiting.removeIf(queued -> {
            boolean leaves = gone.test(queued.delivery());
            leaving[0] += leaves ? queued.bytes() : 0;
            return leaves;
        });
        if (leaving[0] > 0) {
            left(leaving[0]);
        }
    }

    private void left(long size) {
        bytes -= size;
        backpressure.left(this, size);
    }

    void limited(boolean now) {
        backpressure.limited(this, now);
    }

    boolean waiting() {
        return !waiting.isEmpty();
    }

    int size() {
        return waiting.size();
    }

    long bytes() {
        return bytes;
    }

    boolean exceeds(PerSubscription limits) {
        return waiting.size() > limits.deliveries() || (bytes > limits.bytes() && waiting.size() > 1);
    }

    /** The partition numbers that are not read because this queue is too long. */
    BitSet heldUp() {
        return heldUp;
    }
}
