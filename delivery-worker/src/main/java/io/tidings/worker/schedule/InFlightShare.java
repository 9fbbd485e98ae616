package io.tidings.worker.schedule;

/**
 * The requests that all queues have in flight together. No queue has more of them than is left for the others, in
 * requests and in bytes: so slow endpoints, however many and however good, leave room for one more, and the more of
 * them there are the less each has.
 */
final class InFlightShare {
    private final SchedulerLimits capacity;
    private int inFlight;
    private long bytesInFlight;

    InFlightShare(SchedulerLimits capacity) {
        this.capacity = capacity;
    }

    /** Whether anything may start; a request of any size may always be alone. */
    boolean free() {
        return inFlight < capacity.inFlight() && (bytesInFlight < capacity.bytesInFlight() || inFlight == 0);
    }

    boolean takesTooMuch(SubscriptionQueue<?> queue) {
        return queue.inFlight() > 0
                && (queue.inFlight() > capacity.inFlight() - inFlight
                        || queue.bytesInFlight() > capacity.bytesInFlight() - bytesInFlight);
    }

    void taken() {
        inFlight++;
    }

    void givenBack() {
        inFlight--;
    }

    /** @param bytes more than before; negative: fewer */
    void holds(SubscriptionQueue<?> queue, long bytes) {
        bytesInFlight += bytes;
        queue.bytesInFlight(bytes);
    }
}
