package io.tidings.worker.dispatch;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** B-PAUSE: how much a lane holds, and which events expire if that is too much. */
class HeldVolumeTest {
    private final HeldVolume volume = new HeldVolume();

    @Test
    void aDeliveryCountsUntilItIsReadAgain() {
        volume.put(NOON, 100, NOON.plusSeconds(30));
        volume.put(NOON, 200, NOON.plusSeconds(60));
        volume.passed(NOON.plusSeconds(29));
        assertThat(volume.bytes()).isEqualTo(300);
        volume.passed(NOON.plusSeconds(30));
        assertThat(volume.bytes()).isEqualTo(200);
        volume.passed(NOON.plusSeconds(60));
        assertThat(volume.bytes()).isZero();
        assertThat(volume.exceeds(NOON, 100, 100)).as("nothing is left").isFalse();
    }

    @Test
    void onlyTheOldestThatAreTooMuchExpire() {
        var back = NOON.plusSeconds(600);
        volume.put(NOON.minus(Duration.ofHours(5)), 100, back);
        volume.put(NOON.minus(Duration.ofHours(3)), 100, back);
        volume.put(NOON, 100, back);
        assertThat(volume.exceeds(NOON.minus(Duration.ofHours(9)), 100, 400)).isFalse();
        assertThat(volume.exceeds(NOON.minus(Duration.ofHours(9)), 100, 399))
                .as("the oldest")
                .isTrue();
        assertThat(volume.exceeds(NOON.minus(Duration.ofHours(4)), 100, 300))
                .as("the one before it is enough")
                .isFalse();
        assertThat(volume.exceeds(NOON.minus(Duration.ofHours(4)), 100, 299))
                .as("the one before it is not enough")
                .isTrue();
        assertThat(volume.exceeds(NOON, 100, 200)).isFalse();
    }

    @Test
    void ofEventsOfTheSameHourNoMoreExpireThanAreTooMany() {
        int kept = 0;
        for (int each = 0; each < 1_000; each++) {
            if (!volume.exceeds(NOON.plusMillis(each), 10, 3_000)) {
                volume.put(NOON.plusMillis(each), 10, NOON.plusSeconds(600));
                kept++;
            }
        }
        assertThat(kept).isEqualTo(300);
        assertThat(volume.bytes()).isEqualTo(3_000);
    }
}
