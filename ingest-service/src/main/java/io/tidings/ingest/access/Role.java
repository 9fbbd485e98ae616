package io.tidings.ingest.access;

import io.tidings.contract.WireName;

/** The role of a manager (B-ACCESS-1). Each role includes those before it. */
public enum Role implements WireName {
    /** Sees everything but secrets and the data of events. */
    READER,
    /** Sees the data of events (B-SEE-1). */
    PAYLOADS,
    /** Pauses, resumes, retries, redrives, replays and sends test events. */
    OPERATOR,
    /** Changes topics and subscriptions, and reads secrets. */
    ADMIN;

    public boolean includes(Role other) {
        return compareTo(other) >= 0;
    }
}
