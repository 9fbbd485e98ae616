package io.tidings.contract.health;

import io.tidings.contract.Durations;
import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import java.time.Instant;

/**
 * @param since when it began, by the worker's clock
 * @param until when it ends: the next delivery that is due then is the probe (B-PROB-1)
 * @param length doubled by the next failed probe; {@code until} may differ from it if the clock was set
 * @param cause the outcome that began or extended it
 */
public record Probation(Instant since, Instant until, Duration length, LastOutcome cause) {
    public Probation {
        if (length.isNegative()) {
            throw new IllegalArgumentException("a probation cannot last " + length);
        }
    }

    /** The time when it began or was extended, whichever was last. */
    public Instant begun() {
        return until.minus(length);
    }

    /** The rest of it: at most its length, whatever the clock of the worker that began it said. */
    public Duration left(Instant now) {
        if (!now.isBefore(until)) {
            return Duration.ZERO;
        }
        return Durations.min(Duration.between(now, until), length);
    }
}
