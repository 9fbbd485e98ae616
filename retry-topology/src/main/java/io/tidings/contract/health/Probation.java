package io.tidings.contract.health;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import java.time.Instant;

/**
 * The time an endpoint is left alone (B-PROB-1).
 *
 * @param since when it began, by the worker's clock
 * @param until when it ends: the next delivery that falls due then is the probe
 * @param length what the next failed probe doubles; {@code until} may be later or earlier after the clock was set
 * @param cause the outcome that began or extended it
 */
public record Probation(Instant since, Instant until, Duration length, LastOutcome cause) {
    public Probation {
        if (length.isNegative()) {
            throw new IllegalArgumentException("a probation cannot last " + length);
        }
    }
}
