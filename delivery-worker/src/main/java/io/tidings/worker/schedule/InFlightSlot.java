package io.tidings.worker.schedule;

/** One request for a subscription, from the moment its first delivery is taken until nothing of it is open any longer. */
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

    /** The delivery it is for. */
    public D first() {
        return first;
    }

    /** What it holds in memory, about. */
    public long bytes() {
        return bytes;
    }

    /** What the subscription's endpoint takes from now on, and how often it may be asked. */
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

    /** @return false when it was told before */
    boolean ends() {
        boolean did = running;
        running = false;
        return did;
    }

    /** @return false when it was told before */
    boolean closes() {
        boolean did = open;
        open = false;
        return did;
    }
}
