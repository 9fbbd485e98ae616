package io.tidings.worker.health;

import static io.tidings.worker.health.BreakerExamples.BUSY;
import static io.tidings.worker.health.BreakerExamples.CEILING;
import static io.tidings.worker.health.BreakerExamples.NOON;
import static io.tidings.worker.health.BreakerExamples.RULES;
import static io.tidings.worker.health.BreakerExamples.TIMED_OUT;
import static io.tidings.worker.health.BreakerExamples.at;
import static io.tidings.worker.health.BreakerExamples.ended;
import static io.tidings.worker.health.BreakerExamples.onProbation;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.verdict.EndpointSignal.LateSuccess;
import io.tidings.worker.verdict.EndpointSignal.Success;
import org.junit.jupiter.api.Test;

/** B-DEL-4: what a breaker makes of responses that come late. */
class LateSuccessTest {
    private final EndpointBreaker breaker = new EndpointBreaker(RULES, CEILING);

    /** B-DEL-4. */
    @Test
    void aLateSuccessInterruptsARunOfFailures() {
        ended(breaker, TIMED_OUT, NOON);
        ended(breaker, TIMED_OUT, NOON);
        assertThat(ended(breaker, new LateSuccess(), NOON)).isEqualTo(Change.COUNTS);
        ended(breaker, TIMED_OUT, NOON);
        ended(breaker, TIMED_OUT, NOON);
        assertThat(breaker.onProbation()).isFalse();
    }

    /** B-DEL-4: whenever it was sent, it is taken now. */
    @Test
    void aLateSuccessEndsProbationAlsoOneThatWasSentBeforeIt() {
        var early = breaker.sent(at(NOON));
        var now = onProbation(breaker);
        assertThat(breaker.ended(early, new LateSuccess(), at(now))).isEqualTo(Change.PROBATION_ENDED);
        assertThat(breaker.openFor(at(now))).isZero();
    }

    /** B-DEL-4: else its next timeouts would put it on probation again before they turn out to be successes. */
    @Test
    void anEndpointRespondsLateFromALateSuccessUntilATimeoutThatStaysOne() {
        assertThat(breaker.respondsLate()).isFalse();
        ended(breaker, TIMED_OUT, NOON);
        ended(breaker, new LateSuccess(), NOON);
        assertThat(breaker.respondsLate()).isTrue();
        ended(breaker, new Success(), NOON);
        ended(breaker, BUSY, NOON);
        assertThat(breaker.respondsLate()).isTrue();
        ended(breaker, TIMED_OUT, NOON);
        assertThat(breaker.respondsLate()).isFalse();
    }

    @Test
    void aProbeIsJudgedByItsTimeoutAlsoWhereResponsesComeLate() {
        ended(breaker, new LateSuccess(), NOON);
        onProbation(breaker);
        assertThat(breaker.respondsLate()).isFalse();
    }

    @Test
    void afterALateSuccessTheEndpointGetsOneRequestMoreWithEveryOther() {
        ended(breaker, TIMED_OUT, NOON);
        for (int limit = 2; limit <= CEILING; limit++) {
            ended(breaker, new LateSuccess(), NOON);
            assertThat(breaker.limit()).isEqualTo(limit);
        }
    }
}
