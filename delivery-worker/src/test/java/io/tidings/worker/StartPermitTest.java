package io.tidings.worker;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: when a worker may send. */
class StartPermitTest {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Uncommitted<OwnedPartition> uncommitted = new Uncommitted<>();
    private final StartPermit permit = new StartPermit(SESSION, PATIENCE, uncommitted, at(0));

    @Test
    void whileTheClockGoesOnAndCommitsWorkNothingIsRefused() {
        for (int millis = 0; millis < 60_000; millis += 200) {
            assertThat(permit.findsHole(at(millis))).isFalse();
            uncommitted.finished(at(millis));
            assertThat(permit.given(at(millis + 150))).isTrue();
            uncommitted.cut(List.of(), List.of(), at(millis + 160));
        }
        assertThat(permit.givenFor(SESSION, at(60_000))).isTrue();
        assertThat(permit.holes()).isZero();
    }

    @Test
    void afterAHoleNothingIsGivenUntilTheOwnershipIsConfirmed() {
        assertThat(permit.given(at(8_000))).isTrue();
        assertThat(permit.given(at(8_001)))
                .as("before the hole is taken notice of")
                .isFalse();
        assertThat(permit.findsHole(at(8_001))).isTrue();
        assertThat(permit.findsHole(at(8_002))).as("it is one hole").isFalse();
        assertThat(permit.given(at(8_003))).isFalse();
        assertThat(permit.certain(at(8_003))).isFalse();
        permit.confirmed();
        assertThat(permit.given(at(8_004))).isTrue();
    }

    @Test
    void whatWasBegunBeforeAHoleIsNotSentAfterItEvenIfTheOwnershipIsConfirmed() {
        int holes = permit.holes();
        assertThat(permit.mayStillSend(holes, at(8_000).monotonicNanos())).isTrue();
        assertThat(permit.mayStillSend(holes, at(8_001).monotonicNanos())).isFalse();
        permit.findsHole(at(8_001));
        assertThat(permit.mayStillSend(holes, at(8_002).monotonicNanos())).isFalse();
        permit.confirmed();
        assertThat(permit.mayStillSend(holes, at(8_003).monotonicNanos())).isFalse();
        assertThat(permit.mayStillSend(permit.holes(), at(8_003).monotonicNanos())).isTrue();
    }

    @Test
    void nothingIsGivenWhileAResultWaitsTooLongForItsCommit() {
        uncommitted.finished(at(0));
        assertThat(permit.given(at(2_000))).isTrue();
        assertThat(permit.given(at(2_001))).isFalse();
        assertThat(permit.certain(at(2_001))).isTrue();
        uncommitted.cut(List.of(), List.of(), at(2_002));
        assertThat(permit.given(at(2_003))).isTrue();
    }

    @Test
    void aLaneIsNotBlamedForTheTimeInWhichNothingWasGiven() {
        uncommitted.finished(at(0));
        assertThat(permit.given(at(3_000))).isFalse();
        uncommitted.cut(List.of(), List.of(), at(3_001));
        assertThat(permit.given(at(3_100))).isTrue();
        assertThat(permit.givenFor(PATIENCE, at(4_999))).isFalse();
        assertThat(permit.givenFor(PATIENCE, at(5_000))).isTrue();
    }

    private static Moment at(long millis) {
        return new Moment(NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
