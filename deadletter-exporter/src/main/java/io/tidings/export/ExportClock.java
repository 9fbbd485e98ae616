package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The monotonic clock that measures the exporter's waits, and its comparison with the clocks of brokers and machine.
 * Written by the poll thread.
 */
final class ExportClock {
    private static final Logger log = LoggerFactory.getLogger(ExportClock.class);

    /** A smaller difference does no harm. */
    static final Duration BOUND = Duration.ofMinutes(1);

    private final InstantSource monotonic;
    private final InstantSource wallClock;
    private volatile Duration ahead = Duration.ZERO;

    ExportClock(InstantSource monotonic, InstantSource wallClock, MeterRegistry registry) {
        this.monotonic = monotonic;
        this.wallClock = wallClock;
        Metric.BROKER_CLOCK_AHEAD.seconds(registry, this, watch -> watch.ahead.toMillis() / 1000.0);
    }

    InstantSource monotonic() {
        return monotonic;
    }

    void compare(Stream<Instant> brokers) {
        var wall = wallClock.instant();
        boolean before = agree();
        ahead = brokers.map(broker -> Duration.between(wall, broker))
                .max(Comparator.naturalOrder())
                .filter(difference -> !difference.isNegative())
                .orElse(Duration.ZERO);
        if (before && !agree()) {
            log.warn(
                    "the clock of a broker is {} s ahead of the clock of this machine: synchronize both; dead letters"
                            + " are written when they are due by the broker's clock",
                    ahead.toSeconds());
        } else if (!before && agree()) {
            log.info("the clocks of the brokers and of this machine agree again");
        }
    }

    boolean agree() {
        return ahead.compareTo(BOUND) <= 0;
    }
}
