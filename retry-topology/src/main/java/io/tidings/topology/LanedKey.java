package io.tidings.topology;

import io.tidings.contract.lane.Lanes;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.jspecify.annotations.Nullable;

/**
 * The key of a record that matching writes, and the lane that chooses its partition (B-LANE-1).
 *
 * @param key null if the record has none
 * @param lane 0 leaves the choice to Kafka's partitioner
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record LanedKey(byte @Nullable [] key, int lane) {
    /** The number of partitions is asked for with every record, because a topic may get more of them. */
    static final StreamPartitioner<LanedKey, byte[]> PARTITIONER =
            (_, laned, _, partitions) -> laned.partition(partitions);

    private Optional<Set<Integer>> partition(int partitions) {
        return key == null || lane == 0 ? Optional.empty() : Optional.of(Set.of(Lanes.number(key, lane, partitions)));
    }
}
