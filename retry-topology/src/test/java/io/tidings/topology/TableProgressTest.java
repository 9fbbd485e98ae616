package io.tidings.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** B-MATCH-6: a stream thread waits for the table, but never for ever. */
class TableProgressTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    @Test
    void whatIsReadIsNotWaitedForAndItsEndNotAsked() {
        var progress = new TableProgress(
                () -> {
                    throw new AssertionError("asked");
                },
                LONG);
        progress.advanceTo(5);
        progress.await(5);
        assertThat(progress.position()).isEqualTo(5);
    }

    @Test
    void aWaitEndsWhenTheTableHasBeenReadThatFar() throws Exception {
        var progress = new TableProgress(() -> 7, LONG);
        var waiting = CompletableFuture.runAsync(() -> progress.await(7));
        progress.advanceTo(6);
        assertThat(waiting).isNotDone();
        progress.advanceTo(7);
        waiting.get(90, TimeUnit.SECONDS);
    }

    @Test
    void aPositionBeyondTheEndIsTheEnd() {
        var progress = new TableProgress(() -> 7, LONG);
        progress.advanceTo(7);
        progress.await(Long.MAX_VALUE);
    }

    @Test
    void anEndThatCannotBeReadCostsPatienceOnce() {
        var progress = new TableProgress(() -> 8, Duration.ofMillis(300));
        progress.advanceTo(7);
        long begin = System.nanoTime();
        progress.await(8);
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        begin = System.nanoTime();
        for (int i = 0; i < 1000; i++) {
            progress.await(8);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as("a thousand times would be five minutes")
                .isLessThan(Duration.ofMinutes(1));
    }

    @Test
    void aPositionNeverGoesBack() {
        var progress = new TableProgress(() -> 0, LONG);
        progress.advanceTo(7);
        progress.advanceTo(3);
        assertThat(progress.position()).isEqualTo(7);
    }

    @Test
    void anEndThatIsNotKnownDoesNotShortenTheWait() throws Exception {
        var progress = new TableProgress(() -> TableProgress.UNKNOWN, LONG);
        var waiting = CompletableFuture.runAsync(() -> progress.await(7));
        progress.advanceTo(6);
        assertThat(waiting).isNotDone();
        progress.advanceTo(7);
        waiting.get(90, TimeUnit.SECONDS);
    }

    @Test
    void anEndThatIsNotKnownDoesNotEndWaiting() {
        var progress = new TableProgress(() -> TableProgress.UNKNOWN, Duration.ofMillis(100));
        progress.advanceTo(TableProgress.UNKNOWN);
        assertThat(progress.position()).isZero();
        assertThat(timeOf(() -> progress.await(1))).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    @Test
    void whoMustKnowThatAllWasReadIsToldWhenNobodyCan() {
        var progress = new TableProgress(() -> TableProgress.UNKNOWN, Duration.ofMillis(1));
        assertThatThrownBy(progress::awaitEnd)
                .isInstanceOf(TableEndUnknown.class)
                .hasMessageContaining("check the brokers");
    }

    @Test
    void aPositionBeforeTheEndIsWaitedForAgain() {
        var progress = new TableProgress(() -> 9, Duration.ofMillis(100));
        progress.await(5);
        assertThat(timeOf(() -> progress.await(4))).isGreaterThanOrEqualTo(Duration.ofMillis(100));
    }

    private static Duration timeOf(Runnable action) {
        long begin = System.nanoTime();
        action.run();
        return Duration.ofNanos(System.nanoTime() - begin);
    }
}
