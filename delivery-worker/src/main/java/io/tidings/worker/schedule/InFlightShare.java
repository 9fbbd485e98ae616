package io.tidings.worker.schedule;

/**
 * The requests in flight of all queues. A queue may use no more of the capacity, in requests and in bytes, than it
 * leaves free. So slow endpoints always leave room for one more, and the more of them there are, the less each gets.
 */
final class InFlightShare {
    private final SchedulerLimits capacity;
    private int inFlight;
    private long bytesInFlight;

    InFlightShare(SchedulerLimits capacity) {
        this.capacity = capacity;
    }

    /** A request of any size may start when it is the only one. */
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

    /** @param bytes the change, negative to release */
    void holds(SubscriptionQueue<?> queue, long bytes) {
        bytesInFlight += bytes;
        queue.bytesInFlight(bytes);
    }
}
