package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.triedDelivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.Verdict.Drop;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-MATCH-5, B-SUB-1 and B-SUB-3: deliveries are deferred for reasons other than their endpoint. */
class PuttingOffTest {
    private static final Judge JUDGE = judge(Jitter.NONE);

    /** B-MATCH-5, B-RETRY-4. */
    @Test
    void aDeliveryOfAnUnreadableSubscriptionIsDeferredUntilTheLongestTimeToLive() {
        var tried = triedDelivery(3);
        var longest = NOON.plus(Duration.ofDays(7));
        assertThat(JUDGE.unreadable(tried, longest.minusNanos(1)))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.SUBSCRIPTION_UNREADABLE,
                        Duration.ofSeconds(10),
                        tried.retryState()
                                .deferred(
                                        LastOutcome.DELIVERING,
                                        longest.minusNanos(1).plusSeconds(10))));
        assertThat(JUDGE.unreadable(tried, longest))
                .isEqualTo(new Drop(DropReason.of(DeadLetterReason.TIME_TO_LIVE_EXCEEDED)));
    }

    /** B-SUB-3. */
    @Test
    void deliveriesAreDeferredUntilTheEndpointIsValidated() {
        var tried = triedDelivery(3);
        assertThat(JUDGE.notValidated(tried, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.NOT_VALIDATED,
                        Duration.ofSeconds(10),
                        tried.retryState().deferred(LastOutcome.DELIVERING, NOON.plusSeconds(10))));
    }

    /** B-AUTH-3. */
    @Test
    void deliveriesWithoutACertificateAreDeferredForTenSecondsEachTime() {
        var deferred = triedDelivery(3).at(triedDelivery(3).retryState().deferred(LastOutcome.DELIVERING, NOON));
        assertThat(JUDGE.notConfigured(deferred, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.NOT_CONFIGURED,
                        Duration.ofSeconds(10),
                        deferred.retryState().deferred(LastOutcome.DELIVERING, NOON.plusSeconds(10))));
    }

    /** B-SUB-1. */
    @ParameterizedTest(name = "a wait of {0} becomes a deferral of {1}")
    @CsvSource({"PT10S, PT10S", "PT12.5S, PT12.5S", "PT30M, PT30M", "PT5H, PT30M"})
    void aPausedDeliveryIsDeferredAndKeepsItsAttempts(Duration asked, Duration wait) {
        var tried = triedDelivery(3);
        assertThat(JUDGE.paused(tried, asked, NOON))
                .isEqualTo(new Verdict.Defer(
                        DeferralReason.PAUSED,
                        wait,
                        tried.retryState().deferred(LastOutcome.PROBATION, NOON.plus(wait))));
    }
}
