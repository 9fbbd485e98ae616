package io.tidings.topology.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.runtime.metric.SubscriptionDetail;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-MATCH-6: a stream thread waits for the table, never for ever, and never goes on with a table that is behind. */
@Execution(ExecutionMode.CONCURRENT) // waits most of the time
class TableProgressTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Duration SHORT = Duration.ofMillis(100);

    @Test
    void aReachedPositionIsNotAwaitedAndTheEndNotAskedFor() {
        var progress = progress(
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
        var progress = progress(() -> 7, LONG);
        var waiting = CompletableFuture.runAsync(() -> progress.await(7));
        progress.advanceTo(6);
        assertThat(waiting).isNotDone();
        progress.advanceTo(7);
        waiting.get(90, TimeUnit.SECONDS);
    }

    @Test
    void aPositionBeyondTheEndIsTheEnd() {
        var progress = progress(() -> 7, LONG);
        progress.advanceTo(7);
        progress.await(Long.MAX_VALUE);
    }

    @Test
    void aTableThatStaysBehindEndsEveryWait() {
        var progress = progress(() -> 8, SHORT);
        progress.advanceTo(7);
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> progress.await(8))
                    .isInstanceOf(TableBehind.class)
                    .hasMessageContaining("tidings.subscriptions", "8", "7");
        }
        assertThatThrownBy(progress::awaitEnd).isInstanceOf(TableBehind.class);
    }

    @Test
    void aPositionNeverGoesBack() {
        var progress = progress(() -> 0, LONG);
        progress.advanceTo(7);
        progress.advanceTo(3);
        assertThat(progress.position()).isEqualTo(7);
    }

    @Test
    void anEndThatIsNotKnownDoesNotShortenTheWait() throws Exception {
        var progress = progress(() -> TableProgress.UNKNOWN, LONG);
        var waiting = CompletableFuture.runAsync(() -> progress.await(7));
        progress.advanceTo(6);
        assertThat(waiting).isNotDone();
        progress.advanceTo(7);
        waiting.get(90, TimeUnit.SECONDS);
    }

    @Test
    void anEndThatKafkaReportsLaterIsEnough() throws Exception {
        var end = new AtomicLong(TableProgress.UNKNOWN);
        var progress = progress(end::get, LONG);
        progress.advanceTo(7);
        var waiting = CompletableFuture.runAsync(() -> progress.await(999));
        assertThat(waiting).isNotDone();
        end.set(7);
        waiting.get(90, TimeUnit.SECONDS);
    }

    @Test
    void noEventIsMatchedWhileTheEndIsUnknown() {
        var progress = progress(
                () -> {
                    throw new TimeoutException("the brokers do not respond");
                },
                SHORT);
        progress.advanceTo(7);
        assertThatThrownBy(() -> progress.await(8))
                .isInstanceOf(TableEndUnknown.class)
                .hasMessageContaining("check the brokers");
        assertThatThrownBy(progress::awaitEnd).isInstanceOf(TableEndUnknown.class);
    }

    @Test
    void aThreadThatIsInterruptedDoesNotGoOn() throws Exception {
        var progress = progress(() -> 8, LONG);
        var ended = new CompletableFuture<Boolean>();
        var thread = Thread.ofPlatform().start(() -> {
            try {
                progress.await(8);
                ended.completeExceptionally(new AssertionError("went on"));
            } catch (TableBehind e) {
                ended.complete(Thread.currentThread().isInterrupted());
            }
        });
        thread.interrupt();
        assertThat(ended.get(90, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aWaitThatTakesASecondIsSeenUntilItEnds() throws Exception {
        var progress = progress(() -> 8, LONG);
        var registry = new SimpleMeterRegistry();
        var metrics = new MatchMetrics(registry, SubscriptionDetail.ALL);
        metrics.watch("subscriptions", progress(() -> 0, LONG)); // of a session that is lost
        metrics.watch("subscriptions", progress);
        var shown =
                registry.get("tidings.table.wait").tag("table", "subscriptions").timeGauge();
        assertThat(progress.behind()).isFalse();
        var waiting = CompletableFuture.runAsync(() -> progress.await(8));
        await().atMost(LONG).until(progress::behind);
        assertThat(shown.value(TimeUnit.SECONDS)).isGreaterThanOrEqualTo(1);
        progress.advanceTo(8);
        waiting.get(90, TimeUnit.SECONDS);
        assertThat(shown.value(TimeUnit.SECONDS)).isZero();
        assertThat(progress.behind()).isFalse();
    }

    private static TableProgress progress(LongSupplier ends, Duration patience) {
        return new TableProgress("tidings.subscriptions", ends, patience);
    }
}
