package io.tidings.contract.health;

import io.tidings.contract.Sha256;
import io.tidings.contract.WireName;
import io.tidings.contract.delivery.LastOutcome;
import java.net.URI;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * The health of the endpoint of one subscription, as its responses showed. An endpoint without a record is healthy.
 *
 * @param uid of the subscription; a subscription created again under the same name starts anew
 * @param consecutiveFailures since the last success, counted by B-PROB-1
 * @param lastOutcome of the latest failure; null if there was none
 * @param probation null while deliveries are sent
 * @param deferred deliveries deferred since the probation began
 * @param changed when this was decided, by the worker's clock
 * @param endpoint a hash that distinguishes endpoints without revealing their URLs, which may hold secrets; null if
 *     unknown
 * @param lastError what went wrong at the latest failure, for people; null if unknown
 * @param concurrencyLimit how many requests the endpoint might get at once when this was written; null if unknown
 * @param decided when probation began, changed or ended, whichever was last; null if it never began
 * @param gone the latest 410, if the subscription is to be paused for it; null if there was none
 * @param hold how much the subscription uses of what it may hold in a pause; null for less than half
 */
public record EndpointHealth(
        String uid,
        int consecutiveFailures,
        @Nullable LastOutcome lastOutcome,
        @Nullable Probation probation,
        long deferred,
        Instant changed,
        @Nullable String endpoint,
        @Nullable String lastError,
        @Nullable Integer concurrencyLimit,
        @Nullable Instant decided,
        @Nullable GoneReport gone,
        @Nullable HoldUse hold) {
    private static final int MARK_BYTES = 16;

    public EndpointHealth {
        if (uid.isEmpty() || consecutiveFailures < 0 || deferred < 0) {
            throw new IllegalArgumentException(
                    "uid \"" + uid + "\", " + consecutiveFailures + " consecutive failures, " + deferred + " deferred");
        }
        if (decided == null && probation != null) {
            decided = probation.begun(); // earlier releases did not say
        }
    }

    /** Nothing more is known; what is known is added one by one. */
    public EndpointHealth(
            String uid,
            int consecutiveFailures,
            @Nullable LastOutcome lastOutcome,
            @Nullable Probation probation,
            long deferred,
            Instant changed) {
        this(uid, consecutiveFailures, lastOutcome, probation, deferred, changed, null, null, null, null, null, null);
    }

    public EndpointHealth of(URI which) {
        return with(mark(which), lastError, concurrencyLimit, decided, gone, hold);
    }

    public EndpointHealth withError(@Nullable String latest) {
        return with(endpoint, latest, concurrencyLimit, decided, gone, hold);
    }

    public EndpointHealth withConcurrencyLimit(int limit) {
        return with(endpoint, lastError, limit, decided, gone, hold);
    }

    public EndpointHealth decided(@Nullable Instant when) {
        return with(endpoint, lastError, concurrencyLimit, when, gone, hold);
    }

    public EndpointHealth with(@Nullable GoneReport latest) {
        return with(endpoint, lastError, concurrencyLimit, decided, latest, hold);
    }

    public EndpointHealth with(@Nullable HoldUse latest) {
        return with(endpoint, lastError, concurrencyLimit, decided, gone, latest);
    }

    private EndpointHealth with(
            @Nullable String mark,
            @Nullable String error,
            @Nullable Integer limit,
            @Nullable Instant when,
            @Nullable GoneReport latest,
            @Nullable HoldUse use) {
        return new EndpointHealth(
                uid,
                consecutiveFailures,
                lastOutcome,
                probation,
                deferred,
                changed,
                mark,
                error,
                limit,
                when,
                latest,
                use);
    }

    /** Returns false if the health belongs to a former endpoint of the subscription. */
    public boolean isOf(URI which) {
        return endpoint == null || endpoint.equals(mark(which)) || endpoint.equals(shortMark(which));
    }

    /** Long enough that only the right URL can be guessed, and different for every subscription. */
    private String mark(URI which) {
        return HexFormat.of().formatHex(Sha256.of(uid + "\n" + which), 0, MARK_BYTES);
    }

    /** The hash of earlier releases, in 32 bits. */
    private static String shortMark(URI which) {
        return Integer.toHexString(which.toString().hashCode());
    }

    public enum State implements WireName.Capitalized {
        HEALTHY,
        ON_PROBATION,
        /** The probation is over, and no response has ended or extended it yet. */
        PROBING
    }

    public State state(Instant now) {
        if (probation == null) {
            return State.HEALTHY;
        }
        return now.isBefore(probation.until()) ? State.ON_PROBATION : State.PROBING;
    }
}
