package io.tidings.chaos.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MachineStallsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final MachineStalls stalls = new MachineStalls(nanos::get);

    @Test
    void looksInTimeAreNoStall() {
        lookAfter(100);
        lookAfter(90);
        assertThat(stalls.longest()).isZero();
    }

    @Test
    void theLongestTimeBeyondAPaceIsRemembered() {
        lookAfter(400);
        lookAfter(4_100);
        lookAfter(0);
        lookAfter(300);
        assertThat(stalls.longest()).isEqualTo(Duration.ofSeconds(4));
    }

    private void lookAfter(long millis) {
        nanos.addAndGet(Duration.ofMillis(millis).toNanos());
        stalls.look();
    }
}
