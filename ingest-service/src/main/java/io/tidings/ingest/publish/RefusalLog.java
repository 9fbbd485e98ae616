package io.tidings.ingest.publish;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs at most once a minute that publishers are refused, without what they sent. */
final class RefusalLog {
    private static final Logger log = LoggerFactory.getLogger(RefusalLog.class);
    private static final Duration PAUSE = Duration.ofMinutes(1);

    private final AtomicReference<Instant> quietUntil = new AtomicReference<>(Instant.MIN);

    void refused(String topic, String message, Instant now) {
        var until = quietUntil.get();
        if (!now.isBefore(until) && quietUntil.compareAndSet(until, now.plus(PAUSE))) {
            log.warn("publishers of topic {} are refused: {} (logged at most once a minute)", topic, message);
        }
    }
}
