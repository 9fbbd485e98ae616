package io.tidings.worker.probation;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Outcome.Unsent;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt tells about its endpoint, the event left aside (B-PROB-1). */
public sealed interface Finding {
    /** It took what was sent. */
    record Good() implements Finding {}

    /** It took what was sent, after the attempt had timed out. */
    record Late() implements Finding {}

    /**
     * It did not take it.
     *
     * @param error what went wrong, for people; null when nobody knows
     */
    record Bad(LastOutcome outcome, @Nullable String error) implements Finding {
        public Bad(LastOutcome outcome) {
            this(outcome, null);
        }
    }

    /** It is there, and it is the event that is bad: 400 and 413. */
    record Present() implements Finding {}

    /** Nothing: the failure was our own. */
    record Unknown() implements Finding {}

    /** The finding of a response that came in time, or never. */
    static Finding of(Outcome outcome) {
        return switch (outcome) {
            case Answered(int status, var _) ->
                switch (status) {
                    case 200, 201, 202, 203, 204 -> new Good();
                    case 400, 413 -> new Present();
                    default -> new Bad(outcome.lastOutcome());
                };
            case Silent(), Unreachable _, Refused() -> new Bad(outcome.lastOutcome());
            case Unsent() -> new Unknown();
        };
    }
}
