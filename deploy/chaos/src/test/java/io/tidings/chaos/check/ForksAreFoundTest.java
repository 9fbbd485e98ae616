package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.BAD_REQUEST;
import static io.tidings.chaos.check.HistoryScript.deadLettered;
import static io.tidings.chaos.check.HistoryScript.retried;
import static io.tidings.chaos.check.JudgedHistory.judge;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import org.junit.jupiter.api.Test;

/** The checker finds deliveries that forked, and dead letters that are there twice: B-RETRY-6, B-DLQ-5, -6. */
class ForksAreFoundTest {
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
    void aDeadLetterThatIsBroughtBackTwiceIsAFork() {
        assertThat(violated(deadLettered().redriven(100).matched(100.5).attempt(1, 101, 200, Ending.DELIVERED)))
                .containsExactly(Promise.ONE_CHAIN);
    }
}
