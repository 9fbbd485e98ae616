package io.tidings.topology.match;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The progress of reading a table; lets threads wait for more (decision 8). A position is the offset of the next record to
 * read: the end of a log may be a transaction marker, not a record. Written by the thread of the table's follower,
 * awaited by stream threads.
 */
public final class TableProgress {
    /** Stands for an end that Kafka did not report. */
    public static final long UNKNOWN = Long.MAX_VALUE;

    private static final Logger log = LoggerFactory.getLogger(TableProgress.class);
    /** Longer than the usual wait for a table. */
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
     * @param ends returns the present end of the table; a {@link KafkaException} if the brokers do not respond
     * @param patience the longest wait of a stream thread
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
     * Waits until the table is read up to a position, or to its present end: any producer can write a position beyond
     * it.
     *
     * @throws TableBehind if the table is not read that far in time
     */
    public void await(long wanted) {
        if (position < wanted) {
            awaitReachable(wanted);
        }
    }

    /** @throws TableBehind if the table is not read to its present end in time */
    public void awaitEnd() {
        awaitReachable(UNKNOWN);
    }

    /** Returns how long a stream thread has waited; zero if none waits. */
    public synchronized Duration waited() {
        return waiting == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - waitingSince);
    }

    public boolean behind() {
        return waited().compareTo(NOTABLE) >= 0;
    }

    private long end() {
        try {
            return ends.getAsLong();
        } catch (KafkaException e) {
            log.warn("the end of {} is unknown; it is asked for again", table, e);
            return UNKNOWN;
        }
    }

    private void awaitReachable(long asked) {
        long begin = waitBegins();
        try {
            long end = end();
            while (!readTo(Math.min(asked, end), begin)) {
                if (System.nanoTime() - begin >= patience.toNanos()
                        || Thread.currentThread().isInterrupted()) {
                    throw end == UNKNOWN
                            ? new TableEndUnknown(table)
                            : new TableBehind(table, position, Math.min(asked, end));
                }
                logOnce(asked);
                if (end == UNKNOWN) {
                    end = end();
                }
            }
        } finally {
            waitEnds();
        }
    }

    /** Returns false if the position was not reached within a second. */
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
