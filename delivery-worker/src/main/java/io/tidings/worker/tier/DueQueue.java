package io.tidings.worker.tier;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Predicate;

/**
 * Deliveries that wait out the rest of a wait in memory, for their exact moment; bounded in bytes (decision 4).
 *
 * <p>Confined to the poll thread.
 *
 * @param <D> a delivery
 */
public final class DueQueue<D> {
    private final long maxBytes;
    private final PriorityQueue<Entry<D>> seats = new PriorityQueue<>();
    private long bytes;
    private long arrivals;

    /** @param due by the clock that never jumps */
    private record Entry<D>(long due, long arrival, D delivery, int bytes) implements Comparable<Entry<D>> {
        @Override
        public int compareTo(Entry<D> other) {
            long byDue = due - other.due; // as System.nanoTime wants to be compared
            return byDue != 0 ? Long.signum(byDue) : Long.compare(arrival, other.arrival);
        }

        Duration left(ClockReading now) {
            return Duration.ofNanos(due - now.monotonicNanos());
        }
    }

    public DueQueue(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Whether no further delivery should come in until some have left. */
    public boolean full() {
        return bytes >= maxBytes;
    }

    /** Takes a delivery in until its wait is over, whatever the clocks on the wall do meanwhile; room is made for it even where there is none. */
    public void add(D delivery, Duration wait, int size, ClockReading now) {
        seats.add(new Entry<>(now.monotonicNanos() + wait.toNanos(), arrivals++, delivery, size));
        bytes += size;
    }

    /** The next delivery that is due, taken out. */
    public Optional<D> release(ClockReading now) {
        var first = seats.peek();
        if (first == null || first.left(now).isPositive()) {
            return Optional.empty();
        }
        seats.remove();
        bytes -= first.bytes();
        return Optional.of(first.delivery());
    }

    /** How long the first one has still to wait; negative when it is late. */
    public Optional<Duration> left(ClockReading now) {
        return Optional.ofNullable(seats.peek()).map(first -> first.left(now));
    }

    /** Sends those away that are no longer waited for. */
    public void removeIf(Predicate<D> gone) {
        List<Entry<D>> leaving = new ArrayList<>();
        for (var seat : seats) {
            if (gone.test(seat.delivery())) {
                leaving.add(seat);
            }
        }
        seats.removeAll(new HashSet<>(leaving));
        for (var seat : leaving) {
            bytes -= seat.bytes();
        }
    }

    public int size() {
        return seats.size();
    }
}
