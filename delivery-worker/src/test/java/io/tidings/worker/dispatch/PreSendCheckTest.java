package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.NOON;
import static io.tidings.worker.Examples.expiringAt;
import static io.tidings.worker.Examples.judge;
import static io.tidings.worker.Examples.keepingDeadLetters;
import static io.tidings.worker.Examples.newDelivery;
import static io.tidings.worker.Examples.pausedSubscription;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofHours;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.ClockReading;
import io.tidings.contract.TimeScale;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.json.Unread;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.dispatch.Admission.Conclude;
import io.tidings.worker.dispatch.Admission.EndpointChanged;
import io.tidings.worker.dispatch.Admission.NotConfigured;
import io.tidings.worker.dispatch.Admission.OnProbation;
import io.tidings.worker.dispatch.Admission.Paused;
import io.tidings.worker.dispatch.Admission.Send;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.health.ProbationPolicy;
import io.tidings.worker.verdict.EndpointSignal;
import io.tidings.worker.verdict.Jitter;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** B-PROB-2, B-RETRY-5, B-SUB-1, B-SUB-3, B-SUB-5, B-MATCH-5: the decision about a delivery that is due, as a table. */
class PreSendCheckTest {
    private static final ClockReading NOW = at(Duration.ZERO);
    private static final Judge JUDGE = judge(Jitter.NONE);
    private static final PreSendCheck CHECK = new PreSendCheck(JUDGE, _ -> null);
    private static final String UID = newDelivery().uid();

    @ParameterizedTest(name = "{0}")
    @MethodSource("situations")
    void everyObstacleKeepsADeliveryFromBeingSent(String situation, SubscriptionEntry entry, Admission admission) {
        assertThat(CHECK.of(newDelivery(), entry, healthy(), NOW)).isEqualTo(admission);
    }

    static Stream<Arguments> situations() {
        var recreated = entry(keepingDeadLetters(), "another-uid", ProvisioningState.SUCCEEDED);
        var expired = entry(expiringAt(NOON), UID, ProvisioningState.SUCCEEDED);
        var paused = entry(pausedSubscription(), UID, ProvisioningState.SUCCEEDED);
        var pausedAndUpdating = entry(pausedSubscription(), UID, ProvisioningState.UPDATING);
        var locked = new SubscriptionEntry(
                keepingDeadLetters(),
                UID,
                new Provisioning(
                        ProvisioningState.SUCCEEDED, true, null, "tidings-sealed:1:key:text", null, null, null),
                1);
        var unknown = new Unread(JsonNodeFactory.instance.objectNode(), List.of(), List.of(), Set.of("transform"));
        var ofLaterRelease = entry(keepingDeadLetters().with(unknown), UID, ProvisioningState.SUCCEEDED);
        var updating = entry(keepingDeadLetters(), UID, ProvisioningState.UPDATING);
        var notValidated = JUDGE.notValidated(newDelivery(), NOON);
        return Stream.of(
                arguments("created again", recreated, new Conclude(JUDGE.subscriptionDeleted(), recreated)),
                arguments("expired", expired, new Conclude(verdictBeforeSending(expired), expired)),
                arguments("paused", paused, new Paused(paused)),
                arguments("paused before its endpoint agreed", pausedAndUpdating, new Paused(pausedAndUpdating)),
                arguments(
                        "a sealed secret",
                        locked,
                        new Conclude(JUDGE.unreadable(newDelivery(), Duration.ZERO, NOON), locked)),
                arguments(
                        "a feature of a later release",
                        ofLaterRelease,
                        new Conclude(JUDGE.unreadable(newDelivery(), Duration.ZERO, NOON), ofLaterRelease)),
                arguments("an endpoint that has not agreed", updating, new Conclude(notValidated, updating)));
    }

    @Test
    void anEventThatHasExpiredIsGivenUpEvenOnProbation() {
        var entry = inForce();
        var late = at(ofDays(1));
        assertThat(CHECK.of(newDelivery(), entry, onProbation(late), late))
                .isInstanceOfSatisfying(
                        Conclude.class,
                        conclude -> assertThat(conclude.verdict())
                                .isInstanceOfSatisfying(
                                        DeadLetter.class,
                                        dead -> assertThat(dead.reason())
                                                .isEqualTo(DeadLetterReason.TIME_TO_LIVE_EXCEEDED)));
    }

    @Test
    void aDeliveryIsSentToAnEndpointThatIsNotOnProbation() {
        var entry = inForce();
        var breaker = healthy();
        assertThat(CHECK.of(newDelivery(), entry, breaker, NOW)).isEqualTo(new Send(entry, breaker));
    }

    @Test
    void probationDefersADeliveryForItsRest() {
        var entry = inForce();
        var breaker = onProbation(NOW);
        assertThat(CHECK.of(newDelivery(), entry, breaker, at(ofSeconds(4))))
                .isEqualTo(new OnProbation(entry, breaker, ofSeconds(6)));
        assertThat(CHECK.of(newDelivery(), entry, breaker, at(ofSeconds(10))))
                .as("the probe")
                .isEqualTo(new Send(entry, breaker));
    }

    @Test
    void withoutACertificateThatItNamesADeliveryWaitsUnlessProbationLastsLonger() {
        var lacking = new PreSendCheck(JUDGE, _ -> "no certificate");
        var entry = inForce();
        var breaker = healthy();
        assertThat(lacking.of(newDelivery(), entry, breaker, NOW))
                .isEqualTo(new NotConfigured(entry, breaker, "no certificate"));
        assertThat(lacking.of(newDelivery(), entry, onProbation(NOW), at(ofSeconds(4))))
                .isInstanceOf(OnProbation.class);
    }

    @Test
    void anotherEndpointBeginsAnewBeforeAnythingIsSentToIt() {
        var entry = inForce();
        assertThat(CHECK.of(newDelivery(), entry, null, NOW)).isEqualTo(new EndpointChanged(entry));
    }

    @Test
    void withoutASubscriptionADeliveryIsDroppedUnlessThereIsOneThatCannotBeRead() {
        assertThat(CHECK.withoutSubscription(newDelivery(), false, NOW))
                .isEqualTo(new Conclude(JUDGE.subscriptionDeleted(), null));
        assertThat(CHECK.withoutSubscription(newDelivery(), true, NOW))
                .isEqualTo(new Conclude(JUDGE.unreadable(newDelivery(), Duration.ZERO, NOON), null));
    }

    private static SubscriptionEntry inForce() {
        return entry(keepingDeadLetters(), UID, ProvisioningState.SUCCEEDED);
    }

    private static SubscriptionEntry entry(Subscription subscription, String uid, ProvisioningState state) {
        return new SubscriptionEntry(subscription, uid, state, 1);
    }

    private static Verdict verdictBeforeSending(SubscriptionEntry entry) {
        return JUDGE.beforeSending(newDelivery(), entry.subscription(), Duration.ZERO, NOON)
                .orElseThrow();
    }

    private static EndpointBreaker healthy() {
        return new EndpointBreaker(new ProbationPolicy(1, ofHours(4), TimeScale.REAL), 8);
    }

    /** On a probation of ten seconds. */
    private static EndpointBreaker onProbation(ClockReading since) {
        var breaker = healthy();
        breaker.ended(breaker.sent(since), EndpointSignal.of(new Responded(503, null), StatusOverrides.NONE), since);
        return breaker;
    }

    private static ClockReading at(Duration afterNoon) {
        return new ClockReading(NOON.plus(afterNoon), afterNoon.toNanos());
    }
}
