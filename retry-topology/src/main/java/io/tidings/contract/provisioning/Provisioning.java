package io.tidings.contract.provisioning;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The state of the validation of a subscription's endpoint (B-SUB-3).
 *
 * @param established whether an endpoint of this subscription was validated before: from then on events are matched
 * @param since when this state began; null where it does not matter
 * @param code that the endpoint must return; null if none is expected
 * @param problem a sentence that says why the validation is not completed; null if there is none
 * @param requestsPerMinute that the endpoint allows; null for any number
 */
public record Provisioning(
        ProvisioningState state,
        boolean established,
        @Nullable Instant since,
        @Nullable String code,
        @Nullable String problem,
        @Nullable Integer requestsPerMinute) {
    public Provisioning {
        if (requestsPerMinute != null && requestsPerMinute < 1) {
            throw new IllegalArgumentException(requestsPerMinute + " requests a minute");
        }
    }

    public static Provisioning in(ProvisioningState state) {
        return new Provisioning(state, false, null, null, null, null);
    }

    public static Provisioning succeeded(@Nullable Integer requestsPerMinute) {
        return new Provisioning(ProvisioningState.SUCCEEDED, true, null, null, null, requestsPerMinute);
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
