package io.tidings.contract.table;

import io.tidings.contract.WireName;

/** The state of a subscription that starts in the past (B-START). */
public enum StartState implements WireName {
    /** Matching makes no delivery to it from a partition of events before it has read the marker there; a job does. */
    OPEN,
    /** The job has ended, and matching is behind all that it has read. */
    DONE
}
