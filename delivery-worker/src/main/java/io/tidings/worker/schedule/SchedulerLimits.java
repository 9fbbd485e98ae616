package io.tidings.worker.schedule;

/**
 * The most that all queues together hold, and each of them.
 *
 * @param inFlight requests at most
 * @param bytesInFlight of requests that are open, at most, except that one of any size may always be alone
 * @param queuedBytes of what waits; half of it for each {@link Origin}
 * @param perSubscription of what waits for one subscription
 */
public record SchedulerLimits(int inFlight, long bytesInFlight, long queuedBytes, PerSubscription perSubscription) {
    /** A single delivery may have more bytes than that. */
    public record PerSubscription(int deliveries, long bytes) {
        public PerSubscription {
            if (deliveries < 1 || bytes < 1) {
                throw new IllegalArgumentException("a queue of " + deliveries + " deliveries and " + bytes + " bytes");
            }
        }
    }

    public SchedulerLimits {
        if (inFlight < 1 || bytesInFlight < 1 || queuedBytes < 2) {
            throw new IllegalArgumentException(
                    inFlight + " requests with " + bytesInFlight + " bytes, " + queuedBytes + " bytes waiting");
        }
    }
}
