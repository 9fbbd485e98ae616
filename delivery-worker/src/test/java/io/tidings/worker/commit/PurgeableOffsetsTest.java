package io.tidings.worker.commit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** Purged offsets, and those spared for the recognition of duplicates. */
class PurgeableOffsetsTest {
    private static final TopicPartition ONE = new TopicPartition("deliveries", 0);
    private static final TopicPartition OTHER = new TopicPartition("deliveries", 1);

    private final PurgeableOffsets purgeable = new PurgeableOffsets();

    @Test
    void offsetsCommittedInThisRoundAreSpared() {
        purgeable.committed(ONE, 10);
        assertThat(purgeable.nextRound()).isEmpty();
    }

    @Test
    void anOffsetCommittedARoundAgoIsReturnedOnce() {
        purgeable.committed(ONE, 10);
        purgeable.nextRound();
        purgeable.committed(ONE, 25);
        purgeable.committed(OTHER, 3);
        assertThat(purgeable.nextRound()).isEqualTo(Map.of(ONE, 10L));
        assertThat(purgeable.nextRound()).isEqualTo(Map.of(ONE, 25L, OTHER, 3L));
        assertThat(purgeable.nextRound()).isEmpty();
    }

    @Test
    void anOffsetThatIsGivenBackIsReturnedAgainUnlessThereIsALaterCommit() {
        purgeable.committed(ONE, 20);
        purgeable.giveBack(Map.of(ONE, 10L, OTHER, 3L));
        purgeable.nextRound();
        assertThat(purgeable.nextRound()).isEqualTo(Map.of(ONE, 20L, OTHER, 3L));
    }

    @Test
    void ofSeveralCommitsInOneRoundTheLastCounts() {
        purgeable.committed(ONE, 10);
        purgeable.committed(ONE, 20);
        purgeable.nextRound();
        assertThat(purgeable.nextRound()).isEqualTo(Map.of(ONE, 20L));
    }
}
