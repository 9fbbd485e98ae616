package io.tidings.ingest.access;

import io.tidings.contract.WireName;

/** The role of a token (B-ACCESS-1). Each role of managers includes those before it. */
public enum Role implements WireName {
    /** Publishes events and sees nothing; no other role includes it (B-IDENT-2). */
    PUBLISHER,
    /** Receives and settles the events of queues, and sees nothing else; no other role includes it (B-PULL-4). */
    RECEIVER,
    /** Subscribes agents over MCP and sees no more; no other role includes it (B-MCP-2). */
    SUBSCRIBER,
    /** Sees everything but secrets and the data of events. */
    READER,
    /** Sees the data of events (B-SEE-1). */
    PAYLOADS,
    /** Pauses, resumes, retries, redrives, replays and sends test events. */
    OPERATOR,
    /** Changes topics and subscriptions, and reads secrets. */
    ADMIN;

    public boolean includes(Role other) {
        return (other.standsAlone() || standsAlone()) ? this == other : compareTo(other) >= 0;
    }

    private boolean standsAlone() {
        return this == PUBLISHER || this == RECEIVER || this == SUBSCRIBER;
    }
}
