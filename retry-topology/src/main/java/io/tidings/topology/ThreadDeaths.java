package io.tidings.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what follows when a stream thread dies.
 *
 * <p>It is replaced: a dedicated events topic that is deleted kills the thread that had read it, and nothing else is
 * wrong then. Threads that keep dying, a process that another one with its instance id has replaced, and one that no
 * longer reads its tables, stop.
 * Thread-safe.
 */
final class ThreadDeaths implements StreamsUncaughtExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(ThreadDeaths.class);
    private static final int TOLERATED = 5;
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Counter died;
    private final Deque<Instant> deaths = new ArrayDeque<>();
    private Throwable latest = new IllegalStateException("Kafka Streams ended without saying why");

    ThreadDeaths(InstantSource clock, MeterRegistry registry) {
        this.clock = clock;
        this.died = Counter.builder("tidings.stream.threads.died")
                .description("Stream threads that died")
                .register(registry);
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable cause) {
        latest = cause;
        died.increment();
        var now = clock.instant();
        deaths.addLast(now);
        while (deaths.getFirst().isBefore(now.minus(WINDOW))) {
            deaths.removeFirst();
        }
        if (fenced(cause) || tableBehind(cause) || deaths.size() > TOLERATED) {
            log.error("a stream thread died, the {}. within {}; the program stops", deaths.size(), WINDOW, cause);
            return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        }
        log.warn("a stream thread died and is replaced; events wait until its session has ended", cause);
        return StreamThreadExceptionResponse.REPLACE_THREAD;
    }

    /** What the latest thread died of. */
    synchronized Throwable latest() {
        return latest;
    }

    /** Its successor would read the same table, and keep from others what it cannot match. */
    private static boolean tableBehind(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof TableBehind && !(each instanceof TableEndUnknown)) {
                return true;
            }
        }
        return false;
    }

    private static boolean fenced(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof FencedInstanceIdException) {
                return true;
            }
        }
        return false;
    }
}
