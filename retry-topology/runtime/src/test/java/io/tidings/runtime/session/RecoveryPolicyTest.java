package io.tidings.runtime.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.session.RecoveryPolicy.Next;
import io.tidings.runtime.session.RecoveryPolicy.Next.DuplicateId;
import io.tidings.runtime.session.RecoveryPolicy.Next.Reopen;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RecoveryPolicyTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(3);

    private final RecoveryPolicy recovery = new RecoveryPolicy();
    private final Random random = new Random(1);

    @Test
    void theWaitsDoubleUpToHalfAMinute() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30, 30}) {
            assertThat(wait(lost(SessionLoss.TIMEOUT, SHORT, true)))
                    .isBetween(Duration.ofMillis(seconds * 750L), Duration.ofMillis(seconds * 1_250L));
        }
    }

    @Test
    void aSessionThatHasWorkedForLongBeginsTheWaitsAnew() {
        for (int i = 0; i < 10; i++) {
            lost(SessionLoss.TIMEOUT, SHORT, true);
        }
        assertThat(wait(lost(SessionLoss.TIMEOUT, LONG, true))).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aProgramIsBackSoonAfterItsBrokers() {
        for (int i = 0; i < 20; i++) {
            assertThat(wait(lost(SessionLoss.TIMEOUT, SHORT, false))).isLessThanOrEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void thereIsNoLimitWhileBrokersAreAway() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(lost(SessionLoss.TIMEOUT, Duration.ZERO, false)).isInstanceOf(Reopen.class);
            assertThat(lost(SessionLoss.FENCED, Duration.ZERO, false)).isInstanceOf(Reopen.class);
            assertThat(lost(SessionLoss.OTHER, Duration.ZERO, true)).isInstanceOf(Reopen.class);
        }
    }

    @Test
    void anIdThatIsTakenAgainAndAgainWhileBrokersRespondIsUsedTwice() {
        for (int i = 0; i < 4; i++) {
            assertThat(lost(SessionLoss.FENCED, SHORT, true)).isInstanceOf(Reopen.class);
        }
        assertThat(lost(SessionLoss.FENCED, SHORT, true)).isEqualTo(new DuplicateId(5));
    }

    @Test
    void anUndisturbedSessionShowsThatNoOtherProcessHasTheId() {
        for (int i = 0; i < 100; i++) {
            assertThat(lost(SessionLoss.FENCED, LONG, true)).isInstanceOf(Reopen.class);
        }
    }

    @Test
    void twinsWaitForEachOtherAndEachSessionIsTooShortToBeUndisturbed() {
        Duration longest = Duration.ZERO;
        for (int i = 0; i < 1_000; i++) {
            var wait = wait(lost(SessionLoss.TIMEOUT, SHORT, true));
            longest = wait.compareTo(longest) > 0 ? wait : longest;
        }
        var recovery = new RecoveryPolicy();
        Next next = recovery.after(SessionLoss.FENCED, longest, true, random);
        for (int i = 0; i < 4; i++) {
            next = recovery.after(SessionLoss.FENCED, longest, true, random);
        }
        assertThat(next).isInstanceOf(DuplicateId.class);
    }

    private Next lost(SessionLoss loss, Duration lived, boolean brokersThere) {
        return recovery.after(loss, lived, brokersThere, random);
    }

    private static Duration wait(Next next) {
        return ((Reopen) next).delay();
    }
}
