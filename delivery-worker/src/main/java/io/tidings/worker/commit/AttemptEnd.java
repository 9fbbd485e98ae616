package io.tidings.worker.commit;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
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
    private static final int MOST_OF_URL = 512;

    public AttemptEnd(Subscription subscription, Outcome outcome, Instant ended, Duration took, int events) {
        this(subscription, outcome, outcome.lastOutcome(), ended, took, events);
    }

    Result result() {
        if (failure == null) {
            return new Result(null, outcome.httpStatus(), null, null, url());
        }
        var at = subscription.destination().displayName();
        return new Result(failure, outcome.httpStatus(), outcome.sentence(at), outcome.excerpt(), url());
    }

    private boolean called() {
        return switch (outcome) {
            case Outcome.Responded _, Outcome.TimedOut _, Outcome.Unreachable _ -> true;
            case Outcome.AddressRefused _,
                    Outcome.TokenUnavailable _,
                    Outcome.Written _,
                    Outcome.Acknowledged _,
                    Outcome.NotWritten _,
                    Outcome.Withheld _,
                    Outcome.NotSent _,
                    Outcome.ProxyUnavailable _ -> false;
        };
    }

    private @Nullable String url() {
        if (!called() || !(subscription.destination() instanceof Webhook webhook)) {
            return null;
        }
        var url = webhook.baseUrl(subscription.extensions().secretPath());
        return url.length() <= MOST_OF_URL ? url : url.substring(0, MOST_OF_URL) + "…";
    }
}
