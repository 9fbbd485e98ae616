package io.tidings.worker.partition;

import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The deliveries of one partition of events that were written within a few seconds. */
final class DuplicateWindow {
    /** The memory of a subscription's entry beside its events, in words. */
    private static final int OVERHEAD = 16;

    private static final int WORDS_OF_EVENT = 2;

    private final long began;
    private final Map<String, SeenEvents> bySubscription = new HashMap<>();
    private int words;

    /** @param began after how many milliseconds of writing */
    DuplicateWindow(long began) {
        this.began = began;
    }

    long began() {
        return began;
    }

    int words() {
        return words;
    }

    boolean contains(Delivery delivery) {
        var events = bySubscription.get(delivery.uid());
        return events != null && events.contain(delivery.event());
    }

    void add(Delivery delivery) {
        var events = bySubscription.get(delivery.uid());
        if (events == null) {
            events = new SeenEvents();
            bySubscription.put(delivery.uid(), events);
            words += OVERHEAD;
        }
        words += events.add(delivery.event()) ? WORDS_OF_EVENT : 0;
    }

    /** The events in ascending offset order; a late one is inserted. */
    private static final class SeenEvents {
        private long[] offsets = new long[4];
        private long[] published = new long[4];
        private int size;

        boolean contain(DeliveredEvent event) {
            int place = place(event.source().offset());
            return place >= 0 && published[place] == event.published().toEpochMilli();
        }

        boolean add(DeliveredEvent event) {
            int place = place(event.source().offset());
            boolean more = place < 0;
            if (more) {
                place = -1 - place;
                makeRoom(place);
                offsets[place] = event.source().offset();
            }
            published[place] = event.published().toEpochMilli();
            return more;
        }

        private int place(long offset) {
            return size == 0 || offsets[size - 1] < offset ? -1 - size : Arrays.binarySearch(offsets, 0, size, offset);
        }

        private void makeRoom(int place) {
            if (size == offsets.length) {
                offsets = Arrays.copyOf(offsets, size * 2);
                published = Arrays.copyOf(published, size * 2);
            }
            System.arraycopy(offsets, place, offsets, place + 1, size - place);
            System.arraycopy(published, place, published, place + 1, size - place);
            size++;
        }
    }
}
