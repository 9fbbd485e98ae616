package io.tidings.contract.subscription;

import io.tidings.contract.WireName;

/** The effect of a response 410 (Gone) of the endpoint (B-GONE). */
public enum Gone implements WireName {
    /** The delivery is tried again, as Event Grid does. */
    RETRY,
    /** The subscription is paused, and its deliveries wait. */
    PAUSE;

    /** The status that says that the endpoint is gone. */
    public static final int STATUS = 410;
}
