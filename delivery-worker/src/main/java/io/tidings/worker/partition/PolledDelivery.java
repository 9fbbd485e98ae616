package io.tidings.worker.partition;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.RetryState;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this worker has read, with the place it came from.
 *
 * @param event its bytes, as they are sent
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only, never changed
public record PolledDelivery(AssignedPartition from, long offset, Delivery delivery, byte[] key, byte[] event) {
    private static final int OVERHEAD = 512;

    public SubscriptionKey subscription() {
        return delivery.subscription();
    }

    /** The same at another place in the ladder. */
    public PolledDelivery at(RetryState retryState) {
        return new PolledDelivery(from, offset, delivery.at(retryState), key, event);
    }

    /** The same at another step of its trace. */
    public PolledDelivery traced(@Nullable TraceContext next) {
        return new PolledDelivery(from, offset, delivery.traced(next), key, event);
    }

    /** What it takes in memory, about. */
    public int bytes() {
        return event.length + OVERHEAD;
    }
}
