package io.tidings.worker.health;

import static io.tidings.worker.health.BreakerExamples.BUSY;
import static io.tidings.worker.health.BreakerExamples.CEILING;
import static io.tidings.worker.health.BreakerExamples.NOON;
import static io.tidings.worker.health.BreakerExamples.RULES;
import static io.tidings.worker.health.BreakerExamples.at;
import static io.tidings.worker.health.BreakerExamples.ended;
import static io.tidings.worker.health.BreakerExamples.onProbation;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.verdict.EndpointSignal.Success;
import org.junit.jupiter.api.Test;

/** B-PROB-4: what the next owner of an endpoint resumes. */
class WrittenBreakerTest {
    private final EndpointBreaker breaker = new EndpointBreaker(RULES, CEILING);

    @Test
    void itIsWrittenDownAndResumed() {
        var now = onProbation(breaker);
        breaker.deferred();
        breaker.deferred();
        var written = breaker.written("u1", now);
        assertThat(written)
                .isEqualTo(new EndpointHealth(
                                "u1",
                                3,
                                LastOutcome.BUSY,
                                new Probation(NOON, NOON.plusSeconds(10), ofSeconds(10), LastOutcome.BUSY),
                                2,
                                now)
                        .withConcurrencyLimit(1));
        var resumed = EndpointBreaker.resumed(RULES, CEILING, written, at(NOON));
        assertThat(resumed.openFor(at(NOON))).isEqualTo(ofSeconds(10));
        assertThat(resumed.limit()).isEqualTo(1);
        assertThat(resumed.written("u1", now)).isEqualTo(written);
        resumed.ended(resumed.sent(at(now)), BUSY, at(now));
        assertThat(resumed.openFor(at(now))).as("doubled by the new owner").isEqualTo(ofSeconds(20));
    }

    @Test
    void failuresBelowTheThresholdAreResumedToo() {
        ended(breaker, BUSY, NOON);
        ended(breaker, BUSY, NOON);
        var resumed = EndpointBreaker.resumed(RULES, CEILING, breaker.written("u1", NOON), at(NOON));
        assertThat(resumed.pristine()).isFalse();
        assertThat(resumed.ended(resumed.sent(at(NOON)), BUSY, at(NOON))).isEqualTo(Change.PROBATION_BEGAN);
    }

    @Test
    void theEndOfProbationResetsTheDeferredCount() {
        var now = onProbation(breaker);
        breaker.deferred();
        ended(breaker, new Success(), now);
        assertThat(breaker.written("u1", now))
                .isEqualTo(new EndpointHealth("u1", 0, LastOutcome.BUSY, null, 0, now)
                        .withConcurrencyLimit(1)
                        .decided(now));
    }

    @Test
    void theLimitThatTheEndpointHasEarnedIsWrittenForPeopleAndNotResumed() {
        for (int i = 0; i < 6; i++) {
            ended(breaker, new Success(), NOON);
        }
        var written = breaker.written("u1", NOON);
        assertThat(written.concurrencyLimit()).isEqualTo(breaker.limit()).isGreaterThan(1);
        assertThat(EndpointBreaker.resumed(RULES, CEILING, written, at(NOON)).limit())
                .isEqualTo(1);
    }
}
