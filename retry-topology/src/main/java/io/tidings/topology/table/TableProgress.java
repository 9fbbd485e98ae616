package io.tidings.topology.table;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How far a global table has been read, and a place to wait until it has been read further (decision 8).
 *
 * <p>A position is the offset of the next record to read, as the reading consumer has it: the end of a log need not be
 * a record (a transaction's marker). Written by the global thread, awaited by stream threads.
 */
public final class TableProgress {
    /** Instead of an end that Kafka did not tell. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final Logger log = LoggerFactory.getLogger(TableProgress.class);
    /** Longer than any wait for a table that is read as usual. */
    private static final Duration NOTABLE = Duration.ofSeconds(1);

    private final String table;
    private final LongSupplier ends;
    private final Duration patience;
    private volatile long position;
    private int waiting;
    private long waitingSince;
    private boolean logged;

    /**
     * @param table for people
     * @param ends asks Kafka for the end of the table as of now; may be {@link #UNKNOWN}
     * @param patience the longest a stream thread waits
     */
    public TableProgress(String table, LongSupplier ends, Duration patience) {
        this.table = table;
        this.ends = ends;
        this.patience = patience;
    }

    public long position() {
        return position;
    }

    public synchronized void advanceTo(long next) {
        if (next > position) {
            position = next;
            notifyAll();
        }
    }

    /**
     * Waits until the table has been read up to a position; one beyond its end, which anybody can write, is its end.
     *
     * @throws TableBehind when the table has still not been read that far
     */
    public void await(long wanted) {
        if (position < wanted) {
            awaitReachable(wanted);
        }
    }

    /**
     * Waits until the table has been read to its end as of now.
     *
     * @throws TableBehind when the table has still not been read that far
     */
    public void awaitEnd() {
        awaitReachable(UNKNOWN);
    }

    /** How long a stream thread has been waiting; zero when none is. */
    public synchronized Duration waited() {
        return waiting == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - waitingSince);
    }

    /** Returns true while a stream thread has been waiting for longer than usual. */
    public boolean behind() {
        return waited().compareTo(NOTABLE) >= 0;
    }

    private void awaitReachable(long asked) {
        long begin = waitBegins();
        try {
            long end = ends.getAsLong();
            while (!readTo(Math.min(asked, end), begin)) {
                if (System.nanoTime() - begin >= patience.toNanos()
                        || Thread.currentThread().isInterrupted()) {
                    throw end == UNKNOWN
                            ? new TableEndUnknown(table)
                            : new TableBehind(table, position, Math.min(asked, end));
                }
                logOnce(asked);
                if (end == UNKNOWN) {
                    end = ends.getAsLong();
                }
            }
        } finally {
            waitEnds();
        }
    }

    /** Returns whether the position was reached within a while. */
    private synchronized boolean readTo(long wanted, long begin) {
        long until = Math.min(System.nanoTime() + NOTABLE.toNanos(), begin + patience.toNanos());
        try {
            for (long left = until - System.nanoTime();
                    position < wanted && left > 0;
                    left = until - System.nanoTime()) {
                wait(Math.ceilDiv(left, 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return wanted != UNKNOWN && position >= wanted;
    }

    private synchronized long waitBegins() {
        long now = System.nanoTime();
        if (waiting++ == 0) {
            waitingSince = now;
        }
        return now;
    }

    private synchronized void waitEnds() {
        if (--waiting == 0 && logged) {
            log.info("{} has been read up to offset {}; nothing waits for it any more", table, position);
            logged = false;
        }
    }

    private synchronized void logOnce(long asked) {
        if (!logged) {
            log.warn(
                    "matching waits: {} has been read up to offset {}, and an event needs {}; after {} the thread "
                            + "ends and another takes its partitions. Check the brokers and the network to them",
                    table,
                    position,
                    asked == UNKNOWN ? "its end" : asked,
                    patience);
            logged = true;
        }
    }
}
