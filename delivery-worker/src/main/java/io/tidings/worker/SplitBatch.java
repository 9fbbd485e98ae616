package io.tidings.worker;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is still to be sent of a batch that its endpoint found too large: one half after the other, in the same attempt
 * and in the same place (B-DEL-6).
 *
 * <p>Confined to the poll thread.
 */
final class SplitBatch {
    private final Deque<List<Ready>> waiting = new ArrayDeque<>();

    /** Has both halves of a request sent before anything else of the batch. */
    void halve(List<Ready> tooLarge) {
        int middle = tooLarge.size() / 2;
        waiting.push(tooLarge.subList(middle, tooLarge.size()));
        waiting.push(tooLarge.subList(0, middle));
    }

    /** The deliveries of the next request that are still ours; null when all have been sent. */
    @Nullable
    List<Ready> next() {
        for (var part = waiting.poll(); part != null; part = waiting.poll()) {
            var owned = part.stream().filter(ready -> ready.from().owned()).toList();
            if (!owned.isEmpty()) {
                return owned;
            }
        }
        return null;
    }
}
