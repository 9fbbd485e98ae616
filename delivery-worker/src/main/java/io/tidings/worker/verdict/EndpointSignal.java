package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.worker.verdict.Outcome.AddressRefused;
import io.tidings.worker.verdict.Outcome.NotSent;
import io.tidings.worker.verdict.Outcome.Responded;
import io.tidings.worker.verdict.Outcome.TimedOut;
import io.tidings.worker.verdict.Outcome.Unreachable;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt tells about its endpoint, the event left aside (B-PROB-1). */
public sealed interface EndpointSignal {
    /** It took what was sent. */
    record Success() implements EndpointSignal {}

    /** It took what was sent, after the attempt had timed out. */
    record LateSuccess() implements EndpointSignal {}

    /**
     * It did not take it.
     *
     * @param error what went wrong, for people; null when nobody knows
     */
    record Failure(LastOutcome outcome, @Nullable String error) implements EndpointSignal {
        public Failure(LastOutcome outcome) {
            this(outcome, null);
        }
    }

    /** It is there, and it is the event that is bad: 400 and 413. */
    record Alive() implements EndpointSignal {}

    /** Nothing: the failure was our own. */
    record None() implements EndpointSignal {}

    /** The finding of a response that came in time, or never. */
    static EndpointSignal of(Outcome outcome) {
        return switch (outcome) {
            case Responded(int status, var _) ->
                switch (status) {
                    case 200, 201, 202, 203, 204 -> new Success();
                    case 400, 413 -> new Alive();
                    default -> new Failure(outcome.lastOutcome());
                };
            case TimedOut(), Unreachable _, AddressRefused() -> new Failure(outcome.lastOutcome());
            case NotSent() -> new None();
        };
    }
}
