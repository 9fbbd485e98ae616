package io.tidings.benchmark.model.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.tidings.contract.RetryTier;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** An outage goes by the rules of retries, probation and recovery (B-RETRY, B-PROB, B-RECOVER). */
class OutageSimulationTest {
    private static final double PER_SECOND = 100;
    private static final double PLENTY = 1e9;

    /** Probes are sent at 10 s, 30 s, 70 s and so on: each probation is twice as long as the one before. */
    @ParameterizedTest
    @CsvSource({"5, 10", "10, 10", "11, 30", "60, 70", "100, 150", "3600, 5110"})
    void anEndpointThatIsBackIsNoticedAtTheNextProbe(int down, int noticed) {
        var course = OutageSimulation.of(outage(down, PLENTY, CatchUp.SCHEDULE));

        assertThat(course.firstSuccess()).isEqualTo(noticed);
    }

    @Test
    void noProbationIsLongerThanFourHours() {
        var course = OutageSimulation.of(outage(24 * 3_600, PLENTY, CatchUp.SCHEDULE));

        assertThat(course.noticedAfter()).isLessThanOrEqualTo(Duration.ofHours(4));
    }

    @ParameterizedTest
    @EnumSource(CatchUp.class)
    void everyDeliveryIsSentOnce(CatchUp recovery) {
        var course = OutageSimulation.of(outage(600, 1_000, recovery));

        double published = PER_SECOND * course.moments().size();
        assertThat(course.moments().stream().mapToDouble(Moment::sent).sum()).isCloseTo(published, within(1.0));
        assertThat(course.moments().getLast().pending()).isLessThan(1);
    }

    @ParameterizedTest
    @EnumSource(CatchUp.class)
    void whatIsPublishedWhileTheEndpointIsDownIsPending(CatchUp recovery) {
        var course = OutageSimulation.of(outage(600, 1_000, recovery));

        assertThat(course.moments().get(599).pending()).isCloseTo(600 * PER_SECOND, within(1.0));
    }

    @Test
    void onRequestNothingWaitsForAProbe() {
        var course = OutageSimulation.of(outage(3_600, PLENTY, CatchUp.RETRY_NOW));

        assertThat(course.noticedAfter()).isZero();
        assertThat(course.caughtUpAfter()).isZero();
    }

    @Test
    void whatComesDueBesideAProbeAndHasNoRoomWaitsTenSeconds() {
        var roomy = OutageSimulation.of(outage(60, PLENTY, CatchUp.FORWARD));
        var full = OutageSimulation.of(
                new Outage(PER_SECOND, PLENTY, PLENTY, 1_000, Duration.ofSeconds(60), CatchUp.FORWARD));

        assertThat(roomy.caughtUpAfter()).isEqualTo(Duration.ofSeconds(10));
        assertThat(full.caughtUpAfter()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aBacklogIsSentWithWhatNewDeliveriesLeave() {
        var course = OutageSimulation.of(outage(600, 3 * PER_SECOND, CatchUp.RETRY_NOW));

        assertThat(course.caughtUpAfter().toSeconds()).isBetween(299L, 301L);
    }

    @Test
    void anEndpointGetsNoMoreThanItTakes() {
        var course = OutageSimulation.of(
                new Outage(PER_SECOND, PLENTY, 150, PLENTY, Duration.ofMinutes(10), CatchUp.FORWARD));

        assertThat(course.moments())
                .allSatisfy(moment -> assertThat(moment.sent()).isLessThanOrEqualTo(150));
    }

    @Test
    void withoutProbationTheLastFailureWaitsForItsStep() {
        var course = OutageSimulation.of(outage(60, PLENTY, CatchUp.WITHOUT_PROBATION));

        // attempts after 0, 30 and 60 s: the first second's third succeeds, and one that failed at 59 s waits a minute
        assertThat(course.caughtUpAfter()).isBetween(Duration.ofSeconds(28), Duration.ofSeconds(30));
    }

    @Test
    void aLongWaitConsistsOfHopsFromLargeTiersToSmallOnes() {
        var course = OutageSimulation.of(outage(3_600, PLENTY, CatchUp.SCHEDULE));

        assertThat(course.mostStored().get(RetryTier.THIRTY_MINUTES)).isGreaterThan(0);
        assertThat(course.mostStored().get(RetryTier.TEN_SECONDS)).isGreaterThan(0);
        assertThat(course.mostStored().get(RetryTier.ONE_HOUR)).isZero();
        assertThat(course.writtenPerDelivery()).isBetween(2.0, 12.0);
    }

    @Test
    void workersThatAreBusyHopLaterAndLessOften() {
        var idle = OutageSimulation.of(outage(3_600, PLENTY, CatchUp.SCHEDULE));
        var busy = OutageSimulation.of(outage(3_600, 10 * PER_SECOND, CatchUp.SCHEDULE));

        assertThat(busy.mostWritten()).isLessThanOrEqualTo(10 * PER_SECOND);
        assertThat(busy.writtenPerDelivery()).isLessThan(idle.writtenPerDelivery());
        assertThat(busy.caughtUpAfter()).isGreaterThan(idle.caughtUpAfter());
    }

    @Test
    void movedDeliveriesStayInTheirTiersUntilThoseComeToThem() {
        var course = OutageSimulation.of(outage(3_600, 1_000, CatchUp.RETRY_NOW));

        var afterwards = course.moments().get(3_700);
        assertThat(afterwards.pending()).isLessThan(course.mostPending());
        assertThat(afterwards.stored().get(RetryTier.THIRTY_MINUTES)).isGreaterThan(0);
    }

    @Test
    void aBacklogThatCanOnlyGrowIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> outage(60, PER_SECOND, CatchUp.SCHEDULE))
                .withMessageContaining("never caught up");
    }

    private static Outage outage(int seconds, double work, CatchUp recovery) {
        return new Outage(PER_SECOND, work, PLENTY, PLENTY, Duration.ofSeconds(seconds), recovery);
    }
}
