package io.tidings.ingest.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at most once a minute that clients are refused, without what they sent. Thread-safe. */
public final class RefusalLog {
    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final AtomicReference<Instant> quietUntil = new AtomicReference<>(Instant.MIN);

    /** @param clients such as the publishers of a topic */
    public void refused(String clients, String message, Instant now) {
        var until = quietUntil.get();
        if (!now.isBefore(until) && quietUntil.compareAndSet(until, now.plus(PAUSE))) {
            log.warn("{} are refused: {} (logged at most once a minute)", clients, message);
        }
    }
}
