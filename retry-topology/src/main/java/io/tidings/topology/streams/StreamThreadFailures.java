package io.tidings.topology.streams;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import io.tidings.topology.match.TableBehind;
import io.tidings.topology.match.TableEndUnknown;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what follows when a thread of Kafka Streams dies.
 *
 * <p>The thread ends its session, and the next one makes all threads and tables anew. A thread that Streams itself
 * replaces would wait until the session of its predecessor has ended. Failures of the brokers or the tables are
 * repaired without a limit. A bug is not repaired, but a deleted topic looks like one, so the program ends only if
 * threads keep dying. Thread-safe.
 */
public final class StreamThreadFailures implements StreamsUncaughtExceptionHandler {
    private static final Logger log = LoggerFactory.getLogger(StreamThreadFailures.class);
    private static final int TOLERATED = 5;
    private static final Duration WINDOW = Duration.ofMinutes(5);

    private final InstantSource clock;
    private final Counter died;
    private final Deque<Instant> unexplained = new ArrayDeque<>();
    private RuntimeException loss = new KafkaException("Kafka Streams ended without saying why");
    private boolean tableStandsStill;
    private boolean assignedWithoutTopics;

    public StreamThreadFailures(InstantSource clock, MeterRegistry registry) {
        this.clock = clock;
        this.died = Metric.STREAM_THREADS_DIED.counter(registry);
    }

    @Override
    public synchronized StreamThreadExceptionResponse handle(Throwable cause) {
        died.increment();
        log.warn("a stream thread died", cause);
        loss = lossOf(cause);
        assignedWithoutTopics = has(cause, MissingSourceTopicException.class);
        tableStandsStill = has(cause, TableBehind.class) && !has(cause, TableEndUnknown.class);
        return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
    }

    /** Returns why the session is lost: a Kafka exception unless a new session would not help. */
    public synchronized RuntimeException loss() {
        return loss;
    }

    /** Returns whether other instances should match, because this one cannot read a table. */
    public synchronized boolean tableStandsStill() {
        return tableStandsStill;
    }

    /**
     * Returns whether the assignment was made while the brokers did not know all topics, as they do for a moment after
     * their start. Kafka gives it again to a static member that comes back.
     */
    public synchronized boolean assignedWithoutTopics() {
        return assignedWithoutTopics;
    }

    private RuntimeException lossOf(Throwable cause) {
        if (explained(cause)) {
            return new KafkaException("a stream thread died", cause);
        }
        var now = clock.instant();
        unexplained.addLast(now);
        while (unexplained.getFirst().isBefore(now.minus(WINDOW))) {
            unexplained.removeFirst();
        }
        return unexplained.size() > TOLERATED
                ? new IllegalStateException(
                        "stream threads keep dying, " + unexplained.size() + " within " + WINDOW, cause)
                : new KafkaException("a stream thread died", cause);
    }

    private static boolean has(Throwable cause, Class<? extends Throwable> kind) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (kind.isInstance(each)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the brokers or the tables are the cause; the exceptions that Streams wraps others in are no
     * cause.
     */
    private static boolean explained(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            if (each instanceof TableBehind
                    || (each instanceof KafkaException && !(each instanceof StreamsException))) {
                return true;
            }
        }
        return false;
    }
}
