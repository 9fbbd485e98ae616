package io.tidings.chaos.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class MachineStallsTest {
    private Duration elapsed = Duration.ZERO;
    private final MachineStalls stalls =
            new MachineStalls(() -> new ClockReading(Instant.EPOCH.plus(elapsed), elapsed.toNanos()));

    @Test
    void aLookThatIsLessThanASecondLateIsNoStall() {
        lookAfter(100);
        lookAfter(90);
        lookAfter(1_099);
        assertThat(stalls.all()).isEmpty();
        assertThat(stalls.longest()).isZero();
    }

    @Test
    void aStallIsTheTimeThatALookWasLate() {
        lookAfter(100);
        lookAfter(4_100);
        lookAfter(0);
        lookAfter(1_100);
        assertThat(stalls.all()).hasSize(2).first().satisfies(stall -> {
            assertThat(stall.from()).isEqualTo(Instant.EPOCH.plusMillis(200));
            assertThat(stall.until()).isEqualTo(Instant.EPOCH.plusMillis(4_200));
        });
        assertThat(stalls.longest()).isEqualTo(Duration.ofSeconds(4));
    }

    private void lookAfter(long millis) {
        elapsed = elapsed.plusMillis(millis);
        stalls.look();
    }
}
