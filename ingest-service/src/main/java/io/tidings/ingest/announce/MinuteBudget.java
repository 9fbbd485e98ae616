package io.tidings.ingest.announce;

import java.time.Duration;
import java.time.Instant;

/** A number of permits for each minute. Confined to one thread. */
final class MinuteBudget {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final int permits;
    private Instant begun = Instant.MIN;
    private int taken;

    MinuteBudget(int permits) {
        this.permits = permits;
    }

    boolean take(Instant now) {
        if (now.isBefore(begun) || !now.isBefore(begun.plus(MINUTE))) {
            begun = now;
            taken = 0;
        }
        if (taken == permits) {
            return false;
        }
        taken++;
        return true;
    }
}
