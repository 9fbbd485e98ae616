package io.tidings.contract.provisioning;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Whether the endpoint of a subscription has agreed to get its events, and what is known of that (B-SUB-3).
 *
 * @param established whether an endpoint of this subscription has agreed before: from then on events are matched
 * @param since when this state began; absent where it does not matter
 * @param code that the endpoint shows to agree; absent when nobody waits for one
 * @param problem why it is not further, in a sentence; absent when there is nothing to say
 * @param requestsPerMinute that the endpoint allows; absent: as many as it takes
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

    /** A state of which nothing more is known. */
    public static Provisioning in(ProvisioningState state) {
        return new Provisioning(state, false, null, null, null, null);
    }

    public static Provisioning succeeded(@Nullable Integer requestsPerMinute) {
        return new Provisioning(ProvisioningState.SUCCEEDED, true, null, null, null, requestsPerMinute);
    }

    /** Whether events are matched: from the first success on; what is matched before the next one waits for it. */
    public boolean matches() {
        return switch (state) {
            case SUCCEEDED, UPDATING -> true;
            case CREATING, AWAITING_MANUAL_ACTION, FAILED -> established;
        };
    }

    /** Whether deliveries may be sent. */
    public boolean delivers() {
        return state == ProvisioningState.SUCCEEDED;
    }

    /** Without the code, which is a secret. */
    @Override
    public String toString() {
        return "Provisioning[" + state.wireName() + (established ? ", established" : "")
                + (since == null ? "" : ", since " + since) + (problem == null ? "" : ", " + problem) + "]";
    }
}
