package io.tidings.worker.commit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets that were committed at least one round ago and so may be purged: a new owner reads later records to
 * recognise duplicates. Thread-safe.
 */
final class PurgeableOffsets {
    private final Map<TopicPartition, Long> ofThisRound = new ConcurrentHashMap<>();
    private Map<TopicPartition, Long> ofLastRound = Map.of();

    /** @param offset the lowest that is not finished */
    void committed(TopicPartition partition, long offset) {
        ofThisRound.put(partition, offset);
    }

    /** Returns the offsets once more in the round after the next, unless there are later ones. */
    void giveBack(Map<TopicPartition, Long> offsets) {
        offsets.forEach(ofThisRound::putIfAbsent);
    }

    /** Ends a round and returns what was committed in the round before, each offset once. */
    synchronized Map<TopicPartition, Long> nextRound() {
        var old = ofLastRound;
        ofLastRound = takeAll();
        return old;
    }

    private Map<TopicPartition, Long> takeAll() {
        var taken = new HashMap<TopicPartition, Long>();
        for (var partition : List.copyOf(ofThisRound.keySet())) {
            var offset = ofThisRound.remove(partition);
            if (offset != null) {
                taken.put(partition, offset);
            }
        }
        return taken;
    }
}
