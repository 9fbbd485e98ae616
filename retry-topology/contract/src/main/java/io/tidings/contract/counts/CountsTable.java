package io.tidings.contract.counts;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The counts of all partition numbers, read from the {@code counts} topic. Thread-safe. */
public final class CountsTable {
    private final Map<Integer, NumberCounts> numbers = new HashMap<>();

    /**
     * Applies a record.
     *
     * @param number of the record's partition
     * @return why it was ignored, if it was
     */
    public synchronized Optional<String> read(int number, byte[] key, byte @Nullable [] value) {
        try {
            numbers.computeIfAbsent(number, _ -> new NumberCounts()).read(CountsRecord.read(key, value));
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the sums over all partition numbers. */
    public synchronized DeliveryCounts of(CountedSubscription subscription) {
        var sum = DeliveryCounts.NONE;
        for (var number : numbers.values()) {
            sum = sum.plus(number.of(subscription));
        }
        return sum;
    }

    /** Returns the partition numbers in which deliveries of a subscription wait. */
    public synchronized SortedSet<Integer> waitingIn(CountedSubscription subscription) {
        var found = new TreeSet<Integer>();
        numbers.forEach((number, counts) -> {
            if (counts.of(subscription).waiting() > 0) {
                found.add(number);
            }
        });
        return found;
    }

    /** Returns the counts of one partition number, once the table is read no further. */
    public synchronized NumberCounts number(int number) {
        return numbers.getOrDefault(number, new NumberCounts());
    }
}
