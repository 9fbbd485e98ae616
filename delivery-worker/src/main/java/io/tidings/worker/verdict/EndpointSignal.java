package io.tidings.worker.verdict;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.RetryProfile.StatusOverrides;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The sign that an attempt gives of its endpoint, whatever it means for the event (B-PROB-1). */
public sealed interface EndpointSignal {
    record Success() implements EndpointSignal {}

    /** The endpoint accepted the request after the attempt had timed out. */
    record LateSuccess() implements EndpointSignal {}

    /**
     * @param probation the length of a first probation
     * @param overload whether the endpoint got more requests at once than it can handle
     * @param error what went wrong, for people; null if unknown
     */
    record Failure(
            LastOutcome outcome,
            Duration probation,
            boolean overload,
            @Nullable String error) implements EndpointSignal {
        public Failure because(String sentence) {
            return new Failure(outcome, probation, overload, sentence);
        }
    }

    /** The endpoint responded that the event is bad. */
    record Alive() implements EndpointSignal {}

    /** The failure was our own, so it says nothing about the endpoint. */
    record None() implements EndpointSignal {}

    /** @param overrides of the subscription that the endpoint belongs to */
    static EndpointSignal of(Outcome outcome, StatusOverrides overrides) {
        return StatusRules.of(outcome, overrides).signal();
    }
}
