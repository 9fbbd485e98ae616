package io.tidings.worker.commit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/**
 * Offsets that were committed at least one round ago, which is what may be purged: what was committed since then is
 * read by a new owner to recognise what is written again. Safe for use by many threads.
 */
final class PurgeableOffsets {
    private final Map<TopicPartition, Long> ofThisRound = new ConcurrentHashMap<>();
    private Map<TopicPartition, Long> ofLastRound = Map.of();

    /** @param offset the lowest that is not done with */
    void committed(TopicPartition partition, long offset) {
        ofThisRound.put(partition, offset);
    }

    /** Tells them once more in the round after the next, unless there are later ones. */
    void giveBack(Map<TopicPartition, Long> offsets) {
        offsets.forEach(ofThisRound::putIfAbsent);
    }

    /** Ends a round: tells what was committed in the one before, each offset once. */
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
