package io.tidings.topology;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How far a global table has been read, and a place to wait until it has been read further (decision 8).
 *
 * <p>A position is the offset of the next record to read. Written by the global thread, awaited by stream threads.
 */
final class TableProgress {
    /** Instead of an end that Kafka did not tell. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private final LongSupplier ends;
    private final Duration patience;
    private volatile long position;
    private volatile long givenUp;

    /**
     * @param ends asks Kafka for the end of the table as of now; may be {@link #UNKNOWN}
     * @param patience the longest a stream thread waits
     */
    TableProgress(LongSupplier ends, Duration patience) {
        this.ends = ends;
        this.patience = patience;
    }

    long end() {
        return ends.getAsLong();
    }

    long position() {
        return position;
    }

    synchronized void advanceTo(long next) {
        if (next > position && next != UNKNOWN) {
            position = next;
            notifyAll();
        }
    }

    /** Waits until the table has been read up to a position; one beyond its end, which anybody can write, is its end. */
    void await(long wanted) {
        if (!reached(wanted)) {
            awaitReachable(wanted, end());
        }
    }

    /**
     * Waits until the table has been read to its end as of now.
     *
     * @throws TableEndUnknown when Kafka does not tell the end
     */
    void awaitEnd() {
        long end = end();
        awaitReachable(UNKNOWN, end);
        if (end == UNKNOWN) {
            throw new TableEndUnknown();
        }
    }

    private synchronized void awaitReachable(long asked, long end) {
        long wanted = Math.min(asked, end);
        long deadline = System.nanoTime() + patience.toNanos();
        try {
            for (long left = patience.toNanos(); !reached(wanted) && left > 0; left = deadline - System.nanoTime()) {
                wait(Math.ceilDiv(left, 1_000_000));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!reached(wanted) && asked >= end && end != UNKNOWN) {
            // The end of a log need not be a record that can be read (a transaction's marker): it costs patience once.
            givenUp = wanted;
        }
    }

    private boolean reached(long wanted) {
        return Math.max(position, givenUp) >= wanted;
    }
}
