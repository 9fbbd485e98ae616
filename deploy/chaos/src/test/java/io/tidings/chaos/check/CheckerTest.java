package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.BAD_REQUEST;
import static io.tidings.chaos.check.HistoryScript.deadLettered;
import static io.tidings.chaos.check.HistoryScript.delivered;
import static io.tidings.chaos.check.HistoryScript.retried;
import static io.tidings.chaos.check.JudgedHistory.RULES;
import static io.tidings.chaos.check.JudgedHistory.judge;
import static io.tidings.chaos.check.JudgedHistory.promises;
import static io.tidings.chaos.check.JudgedHistory.terms;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checker finds what was planted, and nothing where nothing was: B-DEL-1, -2. */
class CheckerTest {
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
    void judgementsAddUp() {
        var both = judge(delivered()).plus(judge(HistoryScript.accepted()));

        assertThat(both.tally().expected()).isEqualTo(2);
        assertThat(both.of(Promise.NOTHING_IS_LOST)).isOne();
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
    void aProgramThatEndsByItselfIsFound() {
        var end = Disturbance.end("worker-1", HistoryScript.at(1), HistoryScript.at(2));
        var kill = new Disturbance("worker-0 killed", Reach.OWNERS, HistoryScript.at(1), HistoryScript.at(2));

        assertThat(promises(new Checker(RULES, List.of(end, kill)).judgePrograms()))
                .containsExactly(Promise.PROGRAMS_GO_ON);
    }
}
