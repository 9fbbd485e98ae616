package io.tidings.contract.job;

import io.tidings.contract.WireName;

public enum JobKind implements WireName {
    /** Makes deliveries of dead letters. */
    REDRIVE,
    /** Makes deliveries of past events. */
    REPLAY
}
