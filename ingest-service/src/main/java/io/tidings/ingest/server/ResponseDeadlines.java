package io.tidings.ingest.server;

import io.helidon.webserver.CloseConnectionException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the time in which a client takes a response. A write to a socket has no timeout, so a client that does not
 * read would keep its connection for ever. Thread-safe.
 */
final class ResponseDeadlines implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(ResponseDeadlines.class);

    /** The parts of the limit after which deadlines are looked at. */
    private static final int PARTS = 10;

    private final Duration limit;
    private final LongSupplier nanos;
    private final Set<Write> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("response-deadlines").factory());

    ResponseDeadlines(Duration limit, LongSupplier nanos) {
        this.limit = limit;
        this.nanos = nanos;
        long part = limit.dividedBy(PARTS).toNanos();
        var _ = sweeper.scheduleWithFixedDelay(this::sweep, part, part, TimeUnit.NANOSECONDS);
    }

    /** @throws CloseConnectionException if the write took too long */
    void within(Runnable write) {
        var current = new Write(Thread.currentThread(), nanos.getAsLong());
        open.add(current);
        try {
            write.run();
        } catch (RuntimeException e) {
            throw current.ended() ? e : late(e);
        } finally {
            open.remove(current);
        }
        if (!current.ended()) {
            throw late(null);
        }
    }

    private CloseConnectionException late(@Nullable Throwable cause) {
        return new CloseConnectionException("the client did not take the response within " + limit, cause);
    }

    private void sweep() {
        long now = nanos.getAsLong();
        long cut = open.stream()
                .filter(write -> now - write.since > limit.toNanos())
                .filter(Write::cut)
                .count();
        if (cut > 0) {
            log.warn("closed {} connections whose clients did not take a response within {}", cut, limit);
        }
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }

    /** One write, on the virtual thread of its connection. An interrupt closes the socket that the thread waits for. */
    private static final class Write {
        private final Thread thread;
        private final long since;
        private boolean ended;
        private boolean cut;

        Write(Thread thread, long since) {
            this.thread = thread;
            this.since = since;
        }

        /** Returns whether the write ended before it was cut. Its thread is not interrupted later. */
        synchronized boolean ended() {
            ended = true;
            if (cut) {
                var _ = Thread.interrupted(); // what remains to do is to close the connection
            }
            return !cut;
        }

        /** Returns false if the write has ended, or was cut before. */
        synchronized boolean cut() {
            if (ended || cut) {
                return false;
            }
            cut = true;
            thread.interrupt();
            return true;
        }
    }
}
