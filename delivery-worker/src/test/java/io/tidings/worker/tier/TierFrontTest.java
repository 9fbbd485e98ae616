package io.tidings.worker.tier;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** B-RETRY-1: a tier is first in, first out, and lets nothing out before its time. */
class TierFrontTest {
    private static final Duration STAY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TierFront<Parked> front = front(STAY);

    private record Parked(long offset, Instant appended) {}

    @Test
    void aRecordLeavesWhenItsStayIsOverAndNotBefore() {
        front.read(List.of(new Parked(0, NOON)));
        assertThat(front.readable()).isFalse();
        assertThat(front.release(at(1999))).isEmpty();
        assertThat(front.wakeUp(at(1999))).contains(NOON.plus(STAY));
        assertThat(front.release(at(2000))).contains(new Parked(0, NOON));
        assertThat(front.readable()).isTrue();
        assertThat(front.wakeUp(at(2000))).isEmpty();
    }

    @Test
    void nothingOvertakesTheHead() {
        front.read(List.of(new Parked(0, NOON.plusSeconds(1)), new Parked(1, NOON)));
        assertThat(front.release(at(2500))).isEmpty();
        assertThat(front.release(at(3000)).map(Parked::offset)).contains(0L);
        assertThat(front.release(at(3000)).map(Parked::offset)).contains(1L);
        assertThat(front.release(at(3000))).isEmpty();
    }

    @Test
    void aNearHeadIsKeptWithWhatWasReadBehindIt() {
        front.read(List.of(new Parked(0, NOON), new Parked(1, NOON)));
        assertThat(front.letGo(at(0))).isEmpty();
        assertThat(front.size()).isEqualTo(2);
    }

    @Test
    void aFarHeadIsReadAgainWhenItsTimeHasCome() {
        var slow = front(Duration.ofMinutes(1));
        slow.read(List.of(new Parked(7, NOON), new Parked(8, NOON)));
        assertThat(slow.letGo(at(0))).contains(7L);
        assertThat(slow.size()).isZero();
        assertThat(slow.readable()).isFalse();
        assertThat(slow.wakeUp(at(0))).contains(NOON.plusSeconds(60));
        assertThat(slow.readableAgain(at(59_999))).isFalse();
        assertThat(slow.readableAgain(at(60_000))).isTrue();
        assertThat(slow.readable()).isTrue();
        slow.read(List.of(new Parked(7, NOON), new Parked(8, NOON)));
        assertThat(slow.release(at(60_000)).map(Parked::offset)).contains(7L);
    }

    @Test
    void thereIsNothingToLetGoOfWhenNothingIsHeld() {
        assertThat(front.letGo(at(0))).isEmpty();
        assertThat(front.release(at(0))).isEmpty();
        assertThat(front.readableAgain(at(0))).isFalse();
    }

    @Test
    void aHeadThatAWrongClockKeepsIsDueAfterItsStayAndSomePatience() {
        var future = new Parked(0, NOON.plus(Duration.ofDays(1)));
        front.read(List.of(future));
        assertThat(front.release(at(0))).isEmpty();
        assertThat(front.release(at(11_999))).isEmpty();
        assertThat(front.release(at(12_000))).contains(future);
        assertThat(front.impatient(future, at(12_000))).isTrue();
        assertThat(front.impatient(new Parked(1, NOON), at(2000))).isFalse();
    }

    @Test
    void aWallClockThatGoesBackMakesAHeadWaitNoLongerThanThat() {
        front.read(List.of(new Parked(0, NOON)));
        assertThat(front.release(at(0))).isEmpty();
        var back = NOON.minus(Duration.ofHours(1));
        assertThat(front.release(new Moment(back.plusSeconds(11), nanos(11)))).isEmpty();
        assertThat(front.release(new Moment(back.plusSeconds(12), nanos(12)))).isPresent();
    }

    @Test
    void patienceCountsAlsoWhileTheHeadIsFar() {
        var slow = front(Duration.ofMinutes(1));
        var future = new Parked(0, NOON.plus(Duration.ofDays(1)));
        slow.read(List.of(future));
        assertThat(slow.letGo(at(0))).contains(0L);
        assertThat(slow.readableAgain(at(70_000))).isTrue();
        slow.read(List.of(future));
        assertThat(slow.release(at(70_000))).contains(future);
    }

    @Test
    void aHeadThreeSecondsAwayIsKeptAndAnyFartherOneLetGo() {
        front.read(List.of(new Parked(7, NOON.plusMillis(1_001))));
        assertThat(front.letGo(at(1))).isEmpty();
        assertThat(front.letGo(at(0))).contains(7L);
    }

    private static TierFront<Parked> front(Duration stay) {
        return new TierFront<>(stay, PATIENCE, parked -> parked.appended().toEpochMilli(), Parked::offset);
    }

    private static Moment at(long millis) {
        return new Moment(NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }

    private static long nanos(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
