package io.tidings.worker.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** A tier that was read to its end is left out of fetches, and what is appended to it is still read in time. */
class TailWatchTest {
    private static final Duration STAY = Duration.ofSeconds(10);

    private final TailWatch watch = new TailWatch(STAY);
    private Duration elapsed = Duration.ZERO;
    private boolean atEnd = true;
    private Duration fetch = Duration.ofMillis(100);

    @Test
    void isOpenWhileThereIsMoreToRead() {
        atEnd = false;
        for (int i = 0; i < 100; i++) {
            assertThat(openAfter(Duration.ofSeconds(1))).isTrue();
        }
    }

    @Test
    void isQuietWhenTheEndHasBeenSeenForAsLongAsTwoFetchesTake() {
        assertThat(openAfter(Duration.ZERO)).isTrue();
        assertThat(openAfter(Duration.ofMillis(299))).isTrue();
        assertThat(openAfter(Duration.ofMillis(1))).isFalse();
    }

    @Test
    void staysOpenForAsLongAsTwoSlowFetchesTake() {
        fetch = Duration.ofMillis(900);
        assertThat(openAfter(Duration.ZERO)).isTrue();
        assertThat(openAfter(Duration.ofMillis(1_799))).isTrue();
        assertThat(openAfter(Duration.ofMillis(1))).isFalse();
    }

    @Test
    void aRecordThatAppearsStartsTheLookAnew() {
        openAfter(Duration.ZERO);
        openAfter(Duration.ofMillis(200));
        atEnd = false;
        assertThat(openAfter(Duration.ofMillis(200))).isTrue();
        atEnd = true;
        assertThat(openAfter(Duration.ofMillis(200))).isTrue();
        assertThat(openAfter(Duration.ofMillis(299))).isTrue();
        assertThat(openAfter(Duration.ofMillis(1))).isFalse();
    }

    @Test
    void looksAgainAfterHalfOfTheStay() {
        quieten();
        assertThat(openAfter(STAY.dividedBy(2).minusMillis(1))).isFalse();
        assertThat(openAfter(Duration.ofMillis(1))).isTrue();
    }

    @Test
    void whatIsAppendedAtAnyMomentIsSeenBeforeItsStayIsOver() {
        for (int appended = 0; appended < 12_000; appended += 7) {
            var fresh = new TailWatchTest();
            fresh.seesWhatIsAppendedAt(Duration.ofMillis(appended));
        }
    }

    private void seesWhatIsAppendedAt(Duration appended) {
        boolean fetched = false;
        while (elapsed.compareTo(appended.plus(STAY)) < 0 && !fetched) {
            boolean open = openAfter(Duration.ofMillis(20));
            fetched = open && elapsed.compareTo(appended) >= 0;
        }
        assertThat(fetched).as("appended after %s", appended).isTrue();
        assertThat(elapsed).isLessThan(appended.plus(STAY.multipliedBy(3).dividedBy(4)));
    }

    @Test
    void isNoLongerQuietThanAMinute() {
        var longest = new TailWatch(Duration.ofHours(12));
        var begin = new ClockReading(Instant.EPOCH, 0);
        longest.open(true, () -> true, () -> fetch, begin);
        assertThat(longest.open(true, () -> true, () -> fetch, after(Duration.ofSeconds(1))))
                .isFalse();
        assertThat(longest.open(true, () -> true, () -> fetch, after(Duration.ofSeconds(60))))
                .isFalse();
        assertThat(longest.open(true, () -> true, () -> fetch, after(Duration.ofSeconds(61))))
                .isTrue();
    }

    @Test
    void aShortTierIsNeverQuiet() {
        var shortest = new TailWatch(Duration.ofMillis(200));
        for (int i = 0; i < 100; i++) {
            assertThat(shortest.open(true, () -> true, () -> fetch, after(Duration.ofMillis(100L * i))))
                    .isTrue();
        }
    }

    @Test
    void isClosedWithoutRoomAndHasNotSeenTheEndThen() {
        openAfter(Duration.ZERO);
        elapsed = elapsed.plusSeconds(1);
        assertThat(watch.open(false, () -> true, () -> fetch, after(elapsed))).isFalse();
        assertThat(openAfter(Duration.ofMillis(20))).isTrue();
        assertThat(openAfter(Duration.ofMillis(299))).isTrue();
    }

    @Test
    void isOpenAgainAtOnceAfterItWasRewound() {
        quieten();
        assertThat(watch.open(false, () -> true, () -> fetch, after(elapsed))).isFalse();
        atEnd = false;
        assertThat(openAfter(Duration.ofMillis(20))).isTrue();
    }

    private void quieten() {
        openAfter(Duration.ZERO);
        assertThat(openAfter(Duration.ofMillis(300))).isFalse();
    }

    private boolean openAfter(Duration time) {
        elapsed = elapsed.plus(time);
        return watch.open(true, () -> atEnd, () -> fetch, after(elapsed));
    }

    private static ClockReading after(Duration time) {
        return new ClockReading(Instant.EPOCH.plus(time), time.toNanos());
    }
}
