package io.tidings.worker.lane;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.function.Predicate;

/** The deliveries of one subscription and one origin, one behind the other. */
final class Line<D> {
    private final Lane<D> lane;
    private final Backlog<D> backlog;
    private final Deque<Queued<D>> queue = new ArrayDeque<>(4);
    private final BitSet heldUp = new BitSet(0);
    private long bytes;

    /** @param since when it has waited */
    record Queued<D>(D delivery, int bytes, long since) {}

    Line(Lane<D> lane, Backlog<D> backlog) {
        this.lane = lane;
        this.backlog = backlog;
    }

    Lane<D> lane() {
        return lane;
    }

    /** @param number of the partition it comes from */
    void add(D delivery, int size, int number, long now) {
        queue.add(new Queued<>(delivery, size, now));
        bytes += size;
        backlog.entered(this, number, size, now);
    }

    /** What waits longest, left where it is. */
    Queued<D> first() {
        return queue.element();
    }

    Queued<D> takeFirst() {
        return taken(queue.remove());
    }

    D takeLast() {
        return taken(queue.removeLast()).delivery();
    }

    private Queued<D> taken(Queued<D> queued) {
        left(queued.bytes());
        return queued;
    }

    void removeIf(Predicate<D> gone) {
        long[] leaving = {0};
        queue.removeIf(queued -> {
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
        backlog.left(this, size);
    }

    boolean waiting() {
        return !queue.isEmpty();
    }

    long bytes() {
        return bytes;
    }

    boolean exceeds(LaneBounds bounds) {
        return queue.size() > bounds.deliveries() || (bytes > bounds.bytes() && queue.size() > 1);
    }

    /** The partition numbers of which no more is read because of it. */
    BitSet heldUp() {
        return heldUp;
    }
}
