package io.tidings.contract.lane;

import java.time.Instant;

/**
 * A change of what waits for its turn behind other deliveries of its order key (B-LANE-2). The transaction that makes
 * the change writes it to {@code waiting.index}, so that a new owner knows which deliveries wait and where.
 *
 * <p>Reading a change twice has the effect of reading it once.
 */
public sealed interface QueueChange {
    OrderedKey key();

    /** The place of the delivery among those of its key. */
    long sequence();

    /** A delivery lies in {@code waiting}, at this offset. */
    record Added(OrderedKey key, long sequence, long offset) implements QueueChange {}

    /** The delivery at this offset of {@code waiting} waits there no longer. */
    record Left(OrderedKey key, long sequence, long offset) implements QueueChange {}

    /**
     * A delivery in the ladder is the next one of its key, which all others wait for.
     *
     * @param until when it comes out of the ladder
     */
    record Blocked(OrderedKey key, long sequence, Instant until) implements QueueChange {}

    /** The delivery that blocked its key has ended. */
    record Freed(OrderedKey key, long sequence) implements QueueChange {}
}
