package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.LadderPlace;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that this worker has read, with the place it came from.
 *
 * @param event its bytes, as they are sent
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only, never changed
record Ready(OwnedPartition from, long offset, Delivery delivery, byte[] key, byte[] event) {
    private static final int OVERHEAD = 512;

    SubscriptionKey subscription() {
        return delivery.subscription();
    }

    /** The same at another place in the ladder. */
    Ready at(LadderPlace place) {
        return new Ready(from, offset, delivery.at(place), key, event);
    }

    /** The same at another step of its trace. */
    Ready traced(@Nullable TraceContext next) {
        return new Ready(from, offset, delivery.traced(next), key, event);
    }

    /** What it takes in memory, about. */
    int bytes() {
        return event.length + OVERHEAD;
    }
}
