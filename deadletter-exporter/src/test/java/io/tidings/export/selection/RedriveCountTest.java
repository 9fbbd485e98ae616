package io.tidings.export.selection;

import static io.tidings.export.selection.RedriveExamples.NOON;
import static io.tidings.export.selection.RedriveExamples.UID;
import static io.tidings.export.selection.RedriveExamples.letter;
import static io.tidings.export.selection.RedriveExamples.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.selection.RedriveDecision.NotSelected;
import io.tidings.export.selection.RedriveDecision.SkipReason;
import io.tidings.export.selection.RedriveDecision.Skipped;
import io.tidings.export.selection.RedriveDecision.Taken;
import org.junit.jupiter.api.Test;

/** What a redrive says it will do. */
class RedriveCountTest {
    @Test
    void aTallyHasALineForEachReason() {
        var count = new RedriveCount();
        count.count(letter(1), new Taken());
        count.count(letter(2), new Taken());
        count.count(letter(3, NOON, UID, DeadLetterReason.BAD_REQUEST), new Taken());
        count.count(redriven(4), new Skipped(SkipReason.REDRIVEN));
        count.count(redriven(5), new NotSelected());
        count.countUnreadable();

        assertThat(count.taken()).isEqualTo(3);
        assertThat(count.lines())
                .containsExactly(
                        "         2  MaxDeliveryAttemptsExceeded",
                        "         1  UndeliverableDueToHttpBadRequest",
                        "         1  left: they were given up again after a redrive; --again takes them",
                        "         1  left: this release does not understand them");
    }
}
