package io.tidings.contract.subscription;

import io.tidings.contract.WireName;

/** The effect of a pause on the time to live of what waits (B-PAUSE). */
public enum WhilePaused implements WireName {
    /** The time to live goes on. */
    EXPIRE,
    /** The time to live and the waits of the retry schedule stand still. */
    HOLD
}
