package io.tidings.worker.attempt;

import io.tidings.worker.partition.PolledDelivery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is still to be sent of a batch that its endpoint found too large: one half after the other, in the same attempt
 * and in the same slot (B-DEL-6).
 *
 * <p>Confined to the poll thread.
 */
public final class SplitBatch {
    private final Deque<List<PolledDelivery>> waiting = new ArrayDeque<>();

    /** Has both halves of a request sent before anything else of the batch. */
    public void halve(List<PolledDelivery> tooLarge) {
        int middle = tooLarge.size() / 2;
        waiting.push(tooLarge.subList(middle, tooLarge.size()));
        waiting.push(tooLarge.subList(0, middle));
    }

    /** The deliveries of the next request that are still ours; null when all have been sent. */
    @Nullable
    public List<PolledDelivery> next() {
        for (var part = waiting.poll(); part != null; part = waiting.poll()) {
            var owned = part.stream().filter(polled -> polled.from().owned()).toList();
            if (!owned.isEmpty()) {
                return owned;
            }
        }
        return null;
    }
}
