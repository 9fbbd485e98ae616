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
 * Deliveries that wait in memory for their exact due time; bounded in bytes (decision 4). Confined to the poll thread.
 */
public final class DueQueue<D> {
    private final long maxBytes;
    private final PriorityQueue<Entry<D>> entries = new PriorityQueue<>();
    private long bytes;
    private long arrivals;

    /** @param due in monotonic time */
    private record Entry<D>(long due, long arrival, D delivery, int bytes) implements Comparable<Entry<D>> {
        @Override
        public int compareTo(Entry<D> other) {
            long byDue = due - other.due; // the overflow-safe comparison of System.nanoTime
            return byDue != 0 ? Long.signum(byDue) : Long.compare(arrival, other.arrival);
        }

        Duration left(ClockReading now) {
            return Duration.ofNanos(due - now.monotonicNanos());
        }
    }

    public DueQueue(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    public boolean full() {
        return bytes >= maxBytes;
    }

    /** Accepts a delivery even when full: {@link #full} only asks to stop adding. */
    public void add(D delivery, Duration wait, int size, ClockReading now) {
        entries.add(new Entry<>(now.monotonicNanos() + wait.toNanos(), arrivals++, delivery, size));
        bytes += size;
    }

    public Optional<D> release(ClockReading now) {
        var first = entries.peek();
        if (first == null || first.left(now).isPositive()) {
            return Optional.empty();
        }
        entries.remove();
        bytes -= first.bytes();
        return Optional.of(first.delivery());
    }

    /** Returns the wait of the first delivery; negative if it is late. */
    public Optional<Duration> left(ClockReading now) {
        return Optional.ofNullable(entries.peek()).map(first -> first.left(now));
    }

    public void removeIf(Predicate<D> gone) {
        List<Entry<D>> leaving = new ArrayList<>();
        for (var entry : entries) {
            if (gone.test(entry.delivery())) {
                leaving.add(entry);
            }
        }
        entries.removeAll(new HashSet<>(leaving));
        for (var entry : leaving) {
            bytes -= entry.bytes();
        }
    }

    public int size() {
        return entries.size();
    }
}
