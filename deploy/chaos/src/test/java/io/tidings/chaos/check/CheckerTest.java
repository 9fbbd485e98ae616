package io.tidings.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.evidence.CheckLimits;
import io.tidings.chaos.evidence.CheckLimits.Clocks;
import io.tidings.chaos.evidence.Promise;
import io.tidings.chaos.evidence.PromiseViolation;
import io.tidings.chaos.evidence.SubscriptionTerms;
import io.tidings.chaos.history.AcceptedEvent.Way;
import io.tidings.chaos.history.CommittedAttempt.Ending;
import io.tidings.chaos.history.SubscriptionChange.Kind;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds what was planted, and nothing where nothing was: B-MATCH-1, -2, -6, B-DEL-1, -2, B-RETRY-1, -3, -4, -6, B-PROB-2, B-DLQ-2, -3, -5, -6. */
class CheckerTest {
    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final Duration RECOVERY = Duration.ofSeconds(20);
    private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(2);
    private static final CheckLimits RULES = limits(Clocks.TRUSTED);
    private static final SubscriptionTerms TERMS = terms(true, false);
    private static final String BAD_REQUEST = "UndeliverableDueToHttpBadRequest";

    @Test
    void aDeliveryAtTheFirstAttemptIsGood() {
        var judgement = judge(delivered());

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally()).isEqualTo(new CheckCounts(1, 1, 0, Map.of(), 1, 0, 1, 0, 0));
    }

    @Test
    void aDeliveryAtTheThirdAttemptIsGood() {
        assertThat(violated(retried().attempt(3, 40.2, 200, Ending.DELIVERED))).isEmpty();
    }

    @Test
    void oneDeadLetterAfterTheLastAttemptIsGood() {
        var judgement = judge(deadLettered());

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally().deadLettered()).isOne();
    }

    @Test
    void aDropIsCountedByItsReason() {
        var judgement = judge(retried().attempt(3, 40.2, 500, Ending.DROP), terms(false, false));

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally().dropped()).isEqualTo(Map.of(HistoryScript.EXHAUSTED, 1L));
    }

    @Test
    void anAcceptedEventThatNobodySawIsALoss() {
        assertThat(violated(HistoryScript.accepted())).containsExactly(Promise.NOTHING_IS_LOST);
    }

    @Test
    void anEventThatStaysInTheLadderIsALoss() {
        assertThat(violated(retried())).containsExactly(Promise.NOTHING_IS_LOST);
    }

    @Test
    void aDeadLetterThatReachesNoBlobIsALoss() {
        assertThat(violated(retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER).buried()))
                .containsExactlyInAnyOrder(Promise.NOTHING_IS_LOST, Promise.ONE_DEAD_LETTER);
    }

    @Test
    void theSameStepTakenTwiceIsAFork() {
        assertThat(violated(retried().committed(2, 10.1, 500, Ending.RETRY).attempt(3, 40.2, 200, Ending.DELIVERED)))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @Test
    void anAttemptCountThatGoesBackIsAFork() {
        assertThat(violated(
                        retried().attempt(3, 40.2, 200, Ending.DELIVERED).request(2, 50, 200),
                        new Disturbance("kill", Reach.RESULTS, HistoryScript.at(0), HistoryScript.at(60))))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @Test
    void aStepAfterTheEndIsAFork() {
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .attempt(1, 0, 400, Ending.DEAD_LETTER)
                        .buried(BAD_REQUEST)
                        .blob(BAD_REQUEST, 1, "")
                        .attempt(2, 10.1, 500, Ending.RETRY)))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @Test
    void aDeliveryThatWasWrittenTwiceIsOneChain() {
        var once = HistoryScript.accepted().matched().matched().attempt(1, 0, 200, Ending.DELIVERED);
        assertThat(violated(once)).isEmpty();
        assertThat(judge(once).tally().doubled()).isOne();
        var twice = HistoryScript.accepted()
                .matched()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(1, 0.1, 500, Ending.RETRY)
                .attempt(2, 10.2, 200, Ending.DELIVERED)
                .attempt(2, 10.3, 200, Ending.DELIVERED);
        assertThat(violated(twice)).contains(Promise.ONE_CHAIN);
    }

    @Test
    void twoBlobRecordsOfOneDeadLetterAreTooMany() {
        assertThat(violated(deadLettered().blob())).containsExactly(Promise.ONE_DEAD_LETTER);
    }

    @Test
    void twoDeadLettersOfOneEventAreTooMany() {
        assertThat(violated(deadLettered().buried().blob())).containsExactly(Promise.ONE_DEAD_LETTER);
    }

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
        var terms =
                new SubscriptionTerms(_ -> true, 3, Duration.ofHours(1), true, false, List.of(Duration.ofSeconds(12)));
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

    @ParameterizedTest(name = "a kill {0} s after the first success explains the second: {1}")
    @CsvSource({"-3, false", "-1, true", "0, true", "1.9, true", "2.1, true", "9.9, true", "10.1, false"})
    void aRepeatIsExplainedByWhatWasDisturbedWhenItWasNotYetCommitted(double seconds, boolean explained) {
        var script = delivered().request(1, 20, 200);
        var kill = new Disturbance("kill", Reach.RESULTS, HistoryScript.at(seconds), HistoryScript.at(seconds));

        assertThat(violated(script, kill))
                .containsExactlyElementsOf(explained ? List.of() : List.of(Promise.REPEATS_ARE_EXPLAINED));
    }

    @ParameterizedTest(name = "another ended {0} s after it and was kept, killed after 5 s: {1}")
    @CsvSource({"0.1, true", "2, false", "4.9, false"})
    void aRepeatIsNotExplainedWhenALaterResultWasKept(double seconds, boolean explained) {
        var script = delivered().request(1, 20, 200).keptOfAnother(seconds);
        var kill = new Disturbance("kill", Reach.RESULTS, HistoryScript.at(5), HistoryScript.at(5));

        assertThat(violated(script, kill))
                .containsExactlyElementsOf(explained ? List.of() : List.of(Promise.REPEATS_ARE_EXPLAINED));
    }

    @Test
    void aRepeatIsNotExplainedByWhatCannotTakeAResult() {
        var kill = new Disturbance("kill of ingest", Reach.OTHERS, HistoryScript.at(0), HistoryScript.at(1));

        assertThat(violated(delivered().request(1, 8, 200), kill)).containsExactly(Promise.REPEATS_ARE_EXPLAINED);
    }

    @Test
    void aRetryAfterASuccessThatNobodyWaitedForAnyLongerIsExplained() {
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .request(1, 0, 200)
                        .timedOut(1, 5)
                        .attempt(2, 15.1, 200, Ending.DELIVERED)))
                .isEmpty();
    }

    @Test
    void judgementsAddUp() {
        var both = judge(delivered()).plus(judge(HistoryScript.accepted()));

        assertThat(both.tally().expected()).isEqualTo(2);
        assertThat(both.of(Promise.NOTHING_IS_LOST)).isOne();
    }

    @ParameterizedTest(name = "a drop for {0} after attempt {1} and status {2} is right: {3}")
    @CsvSource({
        "MaxDeliveryAttemptsExceeded, 3, 500, true",
        "MaxDeliveryAttemptsExceeded, 2, 500, false",
        "MaxDeliveryAttemptsExceeded, 3, 400, false",
        "UndeliverableDueToHttpBadRequest, 1, 400, true",
        "UndeliverableDueToHttpBadRequest, 1, 500, false",
        "UndeliverableDueToHttpForbidden, 1, 403, true",
        "UndeliverableDueToHttpForbidden, 1, 401, false",
        "TimeToLiveExceeded, 1, 500, false",
        "SubscriptionDeleted, 1, 500, false",
        "BadLuck, 3, 500, false"
    })
    void aReasonIsRightWhenItSaysWhatHappened(String reason, int number, int status, boolean right) {
        var script = HistoryScript.accepted().matched().request(1, 0, 500);
        for (int i = 2; i <= number; i++) {
            script.request(i, i * 100, status);
        }
        if (number == 1) {
            script = HistoryScript.accepted().matched().request(1, 0, status);
        }

        script.committed(number, number * 100, status, Ending.DROP, reason);

        assertThat(reasons(script, terms(false, false))).isEqualTo(right ? 0 : 1);
    }

    @Test
    void anEventExpiresOnlyOnceItsTimeToLiveIsOver() {
        var early = HistoryScript.accepted().matched().committed(2, 3_599, 0, Ending.DROP, "TimeToLiveExceeded");
        var due = HistoryScript.accepted().matched().committed(2, 3_600, 0, Ending.DROP, "TimeToLiveExceeded");

        assertThat(reasons(early, terms(false, false))).isOne();
        assertThat(reasons(due, terms(false, false))).isZero();
    }

    @Test
    void aRejectionThatTheEndpointNeverGaveIsNoReason() {
        assertThat(reasons(
                        HistoryScript.accepted().matched().request(1, 0, 500).committed(1, 0, 400, Ending.DROP),
                        terms(false, false)))
                .isOne();
    }

    @Test
    void aDropInSpiteOfADestinationIsWrongAsIsADeadLetterWithoutOne() {
        assertThat(reasons(retried().attempt(3, 40.2, 500, Ending.DROP), TERMS)).isOne();
        assertThat(reasons(deadLettered(), terms(false, false))).isOne();
    }

    @Test
    void onlyASubscriptionThatComesAndGoesIsDeleted() {
        var script = HistoryScript.accepted().matched().committed(1, 0, 0, Ending.DROP, "SubscriptionDeleted");

        assertThat(reasons(script, TERMS)).isOne();
        assertThat(reasons(script, terms(true, true))).isZero();
    }

    @Test
    void deadLettersAndBlobsSayTheReasonThatWasDecided() {
        var end = retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER);

        assertThat(violated(end.buried(BAD_REQUEST).blob())).containsExactly(Promise.RIGHT_REASON);
        assertThat(violated(retried()
                        .attempt(3, 40.2, 500, Ending.DEAD_LETTER)
                        .buried()
                        .blob(HistoryScript.EXHAUSTED, 2, "")))
                .containsExactly(Promise.RIGHT_REASON);
        assertThat(violated(retried()
                        .attempt(3, 40.2, 500, Ending.DEAD_LETTER)
                        .buried()
                        .blob(BAD_REQUEST, 3, "")))
                .containsExactly(Promise.RIGHT_REASON);
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
    void anEventOrHeaderThatWasAlteredIsFoundAtTheEndpointAndInTheBlob() {
        var request = HistoryScript.accepted().matched().altered(1, 0, "data").committed(1, 0, 200, Ending.DELIVERED);
        var blob = retried()
                .attempt(3, 40.2, 500, Ending.DEAD_LETTER)
                .buried()
                .blob(HistoryScript.EXHAUSTED, 3, "subject");

        assertThat(violated(request)).containsExactly(Promise.NOTHING_IS_ALTERED);
        assertThat(violated(blob)).containsExactly(Promise.NOTHING_IS_ALTERED);
    }

    @Test
    void aDeliveryThatTheFilterDoesNotMatchIsNotOwed() {
        var others = new SubscriptionTerms(_ -> false, 3, Duration.ofHours(1), true, false, List.of());

        assertThat(promises(judge(delivered(), others))).containsExactly(Promise.ONLY_WHAT_IS_OWED);
    }

    @Test
    void whatIsSentAfterASubscriptionWasThereIsMatched() {
        assertThat(violated(HistoryScript.offered(2).changed(Kind.PUT, 0, 1, true)))
                .containsExactly(Promise.CHANGES_COUNT);
        assertThat(violated(HistoryScript.offered(2, Way.KAFKA).changed(Kind.PUT, 0, 1, true)))
                .isEmpty();
        assertThat(violated(HistoryScript.offered(0.5).changed(Kind.PUT, 0, 1, true)))
                .isEmpty();
        assertThat(violated(HistoryScript.offered(2).changed(Kind.PUT, 0, 1, false)))
                .isEmpty();
    }

    @ParameterizedTest(name = "deleted after {0} s: it had to be matched: {1}")
    @CsvSource({"2.5, false", "6.9, false", "7.1, true"})
    void whatIsDeletedBeforeItCouldBeMatchedNeedNotBe(double deleted, boolean owed) {
        var script = HistoryScript.offered(2)
                .changed(Kind.PUT, 0, 1, true)
                .changed(Kind.DELETE, deleted, deleted + 0.1, true);

        assertThat(violated(script)).containsExactlyElementsOf(owed ? List.of(Promise.CHANGES_COUNT) : List.of());
    }

    @Test
    void whatIsSentAfterASubscriptionWasDeletedIsNotMatched() {
        var deleted = HistoryScript.offered(4)
                .changed(Kind.PUT, 0, 1, true)
                .changed(Kind.DELETE, 2, 3, true)
                .matched(5)
                .attempt(1, 5.1, 200, Ending.DELIVERED);
        assertThat(violated(deleted)).containsExactly(Promise.CHANGES_COUNT);

        assertThat(violated(deleted.changed(Kind.PUT, 4.5, 5.5, true))).isEmpty();
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

    @Test
    void aRequestThatArrivesOnceItsWorkerHasGivenItUpIsNoFork() {
        var late = HistoryScript.accepted()
                .matched()
                .timedOut(1, 0)
                .attempt(2, 10.1, 200, Ending.DELIVERED)
                .request(1, 12, 200);

        assertThat(violated(late)).isEmpty();
        assertThat(violated(HistoryScript.accepted()
                        .matched()
                        .committed(1, 0, 500, Ending.RETRY)
                        .attempt(2, 10.1, 200, Ending.DELIVERED)
                        .request(1, 12, 200)))
                .containsExactly(Promise.ONE_CHAIN, Promise.REPEATS_ARE_EXPLAINED);
    }

    @Test
    void whatIsBroughtBackBeginsAnew() {
        var again = deadLettered()
                .redriven(100)
                .attempt(1, 100.1, 500, Ending.RETRY)
                .attempt(2, 110.2, 200, Ending.DELIVERED);

        assertThat(violated(again)).isEmpty();
    }

    @Test
    void whatIsBroughtBackHasToEndToo() {
        assertThat(violated(deadLettered().redriven(100))).containsExactly(Promise.NOTHING_IS_LOST);
    }

    @Test
    void blobsOfAnEventThatWasBroughtBackAreReadInAnyOrder() {
        var again = HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 400, Ending.DEAD_LETTER)
                .buried(BAD_REQUEST)
                .redriven(100)
                .attempt(1, 100.1, 500, Ending.RETRY)
                .attempt(2, 110.2, 400, Ending.DEAD_LETTER)
                .buried(BAD_REQUEST);

        assertThat(violated(again.blob(BAD_REQUEST, 2, "").blob(BAD_REQUEST, 1, "")))
                .isEmpty();
    }

    @Test
    void aDeadLetterThatIsBroughtBackTwiceIsAFork() {
        assertThat(violated(deadLettered().redriven(100).matched(100.5).attempt(1, 101, 200, Ending.DELIVERED)))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @ParameterizedTest(name = "another is sent {0} s after a result that is appended after 20 s: {1}")
    @CsvSource({"3.9, false", "4.1, true", "19.9, true", "20.1, false"})
    void sendingWhileAResultCannotBeCommittedIsFound(double seconds, boolean found) {
        var script = HistoryScript.accepted()
                .matched()
                .request(1, 0, 200)
                .committedLate(1, 0, 200, Ending.DELIVERED, Duration.ofSeconds(20))
                .keptOfAnother(seconds);

        assertThat(violated(script))
                .containsExactlyElementsOf(found ? List.of(Promise.SENDING_AWAITS_COMMITS) : List.of());
    }

    @Test
    void sendingUntilAnotherHasToRepeatAllOfItIsFound() {
        var script = HistoryScript.accepted()
                .matched()
                .request(1, 0, 200)
                .requestOfAnother(9)
                .attempt(1, 20, 200, Ending.DELIVERED)
                .keptOfAnother(21);
        var frozen = new Disturbance("broker frozen", Reach.RESULTS, HistoryScript.at(0), HistoryScript.at(20));
        var killed = new Disturbance("worker killed", Reach.OWNERS, HistoryScript.at(5), HistoryScript.at(5));

        assertThat(violated(script, frozen)).containsExactly(Promise.SENDING_AWAITS_COMMITS);
        assertThat(violated(script, frozen, killed)).isEmpty();
    }

    @Test
    void aSessionThatIsLostWhileBrokersStandStillTakesItsResultsWithIt() {
        var script = HistoryScript.accepted()
                .matched()
                .request(1, 0, 200)
                .requestOfAnother(14)
                .attempt(1, 20, 200, Ending.DELIVERED)
                .keptOfAnother(21);
        var shorter = new Disturbance("brokers frozen", Reach.RESULTS, HistoryScript.at(0), HistoryScript.at(9));
        var longer = new Disturbance("brokers frozen", Reach.RESULTS, HistoryScript.at(0), HistoryScript.at(13));

        assertThat(violated(script, shorter)).contains(Promise.SENDING_AWAITS_COMMITS);
        assertThat(violated(script, longer)).doesNotContain(Promise.SENDING_AWAITS_COMMITS);
    }

    @Test
    void aRequestThatItsWorkerHadGivenUpWhenItArrivedWasSentBefore() {
        var script = HistoryScript.accepted()
                .matched()
                .request(1, 0, 500)
                .committedLate(1, 0, 500, Ending.RETRY, Duration.ofSeconds(20))
                .request(2, 13, 200);

        assertThat(violated(script)).contains(Promise.SENDING_AWAITS_COMMITS);
        assertThat(violated(script.timedOut(2, 12))).doesNotContain(Promise.SENDING_AWAITS_COMMITS);
    }

    @Test
    void aFormerReleaseDoesNotAwaitCommits() {
        var script = HistoryScript.accepted()
                .matched()
                .request(1, 0, 200)
                .committedLate(1, 0, 200, Ending.DELIVERED, Duration.ofSeconds(20))
                .request(1, 10, 200);
        var former = new Disturbance("former", Reach.FORMER_RELEASE, HistoryScript.at(0), HistoryScript.at(15));

        assertThat(violated(script)).contains(Promise.SENDING_AWAITS_COMMITS);
        assertThat(violated(script, former)).doesNotContain(Promise.SENDING_AWAITS_COMMITS);
    }

    @Test
    void aProgramThatEndsByItselfIsFound() {
        var end = Disturbance.end("worker-1", HistoryScript.at(1), HistoryScript.at(2));
        var kill = new Disturbance("worker-0 killed", Reach.OWNERS, HistoryScript.at(1), HistoryScript.at(2));

        assertThat(promises(new Checker(RULES, List.of(end, kill)).judgePrograms()))
                .containsExactly(Promise.PROGRAMS_GO_ON);
    }

    private static HistoryScript delivered() {
        return HistoryScript.accepted().matched().attempt(1, 0, 200, Ending.DELIVERED);
    }

    private static HistoryScript retried() {
        return HistoryScript.accepted()
                .matched()
                .attempt(1, 0, 500, Ending.RETRY)
                .attempt(2, 10.1, 500, Ending.RETRY);
    }

    private static HistoryScript deadLettered() {
        return retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER).buried().blob();
    }

    private static CheckLimits limits(Clocks clocks) {
        return new CheckLimits(
                new RetryLadder(TimeScale.REAL), SLACK, LONGEST_COMMIT, LATE, RECOVERY, COMMIT_PATIENCE, clocks);
    }

    private static SubscriptionTerms terms(boolean deadLetters, boolean passing) {
        return new SubscriptionTerms(_ -> true, 3, Duration.ofHours(1), deadLetters, passing, List.of());
    }

    private static long reasons(HistoryScript script, SubscriptionTerms terms) {
        return judge(script, terms).of(Promise.RIGHT_REASON);
    }

    private static List<Promise> violated(HistoryScript script, Disturbance... disturbances) {
        return promises(judge(script, TERMS, disturbances));
    }

    private static List<Promise> promises(Judgement judgement) {
        return judgement.violations().stream().map(PromiseViolation::promise).toList();
    }

    private static Judgement judge(HistoryScript script) {
        return judge(script, TERMS);
    }

    private static Judgement judge(HistoryScript script, SubscriptionTerms terms, Disturbance... disturbances) {
        return new Checker(RULES, List.of(disturbances)).judge(script.history(), terms);
    }
}
