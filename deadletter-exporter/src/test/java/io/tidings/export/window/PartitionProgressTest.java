package io.tidings.export.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.contract.SubscriptionKey;
import io.tidings.export.window.PartitionProgress.UnsettledBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** B-DLQ-6 and decision 9: one blob record per dead letter, whatever dies when. */
class PartitionProgressTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final BatchKey AWAY =
            new BatchKey(new SubscriptionKey("orders", "to-crm"), "u1", new BlobContainer("account", "away"));

    @Test
    void aWindowThatIsLeftHoldsTheCommitAndNothingElse() {
        var progress = new PartitionProgress(0, null);
        progress.passed(
                new Window(NOON, 0, 10, false), List.of(new UnsettledBatch(3, AWAY, NOON, Duration.ZERO)), NOON);
        progress.passed(new Window(NOON.plusSeconds(60), 10, 20, false), List.of(), NOON);
        assertThat(progress.next()).isEqualTo(20);
        assertThat(progress.committable()).isZero();
        assertThat(progress.committableWithoutOldest()).isEqualTo(20);

        progress.triedAgain(progress.unsettled().getFirst(), List.of());
        assertThat(progress.committable()).isEqualTo(20);
        assertThat(progress.ahead()).isTrue();
    }

    @Test
    void behindAWindowThatEndedByTheClockOneOfTheSameStartWaitsForTheCommit() {
        var progress = new PartitionProgress(0, null);
        progress.passed(new Window(NOON, 0, 10, true), List.of(), NOON);
        assertThat(progress.mayBegin(NOON)).isFalse();
        assertThat(progress.mayBegin(NOON.plusSeconds(60))).isTrue();

        progress.committed(10);
        assertThat(progress.mayBegin(NOON)).isTrue();
    }

    @Test
    void aCommitPastTheOldestUnsettledWindowEndsBeforeTheNext() {
        var progress = new PartitionProgress(0, null);
        var left = List.of(new UnsettledBatch(3, AWAY, NOON, Duration.ZERO));
        progress.passed(new Window(NOON, 0, 10, false), left, NOON);
        progress.passed(new Window(NOON.plusSeconds(60), 10, 20, false), List.of(), NOON);
        progress.passed(new Window(NOON.plusSeconds(120), 20, 30, false), left, NOON);
        assertThat(progress.committableWithoutOldest()).isEqualTo(20);
    }

    @Test
    void howLongAWindowIsLeftCountsFromTheFirstTry() {
        var progress = new PartitionProgress(0, null);
        var left = List.of(new UnsettledBatch(3, AWAY, NOON, Duration.ZERO));
        progress.passed(new Window(NOON, 0, 10, false), left, NOON.plusSeconds(360));
        progress.triedAgain(progress.unsettled().getFirst(), left);
        assertThat(progress.unsettled().getFirst().triedAt()).isEqualTo(NOON.plusSeconds(360));
    }

    @Test
    void aWindowFollowsTheOneBefore() {
        var progress = new PartitionProgress(5, null);
        for (var window :
                List.of(new Window(NOON, 4, 6, false), new Window(NOON, 6, 7, false), new Window(NOON, 5, 4, false))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> progress.passed(window, List.of(), NOON))
                    .withMessageEndingWith("does not follow 5");
        }
        progress.passed(new Window(NOON, 5, 5, false), List.of(), NOON);
        assertThat(progress.next()).isEqualTo(5);
    }

    @Test
    void nothingIsSkippedBackwards() {
        var progress = new PartitionProgress(5, null);
        progress.skipTo(5);
        progress.skipTo(8);
        assertThat(progress.next()).isEqualTo(8);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> progress.skipTo(7))
                .withMessage("offset 7 is below 8");
    }

    @Test
    void aPartIsKnownByItsFirstOffset() {
        var progress = new PartitionProgress(0, null);
        progress.passed(
                new Window(NOON, 0, 10, false), List.of(new UnsettledBatch(3, AWAY, NOON, Duration.ZERO)), NOON);
        var unsettled = progress.unsettled().getFirst();
        assertThat(unsettled.has(part(3))).isTrue();
        assertThat(unsettled.has(part(4))).isFalse();
    }

    private static BlobBatch part(long offset) {
        var batchKey = AWAY;
        return new BlobBatch(
                NOON, List.of(new DeadLetter(offset, NOON, batchKey, null, new RecordHeaders(), new byte[2])));
    }

    @RepeatedTest(400)
    void everyDeadLetterIsInOneBlobWhateverDiesWhen(RepetitionInfo run) {
        var simulation = new ExportSimulation(
                RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition()));
        simulation.run();
        assertThat(simulation.lettersInBlobs())
                .containsExactlyElementsOf(
                        LongStream.range(0, simulation.letters()).boxed().toList());
    }
}
