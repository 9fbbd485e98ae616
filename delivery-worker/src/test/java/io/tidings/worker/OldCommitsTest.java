package io.tidings.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** What is purged, and what is spared for who recognises deliveries that are written twice. */
class OldCommitsTest {
    private static final TopicPartition ONE = new TopicPartition("deliveries", 0);
    private static final TopicPartition OTHER = new TopicPartition("deliveries", 1);

    private final OldCommits commits = new OldCommits();

    @Test
    void whatWasCommittedInThisRoundIsSpared() {
        commits.committed(ONE, 10);
        assertThat(commits.nextRound()).isEmpty();
    }

    @Test
    void whatWasCommittedARoundAgoIsToldOnceAndNoFurther() {
        commits.committed(ONE, 10);
        commits.nextRound();
        commits.committed(ONE, 25);
        commits.committed(OTHER, 3);
        assertThat(commits.nextRound()).isEqualTo(Map.of(ONE, 10L));
        assertThat(commits.nextRound()).isEqualTo(Map.of(ONE, 25L, OTHER, 3L));
        assertThat(commits.nextRound()).isEmpty();
    }

    @Test
    void ofSeveralCommitsInOneRoundTheLastCounts() {
        commits.committed(ONE, 10);
        commits.committed(ONE, 20);
        commits.nextRound();
        assertThat(commits.nextRound()).isEqualTo(Map.of(ONE, 20L));
    }
}
