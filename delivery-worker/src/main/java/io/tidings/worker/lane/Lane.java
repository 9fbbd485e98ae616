package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Predicate;

/** The deliveries of one subscription that wait for their turn, and how many requests are in flight for it. */
final class Lane<D> {
    private final SubscriptionKey key;
    private final Deque<Queued<D>> queue = new ArrayDeque<>();
    private long queuedBytes;
    private int inFlight;
    private boolean inTurn;
    private long lastStart;
    private long epoch;

    record Queued<D>(D delivery, int bytes) {}

    /**
     * @param epoch what is in flight is told apart by
     * @param now of {@link System#nanoTime}
     */
    Lane(SubscriptionKey key, long epoch, long now) {
        this.key = key;
        this.epoch = epoch;
        this.lastStart = now;
    }

    SubscriptionKey key() {
        return key;
    }

    void add(Queued<D> queued) {
        queue.add(queued);
        queuedBytes += queued.bytes();
    }

    /** What waits longest, left where it is. */
    Queued<D> first() {
        return queue.element();
    }

    Queued<D> takeFirst() {
        return taken(queue.remove());
    }

    Queued<D> takeLast() {
        return taken(queue.removeLast());
    }

    private Queued<D> taken(Queued<D> queued) {
        queuedBytes -= queued.bytes();
        return queued;
    }

    /** @return the bytes of what has gone */
    long removeIf(Predicate<D> gone) {
        long before = queuedBytes;
        queue.removeIf(queued -> {
            boolean leaves = gone.test(queued.delivery());
            if (leaves) {
                queuedBytes -= queued.bytes();
            }
            return leaves;
        });
        return before - queuedBytes;
    }

    boolean waiting() {
        return !queue.isEmpty();
    }

    boolean exceeds(LaneBounds bounds) {
        return queue.size() > bounds.deliveries() || (queuedBytes > bounds.bytes() && queue.size() > 1);
    }

    int inFlight() {
        return inFlight;
    }

    void started(long now) {
        inFlight++;
        lastStart = now;
    }

    void finished() {
        inFlight--;
    }

    /** What is in flight is not waited for any longer. */
    void abandon(long newEpoch) {
        inFlight = 0;
        epoch = newEpoch;
    }

    long epoch() {
        return epoch;
    }

    long queuedBytes() {
        return queuedBytes;
    }

    long lastStart() {
        return lastStart;
    }

    boolean inTurn() {
        return inTurn;
    }

    void inTurn(boolean waitsForItsTurn) {
        inTurn = waitsForItsTurn;
    }

    boolean idle() {
        return queue.isEmpty() && inFlight == 0;
    }
}
