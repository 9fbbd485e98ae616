package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.delivered;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.testbed.cluster.Disturbance;
import io.tidings.testbed.cluster.Disturbance.Reach;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds requests that no fault explains, and those that were sent while nothing could be committed. */
class RepeatsAreFoundTest {
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
}
