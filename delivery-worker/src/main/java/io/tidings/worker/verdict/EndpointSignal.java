package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the outcome of an attempt says about its endpoint, whatever it says about the event (B-PROB-1). */
public sealed interface EndpointSignal {
    /** The endpoint accepted the request. */
    record Success() implements EndpointSignal {}

    /** The endpoint accepted the request after the attempt had timed out. */
    record LateSuccess() implements EndpointSignal {}

    /**
     * The endpoint did not accept the request.
     *
     * @param probation the length of a first probation
     * @param overload whether the endpoint had more requests at once than it takes
     * @param error what went wrong, for people; null when nobody knows
     */
    record Failure(
            LastOutcome outcome,
            Duration probation,
            boolean overload,
            @Nullable String error) implements EndpointSignal {
        /** The same failure, with a sentence for people. */
        public Failure because(String sentence) {
            return new Failure(outcome, probation, overload, sentence);
        }
    }

    /** The endpoint responded, and the event is bad. */
    record Alive() implements EndpointSignal {}

    /** Nothing: the failure was our own. */
    record None() implements EndpointSignal {}

    /** The signal of a response that came in time, or never. */
    static EndpointSignal of(Outcome outcome) {
        return StatusRules.of(outcome).signal();
    }
}
