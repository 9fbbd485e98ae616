package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.subscription.Extensions;
import io.tidings.contract.subscription.RequestLimits;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-LIMIT: the lanes of a subscription share its limits without asking each other. */
class LaneLimitTest {
    private static final PerSubscription MOST = new PerSubscription(1_000, 1_000_000);

    @ParameterizedTest
    @CsvSource({
        "0.1, 1, PT10S",
        "1, 10, PT10S",
        "2, 1, PT0.5S",
        "2, 4, PT2S",
        "3, 1, PT0.333333334S",
        "10000, 1, PT0.0001S"
    })
    void theRatesOfAllLanesAddUpToTheLimit(double perSecond, int lanes, Duration interval) {
        assertThat(limit(perSecond, null, lanes, 1).rate()).isEqualTo(new Rate(interval));
    }

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "10, 4, 2", "1000, 64, 15"})
    void theConcurrentRequestsOfAllLanesAreNoMoreThanTheLimit(int concurrent, int lanes, int each) {
        assertThat(limit(null, concurrent, lanes, 1).concurrent()).isEqualTo(each);
        assertThat(each * lanes).isLessThanOrEqualTo(concurrent);
    }

    @ParameterizedTest
    @CsvSource({
        "0.5, , 1, 1, 1",
        "10, , 1, 1, 10",
        "10, , 2, 1, 5",
        "100, 4, 1, 1, 32",
        ", 4, 2, 1, 16",
        "10, , 1, 20, 200",
        "5000, , 1, 1, 1000"
    })
    void whatOneSecondTakesIsKeptInMemory(Double perSecond, Integer concurrent, int lanes, int batch, int queued) {
        assertThat(limit(perSecond, concurrent, lanes, batch).queued()).isEqualTo(queued);
    }

    @Test
    void deliveriesAreLoadedWhenAQuarterOfThemIsGone() {
        var limit = limit(800.0, null, 1, 1);

        assertThat(limit.room(601, 0)).isZero();
        assertThat(limit.room(600, 0)).isEqualTo(200);
        assertThat(limit.room(0, MOST.bytes() / 2)).isZero();
    }

    /** One that is loaded holds back nothing, and one at a time would be slow. */
    @Test
    void severalAreLoadedAlsoForALowLimit() {
        assertThat(limit(2.0, null, 1, 1).room(0, 0)).isEqualTo(20);
        assertThat(limit(8.0, null, 1, 1).room(0, 0)).isEqualTo(64);
        assertThat(limit(null, 1, 1, 1).room(8, 0)).isEqualTo(56);
        assertThat(LaneLimit.of(limited(8.0, null, 1), 1, 0, new PerSubscription(10, 1_000_000)))
                .extracting(LaneLimit::loaded)
                .isEqualTo(10);
    }

    @Test
    void whatIsSentMuchLaterIsLoadedLater() {
        assertThat(limit(0.1, null, 1, 1).room(0, 0)).isOne();
        assertThat(limit(0.1, null, 1, 1).room(1, 0)).isZero();
    }

    /** Large events fill a request before there are as many as it may carry. */
    @Test
    void ofBatchesNoMoreBytesAreKeptThanTheirRequestsCarry() {
        var limit = LaneLimit.of(limited(2.0, null, 1), 500, 65_536, MOST);

        assertThat(limit.filledBy(10, 2 * 65_536 - 1)).isFalse();
        assertThat(limit.filledBy(10, 2 * 65_536)).isTrue();
        assertThat(LaneLimit.of(limited(2.0, null, 1), 1, 0, MOST).filledBy(1, 2 * 65_536))
                .as("one event a request, of any size")
                .isFalse();
    }

    @Test
    void theSlowestRateHolds() {
        var limited = limited(4.0, null, 2);

        assertThat(LaneLimit.slower(Rate.UNLIMITED, limited)).isEqualTo(Rate.perSecond(2));
        assertThat(LaneLimit.slower(Rate.perSecond(2), limited)).isEqualTo(Rate.perSecond(1));
        assertThat(LaneLimit.slower(Rate.perSecond(2), Extensions.NONE)).isEqualTo(Rate.perSecond(2));
        assertThat(LaneLimit.of(Extensions.NONE, 1, 0, MOST)).isNull();
    }

    private static LaneLimit limit(Double perSecond, Integer concurrent, int lanes, int batch) {
        return LaneLimit.of(limited(perSecond, concurrent, lanes), batch, 0, MOST);
    }

    private static Extensions limited(Double perSecond, Integer concurrent, int lanes) {
        return Extensions.NONE.with(new RequestLimits(perSecond, concurrent)).withLanes(lanes);
    }
}
