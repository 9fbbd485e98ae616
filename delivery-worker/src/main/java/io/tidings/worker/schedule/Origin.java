package io.tidings.worker.schedule;

/** The kind of topic that a delivery was read from. */
public enum Origin {
    /** First attempts. */
    DELIVERIES,
    /** Retries and deferrals. */
    TIERS
}
