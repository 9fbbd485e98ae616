package io.tidings.worker.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.RetryState;
import io.tidings.worker.verdict.Verdict.DeadLetter;
import io.tidings.worker.verdict.Verdict.Defer;
import io.tidings.worker.verdict.Verdict.Delivered;
import io.tidings.worker.verdict.Verdict.Drop;
import io.tidings.worker.verdict.Verdict.Retry;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What happens next has a word in the log of attempts and in spans. */
class VerdictTest {
    @Test
    void everyVerdictHasAWord() {
        assertThat(Stream.of(
                                new Delivered(),
                                new Retry(Duration.ZERO, RetryState.START),
                                new Defer(DeferralReason.OVERLOAD, Duration.ZERO, RetryState.START),
                                new DeadLetter(DeadLetterReason.BAD_REQUEST, RetryState.START),
                                new Drop(DropReason.SUBSCRIPTION_DELETED))
                        .map(Verdict::wireName))
                .containsExactly("Delivered", "Retry", "Defer", "DeadLetter", "Drop");
    }
}
