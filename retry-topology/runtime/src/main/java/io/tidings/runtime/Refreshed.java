package io.tidings.runtime;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.UnaryOperator;
import org.apache.kafka.common.KafkaException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that the brokers are asked for while somebody looks at it, at most every ten seconds. A thread of its own asks,
 * so that nobody waits for brokers that do not respond. Thread-safe.
 */
public final class Refreshed<T> {
    private static final Logger log = LoggerFactory.getLogger(Refreshed.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final String name;
    private final InstantSource clock;
    private final UnaryOperator<T> next;
    private T latest;
    private Instant asked = Instant.MIN;
    private boolean asking;

    /** @param next asks, given what was known before, which stays if the brokers do not respond */
    public Refreshed(String name, T first, UnaryOperator<T> next, InstantSource clock) {
        this.name = name;
        this.latest = first;
        this.next = next;
        this.clock = clock;
    }

    /** Returns what is known now. */
    public synchronized T latest() {
        var now = clock.instant();
        if (!asking && Duration.between(asked, now).abs().compareTo(INTERVAL) >= 0) {
            asking = true;
            asked = now;
            var known = latest;
            Thread.ofVirtual().name(name).start(() -> refresh(known));
        }
        return latest;
    }

    private void refresh(T known) {
        var found = known;
        try {
            found = next.apply(known);
        } catch (KafkaException e) {
            log.debug("{} cannot ask the brokers now, what was known stays", name, e);
        } finally {
            note(found);
        }
    }

    private synchronized void note(T found) {
        asking = false;
        latest = found;
    }
}
