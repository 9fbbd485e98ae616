package io.tidings.contract.table;

import java.util.Optional;

/** The state of the validation of a subscription's endpoint (reference §5). */
public enum ProvisioningState {
    CREATING("Creating"),
    UPDATING("Updating"),
    SUCCEEDED("Succeeded"),
    AWAITING_MANUAL_ACTION("AwaitingManualAction"),
    FAILED("Failed");

    private final String wireName;

    ProvisioningState(String word) {
        this.wireName = word;
    }

    public String wireName() {
        return wireName;
    }

    public static Optional<ProvisioningState> of(String word) {
        for (var state : values()) {
            if (state.wireName.equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
