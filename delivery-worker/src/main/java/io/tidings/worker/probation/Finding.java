package io.tidings.worker.probation;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.Outcome;
import io.tidings.worker.verdict.Outcome.Answered;
import io.tidings.worker.verdict.Outcome.Refused;
import io.tidings.worker.verdict.Outcome.Silent;
import io.tidings.worker.verdict.Outcome.Unreachable;
import io.tidings.worker.verdict.Outcome.Unsent;

/** What the outcome of an attempt tells about its endpoint, the event left aside (B-PROB-1). */
public sealed interface Finding {
    /** It took what was sent. */
    record Good() implements Finding {}

    /** It did not take it. */
    record Bad(LastOutcome outcome) implements Finding {}

    /** It is there, and it is the event that is bad: 400 and 413. */
    record Present() implements Finding {}

    /** Nothing: the failure was our own. */
    record Unknown() implements Finding {}

    static Finding of(Outcome outcome) {
        return switch (outcome) {
            case Answered(int status, var _) ->
                switch (status) {
                    case 200, 201, 202, 203, 204 -> new Good();
                    case 400, 413 -> new Present();
                    default -> new Bad(outcome.word());
                };
            case Silent(), Unreachable(var _), Refused() -> new Bad(outcome.word());
            case Unsent() -> new Unknown();
        };
    }
}
