package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.retried;
import static io.tidings.chaos.check.JudgedHistory.TERMS;
import static io.tidings.chaos.check.JudgedHistory.judge;
import static io.tidings.chaos.check.JudgedHistory.limits;
import static io.tidings.chaos.check.JudgedHistory.promises;
import static io.tidings.chaos.check.JudgedHistory.terms;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds attempts that are early, late, too many, or made during probation: B-RETRY-1, -3, -4, B-PROB-2. */
class WrongWaitsAreFoundTest {
    @ParameterizedTest(name = "after {0} the second attempt {1} s later is early: {2}")
    @CsvSource({
        "500, 9.9, true", "500, 10.1, false", "503, 29.9, true", "503, 30.1, false",
        "408, 119.9, true", "408, 120.1, false", "404, 299.9, true", "404, 300.1, false"
    })
    void aWaitShorterThanStepOrFloorIsEarly(int status, double seconds, boolean early) {
        var script = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, status, Ending.RETRY)
                .attempt(2, seconds, 200, Ending.DELIVERED);

        assertThat(violated(script)).containsExactlyElementsOf(early ? List.of(Promise.NO_EARLY_RETRY) : List.of());
    }

    @ParameterizedTest(name = "with a step of 12 s the second attempt after {0} s is early: {1}")
    @CsvSource({"11.9, true", "12.1, false"})
    void aScheduleOfItsOwnCounts(double seconds, boolean early) {
        var terms = new SubscriptionTerms(
                _ -> true, 3, Duration.ofHours(1), true, false, List.of(Duration.ofSeconds(12)), null);
        var script = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(2, seconds, 200, Ending.DELIVERED);

        assertThat(promises(judge(script, terms)))
                .containsExactlyElementsOf(early ? List.of(Promise.NO_EARLY_RETRY) : List.of());
    }

    @Test
    void anEarlyRetryIsSeenAlsoWhenTheWorkerCommittedNothingOfIt() {
        assertThat(violated(
                        HistoryScript.accepted().matched().request(1, 0, 500).attempt(2, 9, 200, Ending.DELIVERED)))
                .containsExactly(Promise.NO_EARLY_RETRY);
    }

    /** Another event of the batch had been attempted before. */
    @Test
    void aRequestOfABatchThatArrivesAfterItsTimeoutIsNoRetry() {
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .timedOut(1, 0)
                        .batched(1, 0.9, 503)
                        .batched(1, 10.1, 200)
                        .committed(2, 10.1, 200, Ending.DELIVERED)))
                .isEmpty();
    }

    /** B-RECOVER-1. */
    @Test
    void whatWasMovedForwardIsEarlyOnlyBeforeItsFloor() {
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .attempt(1, 0, 500, Ending.RETRY)
                        .attempt(2, 12, 500, Ending.RETRY)
                        .movedForward(25)
                        .attempt(3, 26, 200, Ending.DELIVERED)))
                .isEmpty();
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .attempt(1, 0, 500, Ending.RETRY)
                        .attempt(2, 12, 503, Ending.RETRY)
                        .movedForward(25)
                        .attempt(3, 26, 200, Ending.DELIVERED)))
                .containsExactly(Promise.NO_EARLY_RETRY);
    }

    @Test
    void waitsAreNotJudgedByClocksThatWereStepped() {
        var stepped = limits(Clocks.STEPPED);
        var script = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(2, 1, 200, Ending.DELIVERED);

        assertThat(new Checker(stepped, List.of())
                        .judge(script.history(), TERMS)
                        .violations())
                .isEmpty();
    }

    @Test
    void anAttemptBeyondTheMaximumIsOneTooMany() {
        assertThat(violated(retried().attempt(3, 40.2, 500, Ending.RETRY).attempt(4, 100.3, 200, Ending.DELIVERED)))
                .containsExactly(Promise.ATTEMPTS_ARE_BOUNDED);
    }

    @ParameterizedTest(name = "due after 10 s, came after {0} s, disturbed from {1} to {2} s: late {3}")
    @CsvSource({
        "14.9, 900, 900, false",
        "15.2, 900, 900, true",
        "15.2, 12, 13, false",
        "37.9, 12, 13, false",
        "38.2, 12, 13, true",
        "15.2, -15, -11, true",
        "15.2, -15, -9, false",
        "61, 12, 13, true"
    })
    void aRetryIsLateWhenNothingHeldItUp(double came, double from, double until, boolean late) {
        var script = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(2, came, 200, Ending.DELIVERED);

        assertThat(violated(
                        script,
                        new Disturbance("a fault", Reach.OTHERS, HistoryScript.at(from), HistoryScript.at(until))))
                .containsExactlyElementsOf(late ? List.of(Promise.NO_LATE_RETRY) : List.of());
    }

    @Test
    void aRetryToAnEndpointOnProbationIsNotLate() {
        var script = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .leftAlone(1, 100);

        assertThat(violated(script.attempt(2, 110, 200, Ending.DELIVERED))).isEmpty();
    }

    @Test
    void aRequestDuringProbationIsFoundUnlessTheEndpointHasShownThatItIsThere() {
        var probation = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .leftAlone(1, 60);

        assertThat(violated(probation.attempt(2, 30, 200, Ending.DELIVERED)))
                .containsExactly(Promise.PROBATION_IS_KEPT);
        assertThat(violated(probation.keptOfAnother(2.5))).isEmpty();
    }

    @Test
    void probationEndsWithItsTimeOrWithARecordThatSaysSo() {
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .attempt(1, 0, 500, Ending.RETRY)
                        .leftAlone(1, 60)
                        .attempt(2, 60.1, 200, Ending.DELIVERED)))
                .isEmpty();
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .attempt(1, 0, 500, Ending.RETRY)
                        .leftAlone(1, 60)
                        .leftAloneNoMore(20)
                        .attempt(2, 30, 200, Ending.DELIVERED)))
                .isEmpty();
    }

    @Test
    void eachEventOfARequestIsJudgedByItsOwnAttempts() {
        var both = HistoryScript.accepted()
                .matched()
                .batched(0, 0, 500)
                .committed(1, 0, 500, Ending.RETRY)
                .batched(2, 10.1, 500)
                .committed(2, 10.1, 500, Ending.RETRY);

        assertThat(violated(both.batched(2, 40.2, 200).committed(3, 40.2, 200, Ending.DELIVERED)))
                .isEmpty();
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .batched(0, 0, 500)
                        .committed(1, 0, 500, Ending.RETRY)
                        .batched(1, 9, 200)
                        .committed(2, 9, 200, Ending.DELIVERED)))
                .containsExactly(Promise.NO_EARLY_RETRY);
    }
}
