package io.tidings.runtime.liveness;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class LoopWatchTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    private final AtomicLong nanos = new AtomicLong();
    private final LoopWatch watch = new LoopWatch(nanos::get);

    @Test
    void aLoopThatTurnsDoesNotHang() {
        for (int turn = 0; turn < 10; turn++) {
            watch.turned();
            passes(LIMIT);
            assertThat(watch.hanging(LIMIT)).isEmpty();
        }
    }

    @Test
    void aLoopThatStandsStillHangsUntilItTurnsAgain() {
        watch.turned();
        passes(LIMIT.plusNanos(1));

        assertThat(watch.hanging(LIMIT)).singleElement().satisfies(hang -> {
            assertThat(hang.loop()).isEqualTo(Thread.currentThread().getName());
            assertThat(hang.sentence()).isEqualTo(Thread.currentThread().getName() + " has not turned for 60 s");
            assertThat(hang.place()).hasStackTraceContaining("\tat " + LoopWatch.class.getName() + ".hanging(");
        });

        watch.turned();
        assertThat(watch.hanging(LIMIT)).isEmpty();
    }

    @Test
    void aLoopThatEndedOrNeverBeganDoesNotHang() {
        assertThat(watch.hanging(LIMIT)).isEmpty();
        watch.turned();
        watch.ended();
        passes(LIMIT.multipliedBy(2));

        assertThat(watch.hanging(LIMIT)).isEmpty();
    }

    @Test
    void aThreadThatDiedIsNoLoopAnyMore() throws InterruptedException {
        var loop = Thread.ofPlatform().start(watch::turned);
        loop.join();
        passes(LIMIT.multipliedBy(2));

        assertThat(watch.hanging(LIMIT)).isEmpty();
    }

    @Test
    void eachLoopIsJudgedByItsOwnTurns() throws InterruptedException {
        var turned = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        var other = Thread.ofPlatform().name("table-follower").start(() -> {
            watch.turned();
            turned.countDown();
            awaitQuietly(end);
        });
        turned.await();
        passes(LIMIT.plusSeconds(1));
        watch.turned();

        assertThat(watch.hanging(LIMIT)).extracting(Hang::loop).containsExactly("table-follower");

        end.countDown();
        other.join();
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void passes(Duration time) {
        nanos.addAndGet(time.toNanos());
    }
}
