package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.delivered;
import static io.tidings.chaos.check.JudgedHistory.judge;
import static io.tidings.chaos.check.JudgedHistory.promises;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import io.tidings.chaos.check.SubscriptionChange.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds deliveries that are not owed, and changes that were overlooked: B-MATCH-1, -2, -6. */
class WrongMatchesAreFoundTest {
    @Test
    void aDeliveryThatTheFilterDoesNotMatchIsNotOwed() {
        var others = new SubscriptionTerms(_ -> false, 3, Duration.ofHours(1), true, false, List.of(), null);

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
}
