package io.tidings.worker.schedule;

/**
 * What all lanes together hold.
 *
 * @param inFlight requests at most
 * @param bytesInFlight of requests that are open, at most, except that one of any size may always be alone
 * @param queuedBytes of what waits; half of it for each {@link Origin}
 */
public record SchedulerLimits(int inFlight, long bytesInFlight, long queuedBytes) {
    public SchedulerLimits {
        if (inFlight < 1 || bytesInFlight < 1 || queuedBytes < 2) {
            throw new IllegalArgumentException(
                    inFlight + " requests with " + bytesInFlight + " bytes, " + queuedBytes + " bytes waiting");
        }
    }
}
