package io.tidings.worker.partition;

import io.tidings.contract.delivery.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recognises in one partition of {@code deliveries} what matching wrote twice (decision 3): a topology that crashes has
 * written more than it has committed, and its successor matches the same events again.
 *
 * <p>The detector remembers the last deliveries of each partition of events; only these can be written twice. Its time is
 * the broker's append time, so that every worker finds the same duplicates in the same log. A pause counts for a second
 * at most, because an outage of the brokers also stops matching between a write and its commit.
 *
 * <pre>
 *   appended   ... ──────[ 5 to 10 s of writing: two windows ]── newest of that partition ── up to 15 min ──> again?
 * </pre>
 *
 * <p>An operator who has old events matched again gets them. An offset may occur twice (a topic was deleted, or lost its
 * end), so a duplicate must also have the same time of publication.
 *
 * <p>Confined to the poll thread after the scan that fills it.
 */
public final class DuplicateDetector {
    /** Matching commits every second, and after every four thousand deliveries of a partition. */
    static final long WINDOW_MILLIS = 5_000;

    /** The time between two commits, and far below a window. */
    static final long LONGEST_PAUSE_MILLIS = 1_000;

    static final long LONGEST_OUTAGE_MILLIS = 15 * 60_000;

    /** 64-bit words in memory; a delivery takes two. */
    private static final int MOST_OF_WINDOW = 16_384;

    private static final int MOST_IN_ALL = 131_072;

    private final LinkedHashMap<EventPartition, Windows> byPartition = new LinkedHashMap<>(16, 0.75f, true);
    private int words;

    private record EventPartition(String kafkaTopic, int partition) {}

    private static final class Windows {
        private DuplicateWindow before = new DuplicateWindow(0);
        private DuplicateWindow now = new DuplicateWindow(0);
        private long newest;
        /** The time of writing, in milliseconds: a pause counts for {@link #LONGEST_PAUSE_MILLIS} at most. */
        private long written;

        Windows(long appended) {
            newest = appended;
        }

        int words() {
            return before.words() + now.words();
        }

        /** Forgets both windows, or the first event matched again on purpose would make the next ones duplicates. */
        void forgetAfterOutage(long appended) {
            if (appended - newest > LONGEST_OUTAGE_MILLIS) {
                before = new DuplicateWindow(written);
                now = new DuplicateWindow(written);
                newest = appended;
            }
        }

        boolean contain(Delivery delivery) {
            return now.contains(delivery) || before.contains(delivery);
        }

        void add(Delivery delivery, long appended) {
            written += Math.clamp(appended - newest, 0, LONGEST_PAUSE_MILLIS);
            if (written - now.began() >= WINDOW_MILLIS || now.words() >= MOST_OF_WINDOW) {
                before = now;
                now = new DuplicateWindow(written);
            }
            newest = Math.max(newest, appended);
            now.add(delivery);
        }
    }

    /**
     * Remembers a delivery; returns whether matching has written it before.
     *
     * @param appended when the broker appended it, in milliseconds
     */
    public boolean recognise(Delivery delivery, long appended) {
        if (!byMatching(delivery)) {
            return false;
        }
        var windows = windows(delivery, appended);
        int before = windows.words();
        windows.forgetAfterOutage(appended);
        if (windows.contain(delivery)) {
            return true;
        }
        windows.add(delivery, appended);
        grown(windows.words() - before);
        return false;
    }

    /** A redriven delivery is repeated on purpose, and a forwarded one was written by a worker. */
    private static boolean byMatching(Delivery delivery) {
        var retryState = delivery.retryState();
        return delivery.redriven() == null && retryState.attempts() == 0 && !retryState.forwarded();
    }

    private Windows windows(Delivery delivery, long appended) {
        var source = delivery.event().source();
        return byPartition.computeIfAbsent(
                new EventPartition(source.kafkaTopic(), source.partition()), _ -> new Windows(appended));
    }

    private void grown(int by) {
        words += by;
        while (words > MOST_IN_ALL && byPartition.size() > 1) {
            Map.Entry<EventPartition, Windows> idle = byPartition.pollFirstEntry();
            words -= idle.getValue().words();
        }
    }
}
