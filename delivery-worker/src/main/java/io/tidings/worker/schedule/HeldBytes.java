package io.tidings.worker.schedule;

import io.tidings.contract.lane.OrderedKey;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntFunction;

/**
 * The memory that deliveries take while they wait for their turn. One subscription gets at most half of it.
 *
 * @param <D> a delivery
 */
final class HeldBytes<D> {
    /** The part of the memory that the deliveries of one subscription may take: one of so many. */
    private static final int SHARE = 2;

    private final long most;
    private final ToIntFunction<D> bytes;
    private final Map<String, Long> ofUid = new HashMap<>();
    private long all;

    /** @param bytes that a delivery takes */
    HeldBytes(long most, ToIntFunction<D> bytes) {
        this.most = most;
        this.bytes = bytes;
    }

    boolean hasRoom(OrderedKey key) {
        return all < most && ofUid.getOrDefault(key.uid(), 0L) < most / SHARE;
    }

    /** Returns whether nothing is held of the subscription that a key belongs to. */
    boolean holdsNoneOf(OrderedKey key) {
        return ofUid.getOrDefault(key.uid(), 0L) == 0;
    }

    void take(OrderedKey key, D delivery) {
        long size = bytes.applyAsInt(delivery);
        all += size;
        ofUid.merge(key.uid(), size, Long::sum);
    }

    void give(OrderedKey key, D delivery) {
        long size = bytes.applyAsInt(delivery);
        all -= size;
        ofUid.computeIfPresent(key.uid(), (_, sum) -> sum == size ? null : sum - size);
    }
}
