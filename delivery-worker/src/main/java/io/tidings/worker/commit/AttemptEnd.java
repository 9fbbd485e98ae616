package io.tidings.worker.commit;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.worker.verdict.Outcome;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The end of one attempt, the same for all its deliveries.
 *
 * @param subscription as it was when the request was sent
 * @param failure the name of the outcome; null for a success, and if nothing was sent
 * @param events that the attempt carried
 */
public record AttemptEnd(
        Subscription subscription,
        Outcome outcome,
        @Nullable LastOutcome failure,
        Instant ended,
        Duration took,
        int events) {
    public AttemptEnd(Subscription subscription, Outcome outcome, Instant ended, Duration took, int events) {
        this(subscription, outcome, outcome.lastOutcome(), ended, took, events);
    }

    Result result() {
        if (failure == null) {
            return new Result(null, outcome.httpStatus(), null, null);
        }
        var at = subscription.destination().displayName();
        return new Result(failure, outcome.httpStatus(), outcome.sentence(at), outcome.excerpt());
    }
}
