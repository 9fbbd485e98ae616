package io.tidings.worker.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.EndpointSignal.Alive;
import io.tidings.worker.verdict.EndpointSignal.Failure;
import io.tidings.worker.verdict.EndpointSignal.None;
import io.tidings.worker.verdict.EndpointSignal.Success;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.Cause;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.NotWritten;
import io.tidings.worker.verdict.Outcome.ProxyUnavailable;
import io.tidings.worker.verdict.Outcome.Refusal;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.TokenUnavailable;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Outcome.Written;
import io.tidings.worker.verdict.StatusRules.Disposition.Accept;
import io.tidings.worker.verdict.StatusRules.Disposition.GiveUp;
import io.tidings.worker.verdict.StatusRules.Disposition.PutOff;
import io.tidings.worker.verdict.StatusRules.Disposition.Retry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** B-DEL-3, B-RETRY-2, B-RETRY-3, B-PROB-1 and B-OUT: the table of statuses, row by row. */
class StatusRulesTest {
    @ParameterizedTest
    @ValueSource(ints = {200, 201, 202, 203, 204})
    void fiveStatusesAreASuccess(int status) {
        var rule = StatusRules.of(status);
        assertThat(rule.disposition()).isEqualTo(new Accept());
        assertThat(rule.lastOutcome()).isNull();
        assertThat(rule.signal()).isEqualTo(new Success());
    }

    @ParameterizedTest(name = "{0} is {1}, waits {2}, begins a probation of {3}, overload: {4}")
    @CsvSource({
        "404, NOT_FOUND, PT5M, PT5M, false",
        "408, TIMED_OUT, PT2M, PT10S, true",
        "410, NOT_FOUND, PT10S, PT5M, false",
        "429, BUSY, PT10S, PT10S, true",
        "503, BUSY, PT30S, PT10S, true",
        "205, GENERIC_ERROR, PT10S, PT30S, false",
        "206, GENERIC_ERROR, PT10S, PT30S, false",
        "301, GENERIC_ERROR, PT10S, PT30S, false",
        "418, GENERIC_ERROR, PT10S, PT30S, false",
        "500, GENERIC_ERROR, PT10S, PT30S, false",
        "502, GENERIC_ERROR, PT10S, PT30S, false",
        "504, GENERIC_ERROR, PT10S, PT30S, false",
        "999, GENERIC_ERROR, PT10S, PT30S, false"
    })
    void aStatusThatIsRetriedHasItsFloorAndItsProbation(
            int status, LastOutcome name, Duration floor, Duration probation, boolean overload) {
        assertRetried(new Responded(status, null), name, floor, probation, overload);
    }

    @ParameterizedTest(name = "{0} gives up as {1} and begins a probation of {2}")
    @CsvSource({"401, UNAUTHORIZED, PT5M", "403, FORBIDDEN, PT5M"})
    void aStatusThatIsNotRetriedMayStillBeAFailureOfTheEndpoint(int status, LastOutcome name, Duration probation) {
        var rule = StatusRules.of(status);
        assertThat(rule.disposition()).isEqualTo(new GiveUp(name, DeadLetterReason.ofStatus(status)));
        assertThat(rule.signal()).isEqualTo(new Failure(name, probation, false, null));
    }

    @ParameterizedTest
    @CsvSource({"400, BAD_REQUEST", "413, PAYLOAD_TOO_LARGE"})
    void aBadEventShowsThatTheEndpointIsThere(int status, LastOutcome name) {
        var rule = StatusRules.of(status);
        assertThat(rule.disposition()).isEqualTo(new GiveUp(name, DeadLetterReason.ofStatus(status)));
        assertThat(rule.signal()).isEqualTo(new Alive());
    }

    @ParameterizedTest(name = "{0} is {1} and begins a probation of {2}")
    @CsvSource({"SOCKET, SOCKET_ERROR, PT30S", "RESOLUTION, RESOLUTION_ERROR, PT5M", "PROTOCOL, GENERIC_ERROR, PT30S"})
    void anEndpointThatIsNotReachedIsRetried(Cause cause, LastOutcome name, Duration probation) {
        assertRetried(new Unreachable(cause), name, Duration.ofSeconds(10), probation, false);
    }

    @Test
    void aTopicThatIsMissingOrForbiddenIsRetriedAfterFiveMinutes() {
        var five = Duration.ofMinutes(5);
        assertRetried(new NotWritten(Refusal.NO_TOPIC, "gone"), LastOutcome.NOT_FOUND, five, five, false);
        assertRetried(new NotWritten(Refusal.NO_RIGHT, "no"), LastOutcome.UNAUTHORIZED, five, five, false);
    }

    @Test
    void aRecordThatTheTopicNeverTakesIsGivenUp() {
        for (var refusal : List.of(Refusal.TOO_LARGE, Refusal.INVALID)) {
            assertThat(StatusRules.of(new NotWritten(refusal, "no")))
                    .isEqualTo(StatusRules.of(new Responded(refusal.status(), null)));
        }
        assertThat(Judge.succeeds(new Written())).isTrue();
    }

    /** B-PROB-1: an event that was not sent must not end a probation. */
    @Test
    void anEventThatIsWithheldIsGivenUpAndSaysNothingAboutTheEndpoint() {
        for (var refusal : List.of(Refusal.TOO_LARGE, Refusal.INVALID)) {
            var rule = StatusRules.of(new Outcome.Withheld(refusal, "no"));
            assertThat(rule.disposition())
                    .isEqualTo(StatusRules.of(new Responded(refusal.status(), null))
                            .disposition());
            assertThat(rule.signal()).isEqualTo(new EndpointSignal.None());
        }
    }

    @Test
    void noResponseInTimeIsOverload() {
        assertRetried(new TimedOut(), LastOutcome.TIMED_OUT, Duration.ofSeconds(10), Duration.ofSeconds(10), true);
    }

    @Test
    void anAddressThatIsNotAllowedCountsAsForbiddenAndIsRetried() {
        assertRetried(
                new AddressRefused(), LastOutcome.FORBIDDEN, Duration.ofSeconds(10), Duration.ofMinutes(5), false);
    }

    @Test
    void aTokenThatCannotBeHadCountsAsUnauthorizedAndIsRetried() {
        assertRetried(
                new TokenUnavailable("down"),
                LastOutcome.UNAUTHORIZED,
                Duration.ofSeconds(10),
                Duration.ofMinutes(5),
                false);
    }

    @Test
    void aFailureOfOurOwnDefersAndSaysNothingAboutTheEndpoint() {
        assertPutOff(new NotSent(), DeferralReason.OVERLOAD);
    }

    /** B-PROXY. */
    @Test
    void soDoesAProxyThatServesNobody() {
        assertPutOff(new ProxyUnavailable("down"), DeferralReason.PROXY_UNAVAILABLE);
    }

    private static void assertPutOff(Outcome outcome, DeferralReason reason) {
        var rule = StatusRules.of(outcome);
        assertThat(rule.disposition()).isEqualTo(new PutOff(reason));
        assertThat(rule.lastOutcome()).isNull();
        assertThat(rule.signal()).isEqualTo(new None());
    }

    private static void assertRetried(
            Outcome outcome, LastOutcome name, Duration floor, Duration probation, boolean overload) {
        var rule = StatusRules.of(outcome);
        assertThat(rule.disposition()).isEqualTo(new Retry(name, floor));
        assertThat(rule.lastOutcome()).isEqualTo(name);
        assertThat(rule.signal()).isEqualTo(new Failure(name, probation, overload, null));
    }
}
