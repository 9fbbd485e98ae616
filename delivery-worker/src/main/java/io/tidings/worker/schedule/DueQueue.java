package io.tidings.worker.schedule;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Deliveries that wait in memory for their exact due time (decision 4). All of them together are bounded in bytes, and
 * no owner holds more than is left for the others, so that none can fill the queue. Confined to the poll thread.
 */
public final class DueQueue<D> {
    private final long maxBytes;
    private final Function<D, ?> owner;
    private final PriorityQueue<Entry<D>> entries = new PriorityQueue<>();
    private final Map<Object, Long> bytesByOwner = new HashMap<>();
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

    /** @param owner of a delivery, its subscription */
    public DueQueue(long maxBytes, Function<D, ?> owner) {
        this.maxBytes = maxBytes;
        this.owner = owner;
    }

    public boolean full() {
        return bytes >= maxBytes;
    }

    /** Returns whether the owner of the delivery holds less than is left for the others. */
    public boolean roomFor(D delivery) {
        return bytesByOwner.getOrDefault(owner.apply(delivery), 0L) < maxBytes - bytes;
    }

    /** Accepts a delivery even without room: {@link #full} and {@link #roomFor} only ask to stop adding. */
    public void add(D delivery, Duration wait, int size, ClockReading now) {
        entries.add(new Entry<>(now.monotonicNanos() + wait.toNanos(), arrivals++, delivery, size));
        bytes += size;
        bytesByOwner.merge(owner.apply(delivery), (long) size, Long::sum);
    }

    private void left(Entry<D> entry) {
        bytes -= entry.bytes();
        bytesByOwner.computeIfPresent(
                owner.apply(entry.delivery()), (_, held) -> held > entry.bytes() ? held - entry.bytes() : null);
    }

    public Optional<D> release(ClockReading now) {
        var first = entries.peek();
        if (first == null || first.left(now).isPositive()) {
            return Optional.empty();
        }
        entries.remove();
        left(first);
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
        leaving.forEach(this::left);
    }

    public int size() {
        return entries.size();
    }
}
