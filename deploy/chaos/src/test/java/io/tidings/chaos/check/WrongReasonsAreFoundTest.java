package io.tidings.chaos.check;

import static io.tidings.chaos.check.HistoryScript.BAD_REQUEST;
import static io.tidings.chaos.check.HistoryScript.deadLettered;
import static io.tidings.chaos.check.HistoryScript.retried;
import static io.tidings.chaos.check.JudgedHistory.TERMS;
import static io.tidings.chaos.check.JudgedHistory.reasons;
import static io.tidings.chaos.check.JudgedHistory.terms;
import static io.tidings.chaos.check.JudgedHistory.violated;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.chaos.check.CommittedAttempt.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checker finds drops and dead letters whose reason is not what happened: B-DLQ-2, -3. */
class WrongReasonsAreFoundTest {
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
}
