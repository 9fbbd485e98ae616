package io.tidings.benchmark.trouble;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tidings.benchmark.report.Target;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A heap that grows is found, one that only wavers is not. */
class HeapCurveTest {
    @RepeatedTest(50)
    void plantedGrowthIsFoundInTheNoise(RepetitionInfo run) {
        var curve = noisy(run.getCurrentRepetition(), 100);

        assertThat(flat(curve)).as(curve.toString()).isFalse();
    }

    @RepeatedTest(50)
    void noiseAloneIsNoGrowth(RepetitionInfo run) {
        var curve = noisy(run.getCurrentRepetition(), 0);

        assertThat(flat(curve)).as(curve.toString()).isTrue();
    }

    /** @param growth from the first look to the last, under noise of 30 MB */
    private static HeapCurve noisy(int seed, double growth) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int looks = random.nextInt(12, 60);
        return curve(DoubleStream.iterate(0, look -> look + 1)
                .limit(looks)
                .map(look -> 60 + random.nextDouble(30) + growth * look / (looks - 1))
                .toArray());
    }

    private static HeapCurve curve(double... megabytes) {
        return new HeapCurve("worker", DoubleStream.of(megabytes).boxed().toList());
    }

    private static boolean flat(HeapCurve curve) {
        return curve.flat("overload").stream().allMatch(Target::met);
    }

    @Test
    void aSinglePeakIsNoGrowth() {
        assertThat(flat(curve(60, 61, 62, 200, 61, 60, 62))).isTrue();
    }

    @Test
    void aStepThatStaysIsGrowth() {
        assertThat(flat(curve(60, 61, 62, 120, 121, 122))).isFalse();
    }

    @Test
    void aHeapThatIsNearlyFullIsNotFlatHoweverLevel() {
        assertThat(flat(curve(390, 391, 390, 391))).isFalse();
    }

    @Test
    void twoLooksSayNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> curve(60, 60))
                .withMessage("the heap of worker was looked at only 2 times");
    }
}
