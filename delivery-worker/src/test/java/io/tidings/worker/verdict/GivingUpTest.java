package io.tidings.worker.verdict;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.expiringAt;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.seeded;
import static io.tidings.worker.Examples.triedDelivery;
import static io.tidings.worker.Examples.withoutDeadLetters;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.Gone;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** B-RETRY-4, B-RETRY-5 and B-DLQ-1: when an event has been tried or has waited for long enough, and what it comes to. */
class GivingUpTest {
    private static final UnpausedJudge JUDGE = new UnpausedJudge(judge(Jitter.NONE));
    private static final RandomGenerator RANDOM = seeded(1);

    @ParameterizedTest(name = "a subscription with at most {0} attempts")
    @ValueSource(ints = {1, 2, 10, 30})
    void theLastAttemptIsNotRetried(int most) {
        var subscription = keepingDeadLetters(new RetryPolicy(most, null));
        var verdict = JUDGE.afterSending(triedDelivery(most - 1), subscription, new Responded(404, null), NOON, RANDOM);
        assertThat(verdict).isInstanceOfSatisfying(DeadLetter.class, dead -> {
            assertThat(dead.reason()).isEqualTo(DeadLetterReason.MAX_DELIVERY_ATTEMPTS_EXCEEDED);
            assertThat(dead.retryState().attempts()).isEqualTo(most);
        });
        if (most > 1) {
            assertThat(JUDGE.afterSending(triedDelivery(most - 2), subscription, new TimedOut(), NOON, RANDOM))
                    .isInstanceOf(Retry.class);
        }
    }

    /** B-GONE: it waits until the subscription is paused, and then as paused ones do. */
    @Test
    void aDeliveryWhoseEndpointIsGoneIsNotGivenUpIfTheSubscriptionIsToBePaused() {
        var subscription = keepingDeadLetters(new RetryPolicy(1, null));
        var gone = new Responded(Gone.STATUS, null);
        var pausing = subscription.with(Extensions.NONE.with(Gone.PAUSE));

        assertThat(JUDGE.afterSending(newDelivery(), subscription, gone, NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
        assertThat(JUDGE.afterSending(newDelivery(), pausing, gone, NOON, RANDOM))
                .isInstanceOfSatisfying(Defer.class, defer -> {
                    assertThat(defer.reason()).isEqualTo(DeferralReason.PAUSED);
                    assertThat(defer.retryState().attempts()).isZero();
                });
        assertThat(JUDGE.afterSending(newDelivery(), pausing, new Responded(404, null), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
    }

    @Test
    void loweredLimitsEndWhatHasMoreAttemptsAlready() {
        var subscription = keepingDeadLetters(new RetryPolicy(3, null));
        assertThat(JUDGE.afterSending(triedDelivery(9), subscription, new TimedOut(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
    }

    @Test
    void limitsThatASubscriptionLeavesOpenAreThoseOfTheService() {
        var strict = new UnpausedJudge(new DeliveryLimits(2, ofMinutes(5)), TimeScale.REAL);
        assertThat(strict.afterSending(triedDelivery(1), keepingDeadLetters(), new TimedOut(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
        assertThat(strict.beforeSending(newDelivery(), keepingDeadLetters(), NOON.plus(ofMinutes(5))))
                .isPresent();
    }

    @Test
    void limitsOfASubscriptionHoldAlsoAboveThoseOfTheService() {
        var strict = new UnpausedJudge(new DeliveryLimits(2, ofMinutes(5)), TimeScale.REAL);
        var generous = keepingDeadLetters(new RetryPolicy(4, ofMinutes(30)));
        assertThat(strict.afterSending(triedDelivery(2), generous, new TimedOut(), NOON, RANDOM))
                .isInstanceOf(Retry.class);
        assertThat(strict.afterSending(triedDelivery(3), generous, new TimedOut(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
        assertThat(strict.beforeSending(newDelivery(), generous, NOON.plus(ofMinutes(29))))
                .isEmpty();
        assertThat(strict.beforeSending(newDelivery(), generous, NOON.plus(ofMinutes(30))))
                .isPresent();
    }

    @Test
    void anEventWhoseTimeIsExactlyOverHasExpired() {
        var subscription = keepingDeadLetters(new RetryPolicy(null, ofMinutes(30)));
        var end = NOON.plus(ofMinutes(30));
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, end.minusNanos(1)))
                .isEmpty();
        assertThat(JUDGE.beforeSending(triedDelivery(3), subscription, end))
                .contains(new DeadLetter(
                        DeadLetterReason.TIME_TO_LIVE_EXCEEDED, triedDelivery(3).retryState()));
    }

    /** B-DLQ-8 */
    @Test
    void aKafkaTopicForDeadLettersKeepsThemWithoutAContainer() {
        var subscription =
                withoutDeadLetters(new RetryPolicy(1, null)).with(Extensions.NONE.withDeadLetterTopic("shop"));
        assertThat(JUDGE.afterSending(newDelivery(), subscription, new TimedOut(), NOON, RANDOM))
                .isInstanceOf(DeadLetter.class);
    }

    @Test
    void anEventMayExpireBeforeItsFirstAttempt() {
        var verdict = JUDGE.beforeSending(newDelivery(), keepingDeadLetters(), NOON.plus(ofHours(24)));
        assertThat(verdict)
                .contains(new DeadLetter(
                        DeadLetterReason.TIME_TO_LIVE_EXCEEDED, newDelivery().retryState()));
        assertThat(newDelivery().retryState().attempts()).isZero();
    }

    @Test
    void anAttemptThatOutlivesTheEventIsStillFollowedByAWait() {
        assertThat(JUDGE.afterSending(
                        newDelivery(), keepingDeadLetters(), new TimedOut(), NOON.plus(ofDays(2)), RANDOM))
                .isInstanceOfSatisfying(
                        Retry.class,
                        retry -> assertThat(retry.delay())
                                .as("it expires only when the next attempt falls due")
                                .isEqualTo(ofSeconds(10)));
    }

    @Test
    void whereNoDeadLettersAreKeptAnEventIsDroppedWithTheSameWord() {
        var subscription = withoutDeadLetters(new RetryPolicy(1, null));
        assertThat(JUDGE.afterSending(newDelivery(), subscription, new Responded(500, null), NOON, RANDOM))
                .isEqualTo(new Drop(new DropReason("MaxDeliveryAttemptsExceeded")));
        assertThat(JUDGE.afterSending(newDelivery(), subscription, new Responded(401, null), NOON, RANDOM))
                .isEqualTo(new Drop(new DropReason("UndeliverableDueToHttpUnauthorized")));
        assertThat(JUDGE.beforeSending(newDelivery(), subscription, NOON.plus(ofHours(24))))
                .contains(new Drop(new DropReason("TimeToLiveExceeded")));
    }

    @Test
    void theDeliveriesOfAnExpiredSubscriptionAreDropped() {
        assertThat(JUDGE.beforeSending(newDelivery(), expiringAt(NOON), NOON))
                .contains(new Drop(DropReason.SUBSCRIPTION_EXPIRED));
        assertThat(JUDGE.beforeSending(newDelivery(), expiringAt(NOON.plusNanos(1)), NOON))
                .isEmpty();
    }
}
