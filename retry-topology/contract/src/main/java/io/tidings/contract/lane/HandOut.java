package io.tidings.contract.lane;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The state of a waiting delivery that receivers had at least once (B-PULL). Each state replaces the one before; it is
 * written to {@code waiting.index} in a transaction that is committed before anybody is told.
 *
 * @param sequence its place among the deliveries of its key
 * @param count how often it was received
 * @param until the end of its lock, or of the wait with which it was released
 * @param lock null if no receiver has it
 */
public record HandOut(
        OrderedKey key,
        long sequence,
        int count,
        Instant until,
        @Nullable Lock lock) {
    /**
     * @param nonce what only its receiver knows; never printed
     * @param first when it was received
     */
    public record Lock(UUID nonce, Instant first) {
        @Override
        public String toString() {
            return "Lock[first=" + first + "]";
        }
    }
}
