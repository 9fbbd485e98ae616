package io.tidings.export.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.record.ReappendState;
import io.tidings.testbed.GoldenRecord;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A dead letter that release 0.1 wrote; the record is never changed. */
class DeadLetterFormatOneTest {
    @Test
    void aDeadLetterThatWasAppendedAgainIsRead() {
        var record = GoldenRecord.read(DeadLetterFormatOneTest.class, "format-1/dead-letter.record");

        var read = DeadLetter.read(7, Instant.parse("2026-11-21T04:20:00Z"), record.headers(), record.value());

        assertThat(read).isInstanceOfSatisfying(DeadLetter.Read.Valid.class, legible -> {
            var letter = legible.letter();
            assertThat(letter.subscription()).isEqualTo(new SubscriptionKey("orders", "billing"));
            assertThat(letter.destination()).isEqualTo(new BlobContainer("archive", "dead"));
            assertThat(letter.reappendState())
                    .contains(new ReappendState(
                            Instant.parse("2026-11-21T04:05:46.428Z"),
                            "BILLING/2026/11/21/4/0f8fad5b-d9cb-469f-a165-70867728950e.json",
                            3,
                            17,
                            Duration.ZERO));
        });
    }
}
