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
 * @param at host and port of the endpoint
 * @param events that the attempt carried
 */
public record AttemptEnd(
        Subscription subscription,
        Outcome outcome,
        @Nullable LastOutcome failure,
        String at,
        Instant ended,
        Duration took,
        int events) {
    public AttemptEnd(Subscription subscription, Outcome outcome, String at, Instant ended, Duration took, int events) {
        this(subscription, outcome, outcome.lastOutcome(), at, ended, took, events);
    }

    Result result() {
        return failure == null
                ? new Result(null, outcome.httpStatus(), null, null)
                : new Result(failure, outcome.httpStatus(), outcome.sentence(at), outcome.excerpt());
    }
}
