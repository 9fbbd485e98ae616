package io.tidings.topology.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class BatchPaceTest {
    private static final long MILLI = 1_000_000;

    /** Far from zero, as {@link System#nanoTime} may be. */
    private static final long BEGIN = -12_345 * MILLI;

    private final BatchPace pace = new BatchPace(Duration.ofMillis(10));

    @Test
    void theFirstEventIsReadAtOnce() {
        assertThat(pace.rest(BEGIN)).isZero();
        assertThat(pace.rest(-BEGIN)).isZero();
    }

    @Test
    void theNextBatchIsReadWhenThePaceHasPassed() {
        pace.read(false, BEGIN);
        assertThat(pace.rest(BEGIN)).isEqualTo(10 * MILLI);
        assertThat(pace.rest(BEGIN + 9 * MILLI)).isEqualTo(MILLI);
        assertThat(pace.rest(BEGIN + 10 * MILLI)).isZero();
    }

    @Test
    void anEventAfterAPauseIsReadAtOnce() {
        pace.read(false, BEGIN);
        assertThat(pace.rest(BEGIN + 11 * MILLI)).isZero();
        assertThat(pace.rest(BEGIN + 3_600_000 * MILLI)).isZero();
    }

    @Test
    void aBacklogIsReadAtOnce() {
        pace.read(false, BEGIN);
        pace.read(true, BEGIN + 10 * MILLI);
        assertThat(pace.rest(BEGIN + 10 * MILLI)).isZero();
        pace.read(false, BEGIN + 11 * MILLI);
        assertThat(pace.rest(BEGIN + 11 * MILLI)).isEqualTo(10 * MILLI);
    }

    @Test
    void withoutAPaceNothingRests() {
        var none = new BatchPace(Duration.ZERO);
        none.read(false, BEGIN);
        assertThat(none.rest(BEGIN)).isZero();
    }

    /** Whatever is read, and whenever, a rest ends within a pace. */
    @RepeatedTest(20)
    void noRestIsLongerThanThePace(RepetitionInfo run) {
        var random = new SplittableRandom(run.getCurrentRepetition());
        long now = BEGIN;
        for (int i = 0; i < 1_000; i++) {
            now += random.nextLong(20 * MILLI);
            long rest = pace.rest(now);
            assertThat(rest).isBetween(0L, 10 * MILLI);
            assertThat(pace.rest(now + rest)).isZero();
            if (rest == 0 && random.nextBoolean()) {
                pace.read(random.nextBoolean(), now);
            }
        }
    }
}
