package io.tidings.contract.subscription;

import io.tidings.contract.WireName;

/** The pace at which the waiting deliveries of an endpoint that is back are sent (B-RECOVER-1). */
public enum Recovery implements WireName {
    /** As soon as a probe has ended the probation. */
    FORWARD,
    /** Each of them when it is due. */
    SCHEDULE
}
