package io.tidings.timeline.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RecentLagTest {
    private static final Duration SIX_SECONDS = Duration.ofSeconds(6);

    private final AtomicInteger asked = new AtomicInteger();
    private Instant now = Instant.parse("2026-11-23T12:00:00Z");
    private Optional<Duration> measured = Optional.of(Duration.ofMillis(250));
    private final RecentLag lag = new RecentLag(
            () -> {
                asked.incrementAndGet();
                return measured;
            },
            () -> now);

    @Test
    void aRecentLagIsShownWithItsAge() {
        assertThat(lag.measured()).contains(Duration.ofMillis(250));
        now = now.plusSeconds(2);
        assertThat(lag.within(SIX_SECONDS)).contains(Duration.ofMillis(2250));
        assertThat(asked).hasValue(1);
    }

    @Test
    void anOldLagIsMeasuredAgain() {
        lag.measured();
        now = now.plus(SIX_SECONDS).plusMillis(1);
        measured = Optional.of(Duration.ZERO);
        assertThat(lag.within(SIX_SECONDS)).contains(Duration.ZERO);
        assertThat(asked).hasValue(2);
    }

    @Test
    void anUnknownLagIsMeasuredAgain() {
        measured = Optional.empty();
        assertThat(lag.within(SIX_SECONDS)).isEmpty();
        measured = Optional.of(Duration.ZERO);
        assertThat(lag.within(SIX_SECONDS)).contains(Duration.ZERO);
    }

    @Test
    void aLagFromBeforeTheClockWasSetBackIsMeasuredAgain() {
        lag.measured();
        now = now.minusSeconds(1);
        assertThat(lag.within(SIX_SECONDS)).contains(Duration.ofMillis(250));
        assertThat(asked).hasValue(2);
    }

    @Test
    void whoeverAsksDuringAMeasurementGetsItsResult() throws Exception {
        var began = new CountDownLatch(1);
        var mayEnd = new CountDownLatch(1);
        var slow = new RecentLag(
                () -> {
                    asked.incrementAndGet();
                    began.countDown();
                    await(mayEnd);
                    return Optional.of(Duration.ZERO);
                },
                () -> now);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var one = threads.submit(() -> slow.within(SIX_SECONDS));
            await(began);
            var other = threads.submit(() -> slow.within(SIX_SECONDS));
            mayEnd.countDown();
            assertThat(one.get()).contains(Duration.ZERO);
            assertThat(other.get()).contains(Duration.ZERO);
        }
        assertThat(asked).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }
}
