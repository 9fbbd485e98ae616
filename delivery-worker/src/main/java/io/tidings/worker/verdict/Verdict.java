package io.tidings.worker.verdict;

import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.RetryState;
import java.time.Duration;

/** The decision what happens to the event next. */
public sealed interface Verdict {
    record Delivered() implements Verdict {}

    /** @param delay from the end of the attempt */
    record Retry(Duration delay, RetryState retryState) implements Verdict {}

    /** @param delay from now */
    record Defer(DeferralReason reason, Duration delay, RetryState retryState) implements Verdict {}

    /** The event is given up and kept. */
    record DeadLetter(DeadLetterReason reason, RetryState retryState) implements Verdict {}

    /** The event is given up and not kept. */
    record Drop(DropReason reason) implements Verdict {}

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
