package io.tidings.worker;

import io.tidings.contract.delivery.Delivery;

/**
 * A delivery that this worker has read, with the place it came from.
 *
 * @param event its bytes, as they are sent
 */
@SuppressWarnings("ArrayRecordComponent") // compared by identity only, never changed
record Ready(OwnedPartition from, long offset, Delivery delivery, byte[] key, byte[] event) {
    private static final int OVERHEAD = 512;

    /** What it takes in memory, about. */
    int bytes() {
        return event.length + OVERHEAD;
    }
}
