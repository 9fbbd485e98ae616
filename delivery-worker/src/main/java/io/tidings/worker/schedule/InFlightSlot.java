package io.tidings.worker.schedule;

/** One request of a subscription, from taking its first delivery until its memory is released. */
public final class InFlightSlot<D> {
    private final SubscriptionQueue<D> queue;
    private final DeliveryQueue<D> origin;
    private final D first;
    private final long generation;
    private long bytes;
    private boolean running = true;
    private boolean open = true;

    InFlightSlot(SubscriptionQueue<D> queue, DeliveryQueue<D> origin, DeliveryQueue.Queued<D> first) {
        this.queue = queue;
        this.origin = origin;
        this.first = first.delivery();
        this.generation = queue.generation();
        this.bytes = first.bytes();
    }

    public D first() {
        return first;
    }

    public long bytes() {
        return bytes;
    }

    public void terms(RequestAllowance allowance, Rate rate) {
        queue.terms(allowance, rate);
    }

    SubscriptionQueue<D> queue() {
        return queue;
    }

    DeliveryQueue<D> origin() {
        return origin;
    }

    long generation() {
        return generation;
    }

    void carries(int moreBytes) {
        bytes += moreBytes;
    }

    /** @return false if it had ended before */
    boolean end() {
        boolean did = running;
        running = false;
        return did;
    }

    /** @return false if it was closed before */
    boolean close() {
        boolean did = open;
        open = false;
        return did;
    }
}
