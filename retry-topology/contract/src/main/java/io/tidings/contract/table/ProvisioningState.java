package io.tidings.contract.table;

import io.tidings.contract.WireName;

/** The state of the validation of a subscription's endpoint (reference §5). */
public enum ProvisioningState implements WireName.Capitalized {
    CREATING,
    UPDATING,
    SUCCEEDED,
    AWAITING_MANUAL_ACTION,
    FAILED
}
