package io.tidings.contract.table;

import io.tidings.contract.topic.TopicKeys;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The notes of Tidings itself on a subscription's record: the state of the validation of its endpoint (B-SUB-3), the
 * latest request of an operator to retry now (B-RECOVER-1), the 410 that it is paused for
 * (B-GONE), the state of its start in the past (B-START), and the keys of its receivers (B-PULL-4).
 *
 * @param established whether an endpoint of this subscription was validated before: from then on events are matched
 * @param since when this state began; null where it does not matter
 * @param code that the endpoint must return; null if none is expected
 * @param problem a sentence that says why the validation is not completed; null if there is none
 * @param requestsPerMinute that the endpoint allows; null for any number
 * @param retryNow when an operator asked to send at once what waits; null if nobody has
 * @param gone when the endpoint said that it is gone; null unless the subscription is paused for that
 * @param start null if it began with the events that were new then
 * @param receiveKeys of a queue (B-PULL-4); null for other subscriptions, and until a release that has them writes it
 */
public record Provisioning(
        ProvisioningState state,
        boolean established,
        @Nullable Instant since,
        @Nullable String code,
        @Nullable String problem,
        @Nullable Integer requestsPerMinute,
        @Nullable Instant retryNow,
        @Nullable Instant gone,
        @Nullable StartState start,
        @Nullable TopicKeys receiveKeys) {
    /** The time for which a request is kept for a worker that was down. */
    public static final Duration LIFE_OF_REQUEST = Duration.ofDays(1);

    public Provisioning {
        if (requestsPerMinute != null && requestsPerMinute < 1) {
            throw new IllegalArgumentException(requestsPerMinute + " requests a minute");
        }
    }

    public Provisioning(
            ProvisioningState state,
            boolean established,
            @Nullable Instant since,
            @Nullable String code,
            @Nullable String problem,
            @Nullable Integer requestsPerMinute,
            @Nullable Instant retryNow) {
        this(state, established, since, code, problem, requestsPerMinute, retryNow, null, null, null);
    }

    public static Provisioning in(ProvisioningState state) {
        return new Provisioning(state, false, null, null, null, null, null);
    }

    public static Provisioning succeeded(@Nullable Integer requestsPerMinute) {
        return new Provisioning(ProvisioningState.SUCCEEDED, true, null, null, null, requestsPerMinute, null);
    }

    public Provisioning retryNow(@Nullable Instant requested) {
        return new Provisioning(
                state, established, since, code, problem, requestsPerMinute, requested, gone, start, receiveKeys);
    }

    public Provisioning withCode(@Nullable String other) {
        return new Provisioning(
                state, established, since, other, problem, requestsPerMinute, retryNow, gone, start, receiveKeys);
    }

    public Provisioning gone(@Nullable Instant seen) {
        return new Provisioning(
                state, established, since, code, problem, requestsPerMinute, retryNow, seen, start, receiveKeys);
    }

    public Provisioning start(@Nullable StartState other) {
        return new Provisioning(
                state, established, since, code, problem, requestsPerMinute, retryNow, gone, other, receiveKeys);
    }

    public Provisioning receiveKeys(@Nullable TopicKeys keys) {
        return new Provisioning(
                state, established, since, code, problem, requestsPerMinute, retryNow, gone, start, keys);
    }

    /**
     * Keeps the reason for which a former version was paused, until somebody resumes the subscription, and the state of
     * its start, and its keys.
     */
    public Provisioning remembering(Provisioning before, boolean paused) {
        return gone(paused ? before.gone() : null).start(before.start()).receiveKeys(before.receiveKeys());
    }

    /** Drops a request to retry now that every worker has seen by now. */
    public Provisioning withoutOldRequest(Instant now) {
        return retryNow == null || now.isBefore(retryNow.plus(LIFE_OF_REQUEST)) ? this : retryNow(null);
    }

    /** Events are matched from the first success on. Later ones wait while a new endpoint is validated. */
    public boolean matches() {
        return switch (state) {
            case SUCCEEDED, UPDATING -> true;
            case CREATING, AWAITING_MANUAL_ACTION, FAILED -> established;
        };
    }

    public boolean delivers() {
        return state == ProvisioningState.SUCCEEDED;
    }

    /** Leaves out the code, which is a secret. */
    @Override
    public String toString() {
        return "Provisioning[" + state.wireName() + (established ? ", established" : "")
                + (since == null ? "" : ", since " + since) + (problem == null ? "" : ", " + problem) + "]";
    }
}
