package io.tidings.contract.health;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.delivery.LastOutcome;
import java.net.URI;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/**
 * How the endpoint of one subscription stands, as its answers showed. An endpoint of which nothing is known is healthy.
 *
 * @param uid of the subscription; one re-created under the same name starts anew
 * @param consecutiveFailures since the last success, as B-PROB-1 counts them
 * @param lastOutcome of the latest failure; absent when there was none
 * @param probation absent when deliveries are sent
 * @param deferred deliveries put off since the probation began
 * @param changed when this was decided, by the worker's clock
 * @param endpoint a mark that tells endpoints of one subscription apart and nothing of their URLs, which may hold
 *     secrets; absent where it is not known
 * @param lastError what went wrong at the latest failure, for people; absent where it is not known
 * @param totals of the subscription, whichever endpoint it had
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
        SubscriptionTotals totals) {
    private static final int MARK_BYTES = 16;

    public EndpointHealth {
        if (uid.isEmpty() || consecutiveFailures < 0 || deferred < 0) {
            throw new IllegalArgumentException(
                    "uid \"" + uid + "\", " + consecutiveFailures + " consecutive failures, " + deferred + " deferred");
        }
    }

    /** Of a subscription of which nothing was counted. */
    public EndpointHealth(
            String uid,
            int consecutiveFailures,
            @Nullable LastOutcome lastOutcome,
            @Nullable Probation probation,
            long deferred,
            Instant changed,
            @Nullable String endpoint,
            @Nullable String lastError) {
        this(
                uid,
                consecutiveFailures,
                lastOutcome,
                probation,
                deferred,
                changed,
                endpoint,
                lastError,
                SubscriptionTotals.NONE);
    }

    /** Of an endpoint that is not known. */
    public EndpointHealth(
            String uid,
            int consecutiveFailures,
            @Nullable LastOutcome lastOutcome,
            @Nullable Probation probation,
            long deferred,
            Instant changed) {
        this(uid, consecutiveFailures, lastOutcome, probation, deferred, changed, null, null);
    }

    /** The same, known to be of this endpoint. */
    public EndpointHealth of(URI which) {
        return new EndpointHealth(
                uid, consecutiveFailures, lastOutcome, probation, deferred, changed, mark(which), lastError, totals);
    }

    /** The same, with what was counted. */
    public EndpointHealth with(SubscriptionTotals counted) {
        return new EndpointHealth(
                uid, consecutiveFailures, lastOutcome, probation, deferred, changed, endpoint, lastError, counted);
    }

    /** Whether it may be of this endpoint: one that a subscription was pointed to later has done nothing yet. */
    public boolean isOf(URI which) {
        return endpoint == null || endpoint.equals(mark(which)) || endpoint.equals(shortMark(which));
    }

    /** Long enough that trying URLs finds none but the right one, and another for every subscription. */
    private String mark(URI which) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest((uid + "\n" + which).getBytes(UTF_8));
            return HexFormat.of().formatHex(hash, 0, MARK_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** As earlier releases wrote it, in 32 bits. */
    private static String shortMark(URI which) {
        return Integer.toHexString(which.toString().hashCode());
    }

    /** A standing in one word. */
    public enum State {
        HEALTHY("Healthy"),
        ON_PROBATION("OnProbation"),
        /** Its probation is over and no answer has ended or extended it yet. */
        PROBING("Probing");

        private final String wireName;

        State(String word) {
            this.wireName = word;
        }

        /** The name on the wire. */
        public String wireName() {
            return wireName;
        }
    }

    public State state(Instant now) {
        if (probation == null) {
            return State.HEALTHY;
        }
        return now.isBefore(probation.until()) ? State.ON_PROBATION : State.PROBING;
    }
}
