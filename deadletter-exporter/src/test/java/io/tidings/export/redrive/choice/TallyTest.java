package io.tidings.export.redrive.choice;

import static io.tidings.export.redrive.choice.Letters.NOON;
import static io.tidings.export.redrive.choice.Letters.UID;
import static io.tidings.export.redrive.choice.Letters.letter;
import static io.tidings.export.redrive.choice.Letters.redriven;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.redrive.choice.Fate.NotAsked;
import io.tidings.export.redrive.choice.Fate.Skipped;
import io.tidings.export.redrive.choice.Fate.Taken;
import io.tidings.export.redrive.choice.Fate.Why;
import org.junit.jupiter.api.Test;

/** What a redrive says it will do. */
class TallyTest {
    @Test
    void aTallyHasALineForEachReason() {
        var tally = new Tally();
        tally.count(letter(1), new Taken());
        tally.count(letter(2), new Taken());
        tally.count(letter(3, NOON, UID, DeadLetterReason.BAD_REQUEST), new Taken());
        tally.count(redriven(4), new Skipped(Why.REDRIVEN));
        tally.count(redriven(5), new NotAsked());
        tally.countUnreadable();

        assertThat(tally.taken()).isEqualTo(3);
        assertThat(tally.lines())
                .containsExactly(
                        "         2  MaxDeliveryAttemptsExceeded",
                        "         1  UndeliverableDueToHttpBadRequest",
                        "         1  left: they were given up again after a redrive; --again takes them",
                        "         1  left: this release does not understand them");
    }
}
