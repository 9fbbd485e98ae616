package io.tidings.contract.resource;

import java.util.Optional;

/** How far the validation of a subscription's endpoint got (reference §5). */
public enum ProvisioningState {
    CREATING("Creating"),
    UPDATING("Updating"),
    SUCCEEDED("Succeeded"),
    AWAITING_MANUAL_ACTION("AwaitingManualAction"),
    FAILED("Failed");

    private final String word;

    ProvisioningState(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    public static Optional<ProvisioningState> of(String word) {
        for (var state : values()) {
            if (state.word.equals(word)) {
                return Optional.of(state);
            }
        }
        return Optional.empty();
    }
}
