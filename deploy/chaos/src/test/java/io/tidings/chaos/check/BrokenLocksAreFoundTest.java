package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.EXHAUSTED;
import static io.tidings.chaos.check.JudgedHistory.RULES;
import static io.tidings.chaos.check.JudgedHistory.limits;
import static io.tidings.chaos.check.JudgedHistory.promises;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The checker finds events of queues that two receivers have, that come back after their end, and that are lost: B-PULL. */
class BrokenLocksAreFoundTest {
    private static final String UNWANTED = "RejectedByReceiver";

    @Test
    void anAcknowledgedEventIsDelivered() {
        var judgement = judge(queued().received(1, 0).asked(1, 1, Action.ACKNOWLEDGE, Answer.SUCCEEDED));

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally().delivered()).isOne();
    }

    @Test
    void anEventThatWasReceivedAndNotAcknowledgedIsALoss() {
        assertThat(violated(queued().received(1, 0))).containsExactly(Promise.NOTHING_IS_LOST);
        assertThat(violated(queued().received(1, 0).asked(1, 1, Action.RELEASE, Answer.SUCCEEDED)))
                .containsExactly(Promise.NOTHING_IS_LOST);
        assertThat(violated(queued().received(1, 0).asked(1, 70, Action.ACKNOWLEDGE, Answer.LOST)))
                .containsExactly(Promise.NOTHING_IS_LOST);
    }

    /** The receiver or ingest was killed meanwhile. */
    @Test
    void anAcknowledgementWithoutAnAnswerCountsIfItIsCommitted() {
        var asked = queued().received(1, 0).asked(1, 1, Action.ACKNOWLEDGE, Answer.NONE);
        assertThat(violated(asked)).containsExactly(Promise.NOTHING_IS_LOST);
        assertThat(violated(asked.committed(1, 1, 0, Ending.DELIVERED))).isEmpty();
        assertThat(violated(queued().received(1, 0).committed(1, 1, 0, Ending.DELIVERED)))
                .as("nobody acknowledged it")
                .containsExactly(Promise.NOTHING_IS_LOST);
    }

    @ParameterizedTest(name = "{0}, answered {1}, received again after {2} s is right: {3}")
    @CsvSource({
        ", , 57, false",
        ", , 60, true",
        "RENEW, SUCCEEDED, 97, false",
        "RENEW, SUCCEEDED, 100, true",
        "RENEW, NONE, 60, true",
        "RELEASE, SUCCEEDED, 47, false",
        "RELEASE, SUCCEEDED, 50, true",
        "RELEASE, NONE, 47, false",
        "RELEASE, NONE, 50, true",
        "ACKNOWLEDGE, NONE, 57, false",
        "ACKNOWLEDGE, NONE, 60, true",
        "ACKNOWLEDGE, SUCCEEDED, 60, false",
        "REJECT, SUCCEEDED, 60, false",
    })
    void anEventIsReceivedAgainOnlyWhenItIsFree(Action action, Answer answer, double again, boolean right) {
        var script = queued().received(1, 0);
        if (action != null) {
            script.asked(1, 40, action, answer, action == Action.RENEW ? 60 : 10);
        }
        script.received(2, again).asked(2, again + 1, Action.ACKNOWLEDGE, Answer.SUCCEEDED);

        assertThat(violated(script)).isEqualTo(right ? List.of() : List.of(Promise.ONE_LOCK));
    }

    @Test
    void noKillOfAWorkerExplainsASecondReceiver() {
        var twice = queued().received(1, 0).received(2, 10).asked(2, 11, Action.ACKNOWLEDGE, Answer.SUCCEEDED);
        var kill = new Disturbance("worker-0 killed", Reach.OWNERS, HistoryScript.at(5), HistoryScript.at(9));

        assertThat(promises(judge(twice, queue(null), kill))).containsExactly(Promise.ONE_LOCK);
        assertThat(new Checker(limits(Clocks.STEPPED), List.of())
                        .judge(twice.history(), queue(null))
                        .violations())
                .as("nothing is known of the ends of locks")
                .isEmpty();
    }

    @Test
    void aReceiverThatWasFrozenMayReadLateWhatWasHandedOutBefore() {
        var late = queued().received(2, 70)
                .asked(2, 71, Action.ACKNOWLEDGE, Answer.SUCCEEDED)
                .received(1, 100);
        assertThat(violated(late.asked(1, 101, Action.ACKNOWLEDGE, Answer.LOST)))
                .as("it asked after the other one had it")
                .containsExactly(Promise.ONE_LOCK);
        assertThat(violated(queued().received(2, 70)
                        .asked(2, 71, Action.ACKNOWLEDGE, Answer.SUCCEEDED)
                        .receivedLate(1, 0, 100)
                        .asked(1, 101, Action.ACKNOWLEDGE, Answer.LOST)))
                .isEmpty();
    }

    @Test
    void twoHandOutsHaveTwoCounts() {
        assertThat(violated(queued().received(1, 0).received(1, 70).asked(1, 71, Action.ACKNOWLEDGE, Answer.SUCCEEDED)))
                .containsExactly(Promise.ONE_LOCK);
        assertThat(violated(queued().received(4, 0).asked(4, 1, Action.ACKNOWLEDGE, Answer.SUCCEEDED)))
                .as("three are allowed")
                .containsExactly(Promise.ATTEMPTS_ARE_BOUNDED);
    }

    @ParameterizedTest
    @EnumSource(
            value = Answer.class,
            names = {"LOST", "OTHER"})
    void aTokenIsGoodUntilItsLockEnds(Answer answer) {
        var again = queued().received(1, 0).asked(1, 40, Action.ACKNOWLEDGE, answer);
        assertThat(violated(again.received(2, 60).asked(2, 61, Action.ACKNOWLEDGE, Answer.SUCCEEDED)))
                .containsExactly(Promise.ONE_LOCK);
    }

    @Test
    void aTokenMayBeLostAfterItsLockOrAfterARequestWithoutAnAnswer() {
        assertThat(violated(queued().received(1, 0)
                        .asked(1, 60, Action.RENEW, Answer.LOST)
                        .received(2, 61)
                        .asked(2, 62, Action.ACKNOWLEDGE, Answer.NONE)
                        .asked(2, 63, Action.ACKNOWLEDGE, Answer.LOST)
                        .committed(2, 62, 0, Ending.DELIVERED)))
                .isEmpty();
    }

    /** Ingest asks the next owner again, for which the event has ended. */
    @Test
    void aTokenMayBeLostIfAWorkerWasKilledBeforeItAnswered() {
        var kill = new Disturbance("worker-0 killed", Reach.OWNERS, HistoryScript.at(40), HistoryScript.at(41));
        var settled = queued().received(1, 0).asked(1, 40, Action.ACKNOWLEDGE, Answer.LOST);

        assertThat(promises(judge(settled.committed(1, 40, 0, Ending.DELIVERED), queue(null), kill)))
                .isEmpty();
        assertThat(violated(settled)).containsExactly(Promise.ONE_LOCK);
    }

    @Test
    void anAcknowledgedEventIsNotGivenUp() {
        var acknowledged = queued().received(3, 0).asked(3, 1, Action.ACKNOWLEDGE, Answer.SUCCEEDED);
        assertThat(violated(acknowledged
                        .committed(4, 1, 0, Ending.DEAD_LETTER, EXHAUSTED)
                        .buried()
                        .blob()))
                .containsExactly(Promise.ONE_LOCK);
    }

    @Test
    void aRejectionIsAReasonIfAReceiverRejected() {
        var received = queued().received(1, 0);
        assertThat(violated(dead(received, 1, UNWANTED))).containsExactly(Promise.RIGHT_REASON);
        assertThat(violated(dead(queued().received(1, 0).asked(1, 1, Action.REJECT, Answer.SUCCEEDED), 1, UNWANTED)))
                .isEmpty();
        assertThat(violated(dead(queued().received(1, 0).asked(1, 1, Action.REJECT, Answer.NONE), 1, UNWANTED)))
                .isEmpty();
    }

    @Test
    void anEventIsExhaustedWhenItWasReceivedAsOftenAsItMayBe() {
        assertThat(violated(dead(queued().received(2, 0), 2, EXHAUSTED))).containsExactly(Promise.RIGHT_REASON);
        assertThat(violated(dead(queued().received(3, 0), 3, EXHAUSTED))).isEmpty();
    }

    @ParameterizedTest(name = "the next of its key after {0} s is right: {1}")
    @CsvSource({"39, false", "41, true"})
    void oneEventOfAKeyIsLocked(double next, boolean right) {
        var script = queued().received(1, 0).asked(1, 40, Action.ACKNOWLEDGE, Answer.SUCCEEDED);

        assertThat(promises(judge(script.receivedBehind(next), queue(_ -> "key"))))
                .isEqualTo(right ? List.of() : List.of(Promise.ORDER_IS_KEPT));
    }

    @Test
    void whoRejectsInVainAfterItsLockHoldsUpNobody() {
        var script = dead(
                queued().received(1, 0)
                        .received(2, 60)
                        .asked(2, 61, Action.REJECT, Answer.SUCCEEDED)
                        .asked(1, 65, Action.REJECT, Answer.LOST),
                2,
                UNWANTED);

        assertThat(promises(judge(script.receivedBehind(62), queue(_ -> "key"))))
                .isEmpty();
    }

    private static HistoryScript queued() {
        return HistoryScript.accepted().matched();
    }

    private static HistoryScript dead(HistoryScript script, int times, String reason) {
        return script.committed(times + 1, 1, 0, Ending.DEAD_LETTER, reason)
                .buried(reason)
                .blob(reason, times, "");
    }

    private static List<Promise> violated(HistoryScript script) {
        return promises(judge(script)).stream().distinct().toList();
    }

    private static Judgement judge(HistoryScript script) {
        return judge(script, queue(null));
    }

    private static Judgement judge(HistoryScript script, SubscriptionTerms terms, Disturbance... disturbances) {
        return new Checker(RULES, List.of(disturbances)).judge(script.history(), terms);
    }

    private static SubscriptionTerms queue(@Nullable UnaryOperator<String> orderKey) {
        return new SubscriptionTerms(
                _ -> true, 3, Duration.ofHours(1), true, false, List.of(), orderKey, 0, 0, false, true);
    }
}
