package io.tidings.ingest.health;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A subscription, the health of its present endpoint, and what became of its deliveries. Pure.
 *
 * @param endpoint null while nothing is known of it
 * @param recent null if it is not known
 */
public record SubscriptionFacts(
        SubscriptionEntry entry,
        @Nullable EndpointHealth endpoint,
        DeliveryCounts counts,
        @Nullable RecentAttempts recent) {
    /** So many failures in a row are no accident, however many deliveries have succeeded. */
    private static final int RUN = 3;

    public SubscriptionKey key() {
        return entry.subscription().key();
    }

    /** The host of its endpoint, or what its events go to else. */
    public String host() {
        return entry.subscription().destination().displayName();
    }

    public SubscriptionHealth health(Instant now) {
        return SubscriptionHealth.of(this, now);
    }

    public long waiting() {
        return counts.waiting();
    }

    /** Returns how often deliveries were deferred since the probation began. */
    public long deferred() {
        return endpoint == null ? 0 : endpoint.deferred();
    }

    public @Nullable Probation probation() {
        return endpoint == null ? null : endpoint.probation();
    }

    public int failuresInARow() {
        return endpoint == null ? 0 : endpoint.consecutiveFailures();
    }

    boolean quietSince(Instant time) {
        return waiting() == 0
                && isBefore(counts.lastTaken(), time)
                && (endpoint == null || failuresInARow() == 0 || isBefore(endpoint.changed(), time));
    }

    private static boolean isBefore(@Nullable Instant time, Instant other) {
        return time == null || time.isBefore(other);
    }

    /**
     * Returns why deliveries fail at present, as a sentence; empty if they do not. What happened last decides where
     * there was little traffic; where there was more, the share of failed attempts does.
     */
    public Optional<String> failure() {
        if (entry.locked()) {
            return Optional.of("nothing is sent, because its record or a secret in it cannot be read");
        }
        var latest = latestFailure();
        if (recent == null || recent.attempts() == 0 || failuresInARow() >= RUN) {
            return latest;
        }
        boolean overcome = latest.isEmpty() && (hasEndedProbation(recent) || recent.wellSince(counts.lastDelivered()));
        return !recent.failTooOften() || overcome
                ? Optional.empty()
                : Optional.of(recent.failed() + " of " + recent.attempts() + " attempts failed in the last "
                        + RecentAttempts.MINUTES.toMinutes() + " minutes"
                        + (failuresInARow() > 0 ? error() : ""));
    }

    /** Returns why nothing is sent, if Tidings itself has paused the subscription. */
    public Optional<String> pauseReason() {
        return entry.subscription().paused() && entry.provisioning().gone() != null
                ? Optional.of("endpoint gone (410)")
                : Optional.empty();
    }

    private boolean hasEndedProbation(RecentAttempts attempts) {
        var lastFailed = attempts.lastFailed();
        return endpoint != null
                && endpoint.decided() != null
                && lastFailed != null
                && !endpoint.decided().isBefore(lastFailed);
    }

    /** Returns what happened last, if it was no success. */
    private Optional<String> latestFailure() {
        int run = failuresInARow();
        if (run > 0) {
            var attempts = run == 1 ? "the last attempt" : "the last " + run + " attempts";
            return Optional.of(attempts + " failed" + error());
        }
        if (counts.latestWasGivenUp()) {
            return Optional.of("the last event was given up, and none was delivered since");
        }
        // Such as an identity that the settings of the worker lack: it counts as no failure of the endpoint.
        return endpoint != null && endpoint.lastOutcome() == null && endpoint.lastError() != null && waiting() > 0
                ? Optional.of("nothing is delivered" + error())
                : Optional.empty();
    }

    private String error() {
        if (endpoint == null) {
            return "";
        }
        if (endpoint.lastError() != null) {
            return ": " + endpoint.lastError();
        }
        return endpoint.lastOutcome() == null
                ? ""
                : ": " + endpoint.lastOutcome().wireName();
    }
}
