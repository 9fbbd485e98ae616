package io.tidings.worker.group;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.Topics;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.verdict.Jitter;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;

/** The partitions of {@code deliveries} and of the tiers, and the time that each tier holds its records back. */
public record LadderPartitions(Topics topics, RetryLadder ladder, Jitter jitter) {
    /** The time beyond its stay and its jitter that a head may wait before a clock must be wrong. */
    private static final Duration CLOCK_TOLERANCE = Duration.ofSeconds(5);

    AssignedPartition assigned(TopicPartition partition) {
        var tier = topics.tierOf(partition.topic()).orElse(null);
        return new AssignedPartition(partition, tier, ladder, jitter.most().plus(CLOCK_TOLERANCE));
    }
}
