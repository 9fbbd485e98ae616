package io.tidings.benchmark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CpuCurveTest {
    private static final CpuCurve CURVE = new CpuCurve(new TreeMap<>(Map.of(100.0, 1.0, 10_000.0, 0.01)));

    @Test
    void aMeasuredRateHasItsMeasuredCost() {
        assertThat(CURVE.at(100)).isEqualTo(1);
        assertThat(CURVE.at(10_000)).isEqualTo(0.01);
    }

    @Test
    void betweenTwoRatesItIsAStraightLineOfLogarithms() {
        assertThat(CURVE.at(1_000)).isCloseTo(0.1, within(1e-9));
    }

    @Test
    void outsideItStaysAtItsEnds() {
        assertThat(CURVE.at(1)).isEqualTo(1);
        assertThat(CURVE.at(Double.MAX_VALUE)).isEqualTo(0.01);
    }

    @Test
    void nothingIsRefusedAsACurve() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CpuCurve(new TreeMap<>()));
    }
}
