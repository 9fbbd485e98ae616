package io.tidings.worker.dispatch;

import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;

/**
 * The deliveries that receivers were given last, as far as memory goes: one that ends soon need not be read from the log
 * again. Confined to the poll thread.
 */
public final class HandedOut {
    private final long most;
    private final SequencedMap<Key, PolledDelivery> deliveries = new LinkedHashMap<>();
    private long bytes;

    /** @param offset in the log of what waits; another delivery never gets it during one ownership */
    private record Key(AssignedPartition from, long offset) {}

    /** @param most bytes in memory */
    public HandedOut(long most) {
        this.most = most;
    }

    public void put(PolledDelivery polled) {
        var _ = take(polled.from(), polled.offset());
        deliveries.put(new Key(polled.from(), polled.offset()), polled);
        bytes += polled.bytes();
        while (bytes > most) {
            bytes -= deliveries.pollFirstEntry().getValue().bytes();
        }
    }

    /** Takes a delivery; empty if it has to be read. */
    public Optional<PolledDelivery> take(AssignedPartition from, long offset) {
        var known = deliveries.remove(new Key(from, offset));
        bytes -= known == null ? 0 : known.bytes();
        return Optional.ofNullable(known);
    }

    void forgetDisowned() {
        deliveries.values().removeIf(each -> !each.from().owned());
        bytes = deliveries.values().stream().mapToLong(PolledDelivery::bytes).sum();
    }
}
