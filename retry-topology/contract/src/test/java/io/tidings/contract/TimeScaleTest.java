package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waits are shortened for demonstrations only. */
class TimeScaleTest {
    @Test
    void inProductionNoWaitIsTouchedHoweverLong() {
        var ages = Duration.ofDays(1_000_000_000);
        assertThat(TimeScale.REAL.of(ages)).isEqualTo(ages);
        assertThat(TimeScale.REAL.real()).isTrue();
    }

    @Test
    void aScaledWaitIsShorterByTheFactor() {
        var tenth = new TimeScale(0.1);
        assertThat(tenth.of(Duration.ofSeconds(30))).isEqualTo(Duration.ofSeconds(3));
        assertThat(tenth.real()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, 1.001, Double.NaN, Double.POSITIVE_INFINITY})
    void noWaitIsLeftOutOrMadeLonger(double factor) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TimeScale(factor))
                .withMessageEndingWith("not " + factor);
    }
}
