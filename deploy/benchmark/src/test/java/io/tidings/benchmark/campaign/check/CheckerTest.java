package io.tidings.benchmark.campaign.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.benchmark.campaign.check.Rules.Clocks;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.Disturbance.Reach;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds what was planted, and nothing where nothing was: B-DEL-1, B-RETRY-1, -3, -4, -6, B-DLQ-6. */
class CheckerTest {
    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);
    private static final Rules RULES =
            new Rules(new RetryLadder(TimeScale.REAL), 3, SLACK, LONGEST_COMMIT, Clocks.TRUSTED);

    @Test
    void aDeliveryAtTheFirstAttemptIsGood() {
        var judgement = judge(delivered());

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally()).isEqualTo(new Tally(1, 1, 0, Map.of(), 1, 0, 1, 0));
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
        var judgement = judge(retried().attempt(3, 40.2, 500, Ending.DROP));

        assertThat(judgement.violations()).isEmpty();
        assertThat(judgement.tally().dropped()).isEqualTo(Map.of("TheReason", 1L));
    }

    @Test
    void anAcceptedEventThatNobodySawIsALoss() {
        assertThat(violated(Script.accepted())).containsExactly(Promise.NOTHING_IS_LOST);
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
                        new Disturbance("kill", Reach.RESULTS, Script.at(0), Script.at(60))))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @Test
    void aStepAfterTheEndIsAFork() {
        assertThat(violated(Script.accepted()
                        .matched()
                        .attempt(1, 0, 400, Ending.DEAD_LETTER)
                        .buried()
                        .blob()
                        .attempt(2, 10.1, 500, Ending.RETRY)))
                .containsExactly(Promise.ONE_CHAIN);
    }

    @Test
    void aDeliveryThatWasWrittenTwiceIsOneChain() {
        var once = Script.accepted().matched().matched().attempt(1, 0, 200, Ending.DELIVERED);
        assertThat(violated(once)).isEmpty();
        assertThat(new Checker(RULES, List.of()).judge(once.history()).tally().doubled())
                .isOne();
        var twice = Script.accepted()
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
        var script = Script.accepted()
                .matched()
                .attempt(1, 0, status, Ending.RETRY)
                .attempt(2, seconds, 200, Ending.DELIVERED);

        assertThat(violated(script)).containsExactlyElementsOf(early ? List.of(Promise.NO_EARLY_RETRY) : List.of());
    }

    @Test
    void anEarlyRetryIsSeenAlsoWhenTheWorkerCommittedNothingOfIt() {
        assertThat(violated(Script.accepted().matched().request(1, 0, 500).attempt(2, 9, 200, Ending.DELIVERED)))
                .containsExactly(Promise.NO_EARLY_RETRY);
    }

    @Test
    void waitsAreNotJudgedByClocksThatWereStepped() {
        var stepped = new Rules(RULES.ladder(), 3, SLACK, LONGEST_COMMIT, Clocks.STEPPED);
        var script =
                Script.accepted().matched().attempt(1, 0, 500, Ending.RETRY).attempt(2, 1, 200, Ending.DELIVERED);

        assertThat(new Checker(stepped, List.of()).judge(script.history()).violations())
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
        var kill = new Disturbance("kill", Reach.RESULTS, Script.at(seconds), Script.at(seconds));

        assertThat(violated(script, kill))
                .containsExactlyElementsOf(explained ? List.of() : List.of(Promise.REPEATS_ARE_EXPLAINED));
    }

    @ParameterizedTest(name = "another ended {0} s after it and was kept, killed after 5 s: {1}")
    @CsvSource({"0.1, true", "2, false", "4.9, false"})
    void aRepeatIsNotExplainedWhenALaterResultWasKept(double seconds, boolean explained) {
        var script = delivered().request(1, 20, 200).keptOfAnother(seconds);
        var kill = new Disturbance("kill", Reach.RESULTS, Script.at(5), Script.at(5));

        assertThat(violated(script, kill))
                .containsExactlyElementsOf(explained ? List.of() : List.of(Promise.REPEATS_ARE_EXPLAINED));
    }

    @Test
    void aRepeatIsNotExplainedByWhatCannotTakeAResult() {
        var kill = new Disturbance("kill of ingest", Reach.OTHERS, Script.at(0), Script.at(1));

        assertThat(violated(delivered().request(1, 8, 200), kill)).containsExactly(Promise.REPEATS_ARE_EXPLAINED);
    }

    @Test
    void aRetryAfterASuccessThatNobodyWaitedForAnyLongerIsExplained() {
        assertThat(violated(Script.accepted()
                        .matched()
                        .request(1, 0, 200)
                        .timedOut(1, 5)
                        .attempt(2, 15.1, 200, Ending.DELIVERED)))
                .isEmpty();
    }

    @Test
    void judgementsAddUp() {
        var both = judge(delivered()).plus(judge(Script.accepted()));

        assertThat(both.tally().expected()).isEqualTo(2);
        assertThat(both.of(Promise.NOTHING_IS_LOST)).isOne();
    }

    private static Script delivered() {
        return Script.accepted().matched().attempt(1, 0, 200, Ending.DELIVERED);
    }

    private static Script retried() {
        return Script.accepted().matched().attempt(1, 0, 500, Ending.RETRY).attempt(2, 10.1, 500, Ending.RETRY);
    }

    private static Script deadLettered() {
        return retried().attempt(3, 40.2, 500, Ending.DEAD_LETTER).buried().blob();
    }

    private static List<Promise> violated(Script script, Disturbance... disturbances) {
        return judge(script, disturbances).violations().stream()
                .map(Violation::promise)
                .toList();
    }

    private static Judgement judge(Script script, Disturbance... disturbances) {
        return new Checker(RULES, List.of(disturbances)).judge(script.history());
    }
}
