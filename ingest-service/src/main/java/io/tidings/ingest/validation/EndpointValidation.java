package io.tidings.ingest.validation;

import static io.tidings.contract.table.ProvisioningState.AWAITING_MANUAL_ACTION;
import static io.tidings.contract.table.ProvisioningState.CREATING;
import static io.tidings.contract.table.ProvisioningState.FAILED;
import static io.tidings.contract.table.ProvisioningState.SUCCEEDED;
import static io.tidings.contract.table.ProvisioningState.UPDATING;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.subscription.Start;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The handshake of a subscription's endpoint as a state machine (B-SUB-3). Pure: no clock, no I/O, no randomness.
 *
 * <pre>
 *   new endpoint, or the same one before it is validated
 *        │
 *        ▼
 *   Creating, Updating ──────── it agrees ───────────────────────────> Succeeded
 *     │    │    ▲  │                                                       ▲
 *     │    │    └──┘ no response: again after 5 s, 3 times in all          │
 *     │    └─ undecided ──> AwaitingManualAction ─────── code is shown ────┘
 *     │                                     │ 10 minutes
 *     └─ refused, or 3 times no response ──> Failed
 * </pre>
 *
 * <p>The code is accepted as soon as it is sent, even before the response.
 *
 * @param required whether endpoints must be validated
 */
public record EndpointValidation(boolean required) {
    static final int MAX_ATTEMPTS = 3;
    static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(5);
    static final Duration MANUAL_WINDOW = Duration.ofMinutes(10);

    public sealed interface Step {
        record Moved(Provisioning provisioning) implements Step {}

        record Again(Instant at) implements Step {}
    }

    /**
     * Returns the state after a write. The settings allow Kafka topics, so they need not agree.
     *
     * @param before the former version; null for a new subscription
     * @param code a fresh one
     */
    public Provisioning written(@Nullable SubscriptionEntry before, Subscription now, Instant at, String code) {
        var next = next(before, now, at, code);
        if (before != null) {
            return next.remembering(before.provisioning(), now.paused());
        }
        return now.extensions().start().equals(Start.NOW) ? next : next.start(StartState.OPEN);
    }

    private Provisioning next(@Nullable SubscriptionEntry before, Subscription now, Instant at, String code) {
        if (before != null && before.state() == SUCCEEDED && sameEndpoint(before.subscription(), now)) {
            return before.provisioning().withoutOldRequest(at);
        }
        if (!required || !(now.destination() instanceof Webhook)) {
            return Provisioning.succeeded(null);
        }
        boolean established = before != null && before.matches();
        return new Provisioning(established ? UPDATING : CREATING, established, at, code, null, null, null);
    }

    private static boolean sameEndpoint(Subscription one, Subscription other) {
        return one.destination().endpoint().equals(other.destination().endpoint());
    }

    /** Returns whether a request must be sent, or sent again by another instance that takes over. */
    public boolean asks(Provisioning provisioning) {
        return switch (provisioning.state()) {
            case CREATING, UPDATING -> true;
            case AWAITING_MANUAL_ACTION, SUCCEEDED, FAILED -> false;
        };
    }

    /** @param attempts number of requests, including this one */
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

    /** Returns the next state if time alone leads to one. */
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

    /** Returns empty if the code is not the expected one. */
    public Optional<Provisioning> afterCode(Provisioning provisioning, String code, Instant now) {
        var expected = provisioning.code();
        boolean waits = asks(provisioning) || open(provisioning, now);
        // Compared in constant time, so that timing does not reveal a part of the code.
        return waits && expected != null && MessageDigest.isEqual(expected.getBytes(UTF_8), code.getBytes(UTF_8))
                ? Optional.of(Provisioning.succeeded(null))
                : Optional.empty();
    }

    private static boolean open(Provisioning provisioning, Instant now) {
        return provisioning.state() == AWAITING_MANUAL_ACTION
                && provisioning.since() != null
                && now.isBefore(provisioning.since().plus(MANUAL_WINDOW));
    }

    /** A failed state keeps no code, because it is no longer accepted. */
    private static Provisioning moved(Provisioning before, ProvisioningState state, Instant now, String problem) {
        return new Provisioning(
                state, before.established(), now, state == FAILED ? null : before.code(), problem, null, null);
    }
}
