package io.tidings.benchmark.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tidings.benchmark.model.Calibration.MatchingCost;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What a load needs, with a worker that delivers 40,000 a second at most. */
class PlannerTest {
    private static final Calibration CALIBRATION = new Calibration(
            "2 processors",
            2,
            0.8,
            curve(0.1, 0.025),
            curve(0.2, 0.007),
            curve(0.3, 0.005),
            0.0125,
            new MatchingCost(0.005, 0.001),
            0.03);
    private static final Planner PLANNER = new Planner(CALIBRATION, Assumptions.USUAL);

    @Test
    void aWorkerIsPlannedForHalfOfItsSpeed() {
        assertThat(plan(20_000, 5).workers().workers()).isEqualTo(5);
    }

    @Test
    void slowEndpointsNeedMoreRequestsInFlight() {
        var slow = PLANNER.plan(load(20_000, 5, Duration.ofSeconds(1), 0));

        assertThat(slow.bounds().stream()
                        .filter(bound -> bound.what().equals("requests in flight of a worker"))
                        .mapToDouble(Bound::needed))
                .containsExactly(20_000.0);
    }

    @Test
    void thereAreAtLeastTwoWorkersThreeBrokersAndEightPartitions() {
        var plan = plan(1, 1);

        assertThat(plan.workers().workers()).isEqualTo(2);
        assertThat(plan.workers().partitions()).isEqualTo(8);
        assertThat(plan.brokers().number()).isEqualTo(3);
    }

    @Test
    void partitionsAreAPowerOfTwoAndFourTimesTheWorkers() {
        assertThat(plan(20_000, 5).workers().partitions()).isEqualTo(32);
    }

    @Test
    void failuresAreAttemptsAndRecordsMore() {
        var load = load(10_000, 1, Duration.ofMillis(50), 0);
        var failing = new Load(
                10_000,
                1,
                1_000,
                Duration.ofDays(7),
                new Endpoints(100, 0.01, Duration.ofMillis(50), 0.5, 0, Duration.ofHours(1)));

        assertThat(failing.attemptsPerSecond()).isEqualTo(20_000);
        assertThat(PLANNER.plan(failing).brokers().written())
                .isCloseTo(1.5 * PLANNER.plan(load).brokers().written(), within(1e-6));
    }

    @Test
    void eventsFillTheDiskForTheirRetentionOnEachReplica() {
        assertThat(plan(1_000, 1).disk().events()).isCloseTo(3 * 1_000 * 604_800.0 * 480 / 1e9, within(1e-6));
    }

    @Test
    void theDiskOfAnOutageIsThatOfItsTiersAtTheirFullest() {
        var plan = plan(1_000, 5);

        assertThat(plan.disk().tiers()).isNotEmpty();
        assertThat(plan.disk().total())
                .isGreaterThan(plan.disk().events() + plan.disk().deliveries());
    }

    @Test
    void whereNothingIsDownThereIsNoOutage() {
        var plan = PLANNER.plan(load(1_000, 5, Duration.ofMillis(50), 0));

        assertThat(plan.outages()).isEmpty();
        assertThat(plan.disk().tiers()).isEmpty();
    }

    @Test
    void whatBreaksFirstIsFirst() {
        var bounds = plan(200_000, 5).bounds();

        assertThat(bounds).isSortedAccordingTo((one, other) -> Double.compare(other.share(), one.share()));
        assertThat(bounds.getFirst().share()).isGreaterThan(1);
    }

    @Test
    void aMillionCostsLessWhereAWorkerIsBusier() {
        assertThat(plan(20_000, 5).costPerMillion()).isLessThan(plan(10, 5).costPerMillion());
    }

    @Test
    void matchingIsSplitIntoEventsAndDeliveries() {
        var cost = MatchingCost.of(0.006, 0.0015, 10);

        assertThat(cost.event()).isCloseTo(0.005, within(1e-9));
        assertThat(cost.perDelivery(10)).isCloseTo(0.0015, within(1e-9));
        assertThat(cost.perEvent(10)).isCloseTo(0.015, within(1e-9));
    }

    @Test
    void impossibleLoadsAreRefusedWithTheirValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load(0, 1, Duration.ofMillis(50), 0))
                .withMessageContaining("0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> load(1, 1, Duration.ofMillis(50), 1.5))
                .withMessageContaining("1.5");
    }

    private static Plan plan(double events, double fanOut) {
        return PLANNER.plan(load(events, fanOut, Duration.ofMillis(50), 0.1));
    }

    private static Load load(double events, double fanOut, Duration response, double down) {
        return new Load(
                events,
                fanOut,
                1_000,
                Duration.ofDays(7),
                new Endpoints(100, 0.01, response, 0, down, Duration.ofHours(1)));
    }

    private static CpuCurve curve(double slow, double fast) {
        return new CpuCurve(new TreeMap<>(Map.of(500.0, slow, 40_000.0, fast)));
    }
}
