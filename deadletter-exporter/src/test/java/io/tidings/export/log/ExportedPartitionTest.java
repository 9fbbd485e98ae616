package io.tidings.export.log;

import static io.tidings.export.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.export.window.BlobNames;
import io.tidings.export.window.WindowRule;
import java.time.Duration;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

/** B-DLQ-4: when the next window is due, whatever the clocks show. */
class ExportedPartitionTest {
    private static final WindowRule MINUTES = new WindowRule(Duration.ofMinutes(1), Duration.ofMinutes(5));
    private static final Duration HOUR = Duration.ofHours(1);

    private final ExportedPartition partition =
            new ExportedPartition(new TopicPartition("dead-letters", 0), new BlobNames("id", 0), 0, null);

    @Test
    void aWindowIsDueAfterItsEndAndTheDelay() {
        partition.head(NOON);
        assertThat(partition.due(MINUTES, NOON.plusSeconds(359))).isFalse();
        assertThat(partition.due(MINUTES, NOON.plusSeconds(360))).isTrue();
    }

    @Test
    void aBrokerThatIsAnHourAheadDelaysNothing() {
        for (int minute = 0; minute < 10; minute++) {
            var real = NOON.plusSeconds(60L * minute);
            partition.head(real.plus(HOUR));
            assertThat(partition.due(MINUTES, real)).isFalse();
            assertThat(partition.due(MINUTES, real.plusSeconds(359))).isFalse();
            assertThat(partition.due(MINUTES, real.plusSeconds(360))).isTrue();
            partition.head(null);
        }
    }

    @Test
    void behindABrokerThatWasPutRightTheDelayHoldsAgain() {
        partition.head(NOON.plus(HOUR.multipliedBy(12)));
        assertThat(partition.due(MINUTES, NOON)).isFalse();
        partition.head(NOON.plusSeconds(60));
        assertThat(partition.due(MINUTES, NOON.plusSeconds(60))).isFalse();
        assertThat(partition.due(MINUTES, NOON.plusSeconds(300))).isFalse();
        assertThat(partition.due(MINUTES, NOON.plusSeconds(420))).isTrue();
    }
}
