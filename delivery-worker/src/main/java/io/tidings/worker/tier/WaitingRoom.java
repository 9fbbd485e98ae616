package io.tidings.worker.tier;

import java.time.Instant;
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
public final class WaitingRoom<D> {
    private final long maxBytes;
    private final PriorityQueue<Seat<D>> seats = new PriorityQueue<>();
    private long bytes;
    private long arrivals;

    private record Seat<D>(Instant due, long arrival, D delivery, int bytes) implements Comparable<Seat<D>> {
        @Override
        public int compareTo(Seat<D> other) {
            int byDue = due.compareTo(other.due);
            return byDue != 0 ? byDue : Long.compare(arrival, other.arrival);
        }
    }

    public WaitingRoom(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    /** Whether no further delivery should come in until some have left. */
    public boolean full() {
        return bytes >= maxBytes;
    }

    /** Takes a delivery in until it is due; room is made for it even where there is none. */
    public void add(D delivery, Instant due, int size) {
        seats.add(new Seat<>(due, arrivals++, delivery, size));
        bytes += size;
    }

    /** The next delivery that is due, taken out. */
    public Optional<D> release(Instant now) {
        var first = seats.peek();
        if (first == null || now.isBefore(first.due())) {
            return Optional.empty();
        }
        seats.remove();
        bytes -= first.bytes();
        return Optional.of(first.delivery());
    }

    /** When the first one is due. */
    public Optional<Instant> wakeUp() {
        return Optional.ofNullable(seats.peek()).map(Seat::due);
    }

    /** Sends those away that are no longer waited for. */
    public void removeIf(Predicate<D> gone) {
        List<Seat<D>> leaving = new ArrayList<>();
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
