package io.tidings.worker.verdict;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.RetryState;
import java.time.Duration;

/** What happens to the event next. */
public sealed interface Verdict {
    /** Nothing: its endpoint has it. */
    record Delivered() implements Verdict {}

    /**
     * It is tried again.
     *
     * @param delay from the end of the attempt
     * @param retryState in the ladder, with the moment it is due
     */
    record Retry(Duration delay, RetryState retryState) implements Verdict {}

    /**
     * It is put off; that is no attempt.
     *
     * @param delay from now
     * @param retryState in the ladder, with the moment it is due
     */
    record Defer(DeferralReason reason, Duration delay, RetryState retryState) implements Verdict {}

    /** It is given up and kept. */
    record DeadLetter(DeadLetterReason reason, RetryState retryState) implements Verdict {}

    /** It is given up and not kept, which is counted. */
    record Drop(DropReason reason) implements Verdict {}

    /** Its name in the log of attempts and in spans. */
    default String wireName() {
        return switch (this) {
            case Delivered _ -> "Delivered";
            case Retry _ -> "Retry";
            case Defer _ -> "Defer";
            case DeadLetter _ -> "DeadLetter";
            case Drop _ -> "Drop";
        };
    }
}
