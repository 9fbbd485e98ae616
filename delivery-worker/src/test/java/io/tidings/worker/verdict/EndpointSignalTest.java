package io.tidings.worker.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.Responded;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-PROB-1: what counts against an endpoint and what does not. */
class EndpointSignalTest {
    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 203, 204})
    void aSuccessIsGood(int status) {
        assertThat(EndpointSignal.of(new Responded(status, null))).isEqualTo(new Success());
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 413})
    void aBadEventShowsThatTheEndpointIsThere(int status) {
        assertThat(EndpointSignal.of(new Responded(status, null))).isEqualTo(new Alive());
    }

    @ParameterizedTest
    @ValueSource(ints = {205, 206, 301, 401, 403, 404, 408, 410, 429, 500, 503})
    void anyOtherAnswerIsBad(int status) {
        assertThat(EndpointSignal.of(new Responded(status, null))).isInstanceOf(Failure.class);
    }

    @Test
    void noAnswerIsBad() {
        assertThat(EndpointSignal.of(new Outcome.TimedOut())).isEqualTo(new Failure(LastOutcome.TIMED_OUT));
        assertThat(EndpointSignal.of(new Outcome.Unreachable(Cause.SOCKET)))
                .isEqualTo(new Failure(LastOutcome.SOCKET_ERROR));
        assertThat(EndpointSignal.of(new Outcome.Unreachable(Cause.RESOLUTION)))
                .isEqualTo(new Failure(LastOutcome.RESOLUTION_ERROR));
    }

    @Test
    void anAddressThatMayNotBeSentToCountsAsForbidden() {
        assertThat(EndpointSignal.of(new Outcome.AddressRefused())).isEqualTo(new Failure(LastOutcome.FORBIDDEN));
    }

    @Test
    void aFailureOfOurOwnSaysNothing() {
        assertThat(EndpointSignal.of(new Outcome.NotSent())).isEqualTo(new None());
    }
}
