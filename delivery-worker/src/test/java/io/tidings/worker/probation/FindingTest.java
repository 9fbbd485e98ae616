package io.tidings.worker.probation;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.probation.Finding.Bad;
import io.tidings.worker.probation.Finding.Good;
import io.tidings.worker.probation.Finding.Present;
import io.tidings.worker.probation.Finding.Unknown;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Cause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROB-1: what counts against an endpoint and what does not. */
class FindingTest {
    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 203, 204})
    void aSuccessIsGood(int status) {
        assertThat(Finding.of(new Answered(status, null))).isEqualTo(new Good());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413})
    void aBadEventShowsThatTheEndpointIsThere(int status) {
        assertThat(Finding.of(new Answered(status, null))).isEqualTo(new Present());
    }

    @ParameterizedTest
    @ValueSource(ints = {205, 206, 301, 401, 403, 404, 408, 410, 429, 500, 503})
    void anyOtherAnswerIsBad(int status) {
        assertThat(Finding.of(new Answered(status, null))).isInstanceOf(Bad.class);
    }

    @Test
    void noAnswerIsBad() {
        assertThat(Finding.of(new Outcome.Silent())).isEqualTo(new Bad(LastOutcome.TIMED_OUT));
        assertThat(Finding.of(new Outcome.Unreachable(Cause.SOCKET))).isEqualTo(new Bad(LastOutcome.SOCKET_ERROR));
        assertThat(Finding.of(new Outcome.Unreachable(Cause.RESOLUTION)))
                .isEqualTo(new Bad(LastOutcome.RESOLUTION_ERROR));
    }

    @Test
    void anAddressThatMayNotBeSentToCountsAsForbidden() {
        assertThat(Finding.of(new Outcome.Refused())).isEqualTo(new Bad(LastOutcome.FORBIDDEN));
    }

    @Test
    void aFailureOfOurOwnSaysNothing() {
        assertThat(Finding.of(new Outcome.Unsent())).isEqualTo(new Unknown());
    }
}
