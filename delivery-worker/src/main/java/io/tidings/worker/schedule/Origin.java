package io.tidings.worker.schedule;

/** Where a delivery was read: what is paused when too much of it waits. */
public enum Origin {
    /** First attempts. */
    DELIVERIES,
    /** Retries and what was put off. */
    TIERS
}
