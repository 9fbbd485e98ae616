package io.tidings.worker.order;

import io.tidings.worker.order.KeyChains.Place;
import java.time.Instant;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries of one order key that are in memory, and how the key is blocked.
 *
 * @param <D> a delivery
 */
final class KeyChain<D> {
    /** By sequence. */
    final TreeMap<Long, Held<D>> held = new TreeMap<>();

    /** Null while nothing is parked. */
    @Nullable
    BlockedKey state;

    /** The sequence of the delivery that is being attempted; null if there is none. */
    @Nullable
    Long turn;

    /** When the first one of those parked is due; null if that is unknown. */
    @Nullable
    Instant until;

    record Held<D>(D delivery, Place place) {}

    boolean isTurn(long sequence) {
        return turn != null && turn == sequence;
    }

    boolean forgettable() {
        return state == null && turn == null && held.isEmpty();
    }

    /** The sequence of the last delivery in memory before a new one. */
    long last(long sequence) {
        var before = held.lowerKey(sequence);
        return before != null ? before : turn != null ? turn : sequence - 1;
    }
}
