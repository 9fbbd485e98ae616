package io.tidings.worker.repeat;

import io.tidings.contract.delivery.Delivery;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The deliveries that were written of one partition of events in a few seconds. */
final class Spell {
    /** What the entry of a subscription takes in memory beside its offsets, in words. */
    private static final int OVERHEAD = 16;

    private final long began;
    private final Map<String, Offsets> bySubscription = new HashMap<>();
    private long published = Long.MIN_VALUE;
    private int words;

    /** @param began in milliseconds */
    Spell(long began) {
        this.began = began;
    }

    long began() {
        return began;
    }

    /** About what it takes in memory, in words. */
    int words() {
        return words;
    }

    boolean contains(Delivery delivery) {
        var offsets = bySubscription.get(delivery.uid());
        return offsets != null && offsets.contain(offset(delivery)) && published(delivery) <= published;
    }

    void add(Delivery delivery) {
        published = Math.max(published, published(delivery));
        var offsets = bySubscription.get(delivery.uid());
        if (offsets == null) {
            offsets = new Offsets();
            bySubscription.put(delivery.uid(), offsets);
            words += OVERHEAD;
        }
        words += offsets.add(offset(delivery)) ? 1 : 0;
    }

    private static long offset(Delivery delivery) {
        return delivery.event().source().offset();
    }

    private static long published(Delivery delivery) {
        return delivery.event().published().toEpochMilli();
    }

    /** Ascending, as they come; one that comes late is put in its place. */
    private static final class Offsets {
        private long[] values = new long[4];
        private int size;

        boolean contain(long offset) {
            return Arrays.binarySearch(values, 0, size, offset) >= 0;
        }

        boolean add(long offset) {
            int place =
                    size == 0 || values[size - 1] < offset ? size : -1 - Arrays.binarySearch(values, 0, size, offset);
            if (place < 0) {
                return false;
            }
            if (size == values.length) {
                values = Arrays.copyOf(values, size * 2);
            }
            System.arraycopy(values, place, values, place + 1, size - place);
            values[place] = offset;
            size++;
            return true;
        }
    }
}
