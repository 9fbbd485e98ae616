package io.tidings.ingest.validation;

import static io.tidings.contract.provisioning.ProvisioningState.AWAITING_MANUAL_ACTION;
import static io.tidings.contract.provisioning.ProvisioningState.CREATING;
import static io.tidings.contract.provisioning.ProvisioningState.FAILED;
import static io.tidings.contract.provisioning.ProvisioningState.SUCCEEDED;
import static io.tidings.contract.provisioning.ProvisioningState.UPDATING;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.provisioning.Provisioning;
import io.tidings.contract.provisioning.ProvisioningState;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a subscription gets the consent of its endpoint (B-SUB-3). Pure: no clock, no I/O, no dice.
 *
 * <pre>
 *   new endpoint, or the same one while it has not agreed
 *        │
 *        ▼
 *   Creating, Updating ──────── it agrees ───────────────────────────> Succeeded
 *     │    │    ▲  │                                                       ▲
 *     │    │    └──┘ no answer: again after 5 s, 3 times in all            │
 *     │    └─ neither yes nor no ──> AwaitingManualAction ──its code comes─┘
 *     │                                     │ 10 minutes
 *     └─ it refuses, no answer is left ──> Failed
 * </pre>
 *
 * <p>Its code is accepted as soon as it was sent, also while the answer is still waited for.
 *
 * @param required whether endpoints are asked at all
 */
public record EndpointValidation(boolean required) {
    static final int MAX_ATTEMPTS = 3;
    static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);
    static final Duration MANUAL_WINDOW = Duration.ofMinutes(10);

    /** What happens after one attempt. */
    public sealed interface Step {
        /** It is in another state. */
        record Moved(Provisioning provisioning) implements Step {}

        /** The endpoint is asked again. */
        record Again(Instant at) implements Step {}
    }

    /**
     * The state of a subscription that somebody has just written.
     *
     * @param before what was in force; null when it is new
     * @param code a fresh one
     */
    public Provisioning written(@Nullable SubscriptionEntry before, Subscription now, Instant at, String code) {
        if (before != null && before.state() == SUCCEEDED && sameEndpoint(before.subscription(), now)) {
            return before.provisioning();
        }
        if (!required) {
            return Provisioning.succeeded(null);
        }
        boolean established = before != null && before.matches();
        return new Provisioning(established ? UPDATING : CREATING, established, at, code, null, null);
    }

    private static boolean sameEndpoint(Subscription one, Subscription other) {
        return one.destination().endpoint().equals(other.destination().endpoint());
    }

    /** Whether the endpoint has to be asked, or asked again by whoever takes over. */
    public boolean asks(Provisioning provisioning) {
        return switch (provisioning.state()) {
            case CREATING, UPDATING -> true;
            case AWAITING_MANUAL_ACTION, SUCCEEDED, FAILED -> false;
        };
    }

    /** @param attempts how often the endpoint was asked, this one included */
    public Step afterAttempt(Provisioning provisioning, ValidationResult result, int attempts, Instant now) {
        return switch (result) {
            case ValidationResult.Agreed(var rate) -> new Step.Moved(Provisioning.succeeded(rate));
            case ValidationResult.Undecided(var problem) -> {
                var last = now.plus(MANUAL_WINDOW);
                yield new Step.Moved(moved(
                        provisioning,
                        AWAITING_MANUAL_ACTION,
                        now,
                        problem + "; the URL sent with the request must be opened before "
                                + last.truncatedTo(ChronoUnit.SECONDS)));
            }
            case ValidationResult.Rejected(var problem) -> new Step.Moved(moved(provisioning, FAILED, now, problem));
            case ValidationResult.NoResponse(var problem) ->
                attempts < MAX_ATTEMPTS
                        ? new Step.Again(now.plus(BETWEEN_ATTEMPTS))
                        : new Step.Moved(moved(
                                provisioning,
                                FAILED,
                                now,
                                problem + ", " + attempts + " times; put the subscription again"));
        };
    }

    /** What time alone brings about. */
    public Optional<Provisioning> elapsed(Provisioning provisioning, Instant now) {
        return switch (provisioning.state()) {
            case SUCCEEDED, FAILED -> Optional.empty();
            case CREATING, UPDATING -> required ? Optional.empty() : Optional.of(Provisioning.succeeded(null));
            case AWAITING_MANUAL_ACTION -> {
                if (!required) {
                    yield Optional.of(Provisioning.succeeded(null));
                }
                yield open(provisioning, now)
                        ? Optional.empty()
                        : Optional.of(moved(
                                provisioning,
                                FAILED,
                                now,
                                "the validation URL was not opened within " + MANUAL_WINDOW.toMinutes()
                                        + " minutes; put the subscription again to get a new one"));
            }
        };
    }

    /** What a code brings about that somebody shows; empty when it is not the one that is waited for. */
    public Optional<Provisioning> afterCode(Provisioning provisioning, String code, Instant now) {
        var expected = provisioning.code();
        boolean waits = asks(provisioning) || open(provisioning, now);
        // Compared in constant time: a guess must not learn how much of it is right.
        return waits && expected != null && MessageDigest.isEqual(expected.getBytes(UTF_8), code.getBytes(UTF_8))
                ? Optional.of(Provisioning.succeeded(null))
                : Optional.empty();
    }

    private static boolean open(Provisioning provisioning, Instant now) {
        return provisioning.state() == AWAITING_MANUAL_ACTION
                && provisioning.since() != null
                && now.isBefore(provisioning.since().plus(MANUAL_WINDOW));
    }

    /** A failed one keeps no code: it is worth nothing any more. */
    private static Provisioning moved(Provisioning before, ProvisioningState state, Instant now, String problem) {
        return new Provisioning(
                state, before.established(), now, state == FAILED ? null : before.code(), problem, null);
    }
}
