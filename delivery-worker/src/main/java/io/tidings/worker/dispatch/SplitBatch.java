package io.tidings.worker.dispatch;

import io.tidings.worker.partition.PolledDelivery;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rest of a batch that its endpoint found too large. Its halves are sent one after the other, in the same attempt
 * and slot (B-DEL-6). Confined to the poll thread.
 */
final class SplitBatch {
    private final Deque<List<PolledDelivery>> waiting = new ArrayDeque<>();

    /** Queues both halves of a request before the rest of the batch. */
    void halve(List<PolledDelivery> tooLarge) {
        int middle = tooLarge.size() / 2;
        waiting.push(tooLarge.subList(middle, tooLarge.size()));
        waiting.push(tooLarge.subList(0, middle));
    }

    /** Returns the deliveries of the next request that this worker still owns; null after the last request. */
    @Nullable
    List<PolledDelivery> next() {
        for (var part = waiting.poll(); part != null; part = waiting.poll()) {
            var owned = part.stream().filter(polled -> polled.from().owned()).toList();
            if (!owned.isEmpty()) {
                return owned;
            }
        }
        return null;
    }
}
