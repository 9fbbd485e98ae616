package io.tidings.worker.schedule;

/** What waits in memory for one subscription at most; a single delivery may have more bytes than that. */
public record QueueLimits(int deliveries, long bytes) {
    public QueueLimits {
        if (deliveries < 1 || bytes < 1) {
            throw new IllegalArgumentException("a queue of " + deliveries + " deliveries and " + bytes + " bytes");
        }
    }
}
