package io.tidings.contract.job;

import io.tidings.contract.WireName;

public enum JobKind implements WireName {
    /** Makes deliveries of dead letters. */
    REDRIVE,
    /** Makes deliveries of past events. */
    REPLAY,
    /** Makes the deliveries of a new subscription until matching does (B-START). Tidings itself asks for it. */
    START
}
