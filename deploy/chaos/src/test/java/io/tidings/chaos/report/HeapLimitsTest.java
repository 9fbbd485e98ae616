package io.tidings.chaos.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

/** A heap that grows is found, one that only wavers is not. */
class HeapLimitsTest {
    private static final HeapLimits HEAPS = new HeapLimits(48, 384);

    @RepeatedTest(50)
    void plantedGrowthIsFoundInTheNoise(RepetitionInfo run) {
        var samples = noisy(run.getCurrentRepetition(), 100);

        assertThat(HEAPS.judge(samples).kept()).as(samples.toString()).isFalse();
    }

    @RepeatedTest(50)
    void noiseAloneIsNoGrowth(RepetitionInfo run) {
        var samples = noisy(run.getCurrentRepetition(), 0);

        assertThat(HEAPS.judge(samples).kept()).as(samples.toString()).isTrue();
    }

    /** @param growth from the first look to the last, under noise of 30 MB */
    private static HeapSamples noisy(int seed, double growth) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        int looks = random.nextInt(12, 60);
        return curve(DoubleStream.iterate(0, look -> look + 1)
                .limit(looks)
                .map(look -> 60 + random.nextDouble(30) + growth * look / (looks - 1))
                .toArray());
    }

    private static HeapSamples curve(double... megabytes) {
        return new HeapSamples(
                "overload", "worker", DoubleStream.of(megabytes).boxed().toList());
    }

    @Test
    void aSinglePeakIsNoGrowth() {
        assertThat(HEAPS.judge(curve(60, 61, 62, 200, 61, 60, 62)).kept()).isTrue();
    }

    @Test
    void aStepThatStaysIsGrowth() {
        assertThat(HEAPS.judge(curve(60, 61, 62, 120, 121, 122)).kept()).isFalse();
    }

    @Test
    void aHeapThatIsNearlyFullIsNotFlatHoweverLevel() {
        assertThat(HEAPS.judge(curve(390, 391, 390, 391)).kept()).isFalse();
    }

    @Test
    void twoLooksSayNothing() {
        var judged = HEAPS.judge(curve(60, 60));

        assertThat(judged.kept()).isFalse();
        assertThat(judged.found()).contains("only 2 times");
    }

    @Test
    void aCurveTellsItsLeastItsMedianAndItsMost() {
        var samples = new HeapSamples("overload", "worker", List.of(50.0, 90.0, 70.0));

        assertThat(List.of(samples.smallest(), samples.median(), samples.largest()))
                .containsExactly(50.0, 70.0, 90.0);
    }
}
