package io.tidings.worker;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.DuplicateDetector;
import io.tidings.worker.partition.MovedRecords;
import io.tidings.worker.partition.PartitionStart;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Partitions are left to the watch only while nothing is known to come of them. */
class QuietWatchTest {
    private static final Duration REST = Duration.ofSeconds(5);

    private final AssignedPartition deliveries = partition("deliveries", null);
    private final AssignedPartition tier = partition("retry.1h", RetryTier.ONE_HOUR);
    private final Set<AssignedPartition> behind = new HashSet<>();
    private final List<Map<TopicPartition, Long>> watches = new ArrayList<>();
    private @Nullable Consumer<Boolean> report;
    private Duration passed = Duration.ZERO;

    private final QuietWatch quiet = new QuietWatch((positions, then) -> {
        watches.add(positions);
        report = then;
    });

    @Test
    void whatIsReadToItsEndIsWatchedAfterARest() {
        turnAfter(Duration.ZERO);
        turnAfter(REST.minusMillis(1));
        assertThat(watched()).isEmpty();
        turnAfter(Duration.ofMillis(1));
        assertThat(watched()).containsExactlyInAnyOrder(deliveries, tier);
        assertThat(watches).containsExactly(Map.of(deliveries.partition(), 0L, tier.partition(), 0L));
    }

    @Test
    void whateverIsReadBeginsTheRestAnew() {
        turnAfter(Duration.ZERO);
        turnAfter(REST.minusMillis(1));
        quiet.read(now());
        turnAfter(REST.minusMillis(1));
        assertThat(watched()).isEmpty();
        turnAfter(Duration.ofMillis(1));
        assertThat(watched()).hasSize(2);
    }

    @Test
    void nothingIsWatchedWhileAPartitionHasMore() {
        behind.add(deliveries);
        turnAfter(Duration.ZERO);
        turnAfter(REST.multipliedBy(10));
        assertThat(watched()).isEmpty();
    }

    @Test
    void whatHasComeIsReadAtOnceAndForAsLongAsARest() {
        rest();
        end(true);
        assertThat(watched()).isEmpty();
        turnAfter(Duration.ZERO);
        turnAfter(REST.minusMillis(1));
        assertThat(watched()).isEmpty();
    }

    @Test
    void betweenTwoWatchesThereIsALook() {
        rest();
        end(false);
        turnAfter(Duration.ZERO);
        turnAfter(Duration.ofMillis(299));
        assertThat(watched()).isEmpty();
        turnAfter(Duration.ofMillis(1));
        assertThat(watched()).hasSize(2);
    }

    @Test
    void aTierWhoseNextRecordIsKnownIsNotWatched() {
        Objects.requireNonNull(tier.front())
                .read(List.of(new ConsumerRecord<>("retry.1h", 0, 0, new byte[1], new byte[1])), now());
        rest();
        assertThat(watched()).containsExactly(deliveries);
    }

    @Test
    void aPartitionThatComesMeanwhileIsFetched() {
        rest();
        assertThat(quiet.watches(partition("deliveries", null))).isFalse();
        turnAfter(REST.multipliedBy(10));
        assertThat(watches).hasSize(1);
    }

    private void rest() {
        turnAfter(Duration.ZERO);
        turnAfter(REST);
    }

    private void end(boolean came) {
        Objects.requireNonNull(report).accept(came);
    }

    private void turnAfter(Duration time) {
        passed = passed.plus(time);
        quiet.beginWhenQuiet(List.of(deliveries, tier), each -> !behind.contains(each), now());
    }

    private List<AssignedPartition> watched() {
        return List.of(deliveries, tier).stream().filter(quiet::watches).toList();
    }

    private ClockReading now() {
        return new ClockReading(NOON.plus(passed), passed.toNanos());
    }

    private static AssignedPartition partition(String kafkaTopic, @Nullable RetryTier tier) {
        var partition = new AssignedPartition(
                new TopicPartition(kafkaTopic, 0), tier, new RetryLadder(TimeScale.REAL), Duration.ZERO);
        partition.start(new PartitionStart(
                Examples.startingPoint(),
                new DuplicateDetector(),
                new MovedRecords(Map.of()),
                Examples.nothingWaits(0),
                new NumberCounts()));
        return partition;
    }
}
