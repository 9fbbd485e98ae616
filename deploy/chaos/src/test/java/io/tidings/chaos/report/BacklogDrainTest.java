package io.tidings.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A backlog that drains slower than can be delivered is found. */
class BacklogDrainTest {
    private static final double CAPACITY = 2_000;
    private static final double SHARE = 0.9;
    private static final int BACKLOG = 1_200_000;

    @Test
    void aBacklogThatDrainsAtFullSpeedIsGood() {
        assertThat(judged(drained(CAPACITY, Duration.ZERO)).kept()).isTrue();
    }

    @Test
    void aPlantedSlowDrainIsFound() {
        var judged = judged(drained(0.85 * CAPACITY, Duration.ZERO));

        assertThat(judged.kept()).isFalse();
        assertThat(judged.found()).isEqualTo("0.85");
    }

    @Test
    void aPlantedPauseInTheMiddleIsFound() {
        assertThat(judged(drained(CAPACITY, Duration.ofSeconds(90))).kept()).isFalse();
    }

    @Test
    void aBacklogThatStaysIsFound() {
        var drain = new BacklogDrain();
        drain.noted(Duration.ZERO, BACKLOG);
        drain.noted(Duration.ofMinutes(20), BACKLOG);

        assertThat(judged(drain).kept()).isFalse();
    }

    @Test
    void withoutTwoLooksNothingDrains() {
        assertThat(new BacklogDrain().perSecond()).isZero();
    }

    private static CheckResult judged(BacklogDrain drain) {
        return drain.judge(CAPACITY, SHARE);
    }

    /** @param pause in the middle of it */
    private static BacklogDrain drained(double perSecond, Duration pause) {
        var drain = new BacklogDrain();
        var time = Duration.ZERO;
        boolean paused = false;
        for (double backlog = BACKLOG; backlog > 0; backlog -= perSecond) {
            drain.noted(time, Math.round(backlog));
            time = time.plusSeconds(1);
            if (!paused && backlog < BACKLOG / 2.0) {
                paused = true;
                time = time.plus(pause);
            }
        }
        return drain;
    }
}
