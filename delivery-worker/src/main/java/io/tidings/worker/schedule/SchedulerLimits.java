package io.tidings.worker.schedule;

/**
 * @param bytesInFlight exceeded only by a request that is alone
 * @param queuedBytes half of it for each {@link Origin}
 */
public record SchedulerLimits(int inFlight, long bytesInFlight, long queuedBytes, PerSubscription perSubscription) {
    /** A single delivery may exceed the bytes. */
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
