package io.tidings.runtime.repair;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.repair.Repairs.Next;
import io.tidings.runtime.repair.Repairs.Next.IdUsedTwice;
import io.tidings.runtime.repair.Repairs.Next.OpenAnew;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RepairsTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(3);

    private final Repairs repairs = new Repairs();
    private final Random random = new Random(1);

    @Test
    void theWaitsDoubleUpToHalfAMinute() {
        for (int seconds : new int[] {1, 2, 4, 8, 16, 30, 30, 30}) {
            assertThat(wait(lost(Loss.TIMEOUT, SHORT, true)))
                    .isBetween(Duration.ofMillis(seconds * 750L), Duration.ofMillis(seconds * 1_250L));
        }
    }

    @Test
    void aSessionThatHasWorkedForLongBeginsTheWaitsAnew() {
        for (int i = 0; i < 10; i++) {
            lost(Loss.TIMEOUT, SHORT, true);
        }
        assertThat(wait(lost(Loss.TIMEOUT, LONG, true))).isLessThan(Duration.ofSeconds(1));
    }

    @Test
    void aProgramIsBackSoonAfterItsBrokers() {
        for (int i = 0; i < 20; i++) {
            assertThat(wait(lost(Loss.TIMEOUT, SHORT, false))).isLessThanOrEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void thereIsNoLimitWhileBrokersAreAway() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(lost(Loss.TIMEOUT, Duration.ZERO, false)).isInstanceOf(OpenAnew.class);
            assertThat(lost(Loss.FENCED, Duration.ZERO, false)).isInstanceOf(OpenAnew.class);
            assertThat(lost(Loss.OTHER, Duration.ZERO, true)).isInstanceOf(OpenAnew.class);
        }
    }

    @Test
    void anIdThatIsTakenAgainAndAgainWhileBrokersAnswerIsUsedTwice() {
        for (int i = 0; i < 4; i++) {
            assertThat(lost(Loss.FENCED, SHORT, true)).isInstanceOf(OpenAnew.class);
        }
        assertThat(lost(Loss.FENCED, SHORT, true)).isEqualTo(new IdUsedTwice(5));
    }

    @Test
    void aSessionThatNobodyDisturbedShowsThatNobodyHasTheId() {
        for (int i = 0; i < 100; i++) {
            assertThat(lost(Loss.FENCED, LONG, true)).isInstanceOf(OpenAnew.class);
        }
    }

    @Test
    void twinsWaitForEachOtherAndEachSessionIsTooShortToBeUndisturbed() {
        Duration longest = Duration.ZERO;
        for (int i = 0; i < 1_000; i++) {
            var wait = wait(lost(Loss.TIMEOUT, SHORT, true));
            longest = wait.compareTo(longest) > 0 ? wait : longest;
        }
        var repairs = new Repairs();
        Next next = repairs.after(Loss.FENCED, longest, true, random);
        for (int i = 0; i < 4; i++) {
            next = repairs.after(Loss.FENCED, longest, true, random);
        }
        assertThat(next).isInstanceOf(IdUsedTwice.class);
    }

    private Next lost(Loss loss, Duration lived, boolean brokersThere) {
        return repairs.after(loss, lived, brokersThere, random);
    }

    private static Duration wait(Next next) {
        return ((OpenAnew) next).delay();
    }
}
