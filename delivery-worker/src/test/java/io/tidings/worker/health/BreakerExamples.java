package io.tidings.worker.health;

import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.TimeScale;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.health.EndpointBreaker.Permit;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import java.time.Duration;
import java.time.Instant;

/** The rules and the moments of a breaker under test. */
final class BreakerExamples {
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    static final EndpointSignal BUSY = EndpointSignal.of(new Responded(503, null), StatusOverrides.NONE);
    static final EndpointSignal TIMED_OUT = EndpointSignal.of(new TimedOut(), StatusOverrides.NONE);
    static final ProbationPolicy RULES = new ProbationPolicy(3, ofHours(4), TimeScale.REAL);
    static final int CEILING = 8;

    private BreakerExamples() {}

    /** @return when the probation that begins at noon is over */
    static Instant onProbation(EndpointBreaker breaker) {
        for (int i = 0; i < 3; i++) {
            ended(breaker, BUSY, NOON);
        }
        assertThat(breaker.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        return NOON.plusSeconds(10);
    }

    static Change ended(EndpointBreaker breaker, EndpointSignal signal, Instant now) {
        Permit pass = breaker.sent(at(now));
        return breaker.ended(pass, signal, at(now));
    }

    static ClockReading at(Instant time) {
        return new ClockReading(time, Duration.between(NOON, time).toNanos());
    }
}
