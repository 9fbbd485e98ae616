package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import io.tidings.worker.commit.UncommittedAge;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-RETRY-6: when a worker may send. */
class SendGuardTest {
    private static final Duration SESSION = Duration.ofSeconds(10);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final UncommittedAge<String> uncommitted = new UncommittedAge<>();
    private final SendGuard sendGuard = new SendGuard(SESSION, PATIENCE, uncommitted, at(0));

    @Test
    void whileTheClockGoesOnAndCommitsWorkNothingIsRefused() {
        for (int millis = 0; millis < 60_000; millis += 200) {
            assertThat(sendGuard.tick(at(millis))).isFalse();
            uncommitted.finished("one", millis, at(millis));
            assertThat(sendGuard.grants(at(millis + 150))).isTrue();
            uncommitted.committed("one", millis + 1);
        }
        assertThat(sendGuard.grantedFor(SESSION, at(60_000))).isTrue();
        assertThat(sendGuard.gaps()).isZero();
    }

    @Test
    void afterAHoleNothingIsGivenUntilTheOwnershipIsConfirmed() {
        assertThat(sendGuard.grants(at(8_000))).isTrue();
        assertThat(sendGuard.grants(at(8_001))).as("before the gap is found").isFalse();
        assertThat(sendGuard.tick(at(8_001))).isTrue();
        assertThat(sendGuard.tick(at(8_002))).as("it is one gap").isFalse();
        assertThat(sendGuard.grants(at(8_003))).isFalse();
        assertThat(sendGuard.certain(at(8_003))).isFalse();
        sendGuard.confirmed();
        assertThat(sendGuard.grants(at(8_004))).isTrue();
    }

    @Test
    void aRequestBegunBeforeAGapIsNotSentAfterItEvenIfTheOwnershipIsConfirmed() {
        int gaps = sendGuard.gaps();
        assertThat(sendGuard.mayStillSend(gaps, at(8_000).monotonicNanos())).isTrue();
        assertThat(sendGuard.mayStillSend(gaps, at(8_001).monotonicNanos())).isFalse();
        sendGuard.tick(at(8_001));
        assertThat(sendGuard.mayStillSend(gaps, at(8_002).monotonicNanos())).isFalse();
        sendGuard.confirmed();
        assertThat(sendGuard.mayStillSend(gaps, at(8_003).monotonicNanos())).isFalse();
        assertThat(sendGuard.mayStillSend(sendGuard.gaps(), at(8_003).monotonicNanos()))
                .isTrue();
    }

    @Test
    void noAttemptStartsWhileAResultWaitsTooLongForItsCommit() {
        uncommitted.finished("one", 0, at(0));
        assertThat(sendGuard.grants(at(2_000))).isTrue();
        assertThat(sendGuard.grants(at(2_001))).isFalse();
        assertThat(sendGuard.certain(at(2_001))).isTrue();
        uncommitted.committed("one", 1);
        assertThat(sendGuard.grants(at(2_003))).isTrue();
    }

    /** #31: a lookup, a connect or a busy thread may lie between the decision to send and the first byte. */
    @Test
    void aRequestThatWasBegunIsNotSentEitherWhileAResultWaitsTooLong() {
        uncommitted.finished("one", 0, at(0));
        assertThat(sendGuard.mayStillSend(0, at(2_000).monotonicNanos())).isTrue();
        assertThat(sendGuard.mayStillSend(0, at(2_001).monotonicNanos())).isFalse();
        uncommitted.committed("one", 1);
        assertThat(sendGuard.mayStillSend(0, at(2_002).monotonicNanos())).isTrue();
    }

    @Test
    void aQueueIsNotBlamedForTimeInWhichNothingMayBeSent() {
        uncommitted.finished("one", 0, at(0));
        assertThat(sendGuard.grants(at(3_000))).isFalse();
        uncommitted.committed("one", 1);
        assertThat(sendGuard.grants(at(3_100))).isTrue();
        assertThat(sendGuard.grantedFor(PATIENCE, at(4_999))).isFalse();
        assertThat(sendGuard.grantedFor(PATIENCE, at(5_000))).isTrue();
    }

    private static ClockReading at(long millis) {
        return new ClockReading(
                NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }
}
