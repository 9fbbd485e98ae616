package io.tidings.worker.schedule;

import static io.tidings.worker.Examples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** B-RETRY-1: a tier is first in, first out, and lets nothing out before its time. */
class TierBufferTest {
    private static final Duration STAY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final TierBuffer<Parked> buffer = front(STAY);

    private record Parked(long offset, Instant appended, Instant written) {
        Parked(long offset, Instant appended) {
            this(offset, appended, appended);
        }
    }

    @Test
    void aRecordLeavesWhenItsStayIsOverAndNotBefore() {
        buffer.read(List.of(new Parked(0, NOON)), at(0));
        assertThat(buffer.release(at(1999))).isEmpty();
        assertThat(buffer.wakeUp(at(1999))).contains(NOON.plus(STAY));
        assertThat(buffer.release(at(2000))).contains(new Parked(0, NOON));
        assertThat(buffer.wakeUp(at(2000))).isEmpty();
    }

    @Test
    void nothingOvertakesTheHead() {
        buffer.read(List.of(new Parked(0, NOON.plusSeconds(1)), new Parked(1, NOON)), at(1000));
        assertThat(buffer.release(at(2500))).isEmpty();
        assertThat(buffer.release(at(3000)).map(Parked::offset)).contains(0L);
        assertThat(buffer.release(at(3000)).map(Parked::offset)).contains(1L);
        assertThat(buffer.release(at(3000))).isEmpty();
    }

    @Test
    void aNearHeadIsKeptWithWhatWasReadBehindIt() {
        buffer.read(List.of(new Parked(0, NOON), new Parked(1, NOON)), at(0));
        assertThat(buffer.rewindIfFar(at(0))).isEmpty();
        assertThat(buffer.size()).isEqualTo(2);
    }

    @Test
    void isReadOnWhileFewRecordsAreHeld() {
        assertThat(buffer.readable()).isTrue();
        buffer.read(parked(49), at(0));
        assertThat(buffer.readable()).isTrue();
        buffer.read(List.of(new Parked(49, NOON)), at(0));
        assertThat(buffer.readable()).isFalse();
        assertThat(buffer.release(at(2000))).isPresent();
        assertThat(buffer.readable()).isTrue();
    }

    private static List<Parked> parked(int records) {
        return LongStream.range(0, records)
                .mapToObj(offset -> new Parked(offset, NOON))
                .toList();
    }

    @Test
    void aFarHeadIsReadAgainALittleBeforeItsTime() {
        var slow = front(Duration.ofMinutes(1));
        slow.read(List.of(new Parked(7, NOON), new Parked(8, NOON)), at(0));
        assertThat(slow.rewindIfFar(at(0))).contains(7L);
        assertThat(slow.size()).isZero();
        assertThat(slow.readable()).isFalse();
        assertThat(slow.wakeUp(at(0))).contains(NOON.plusMillis(59_700));
        assertThat(slow.readableAgain(at(59_699))).isFalse();
        assertThat(slow.readableAgain(at(59_700))).isTrue();
        assertThat(slow.readable()).isTrue();
        slow.read(List.of(new Parked(7, NOON), new Parked(8, NOON)), at(59_720));
        assertThat(slow.rewindIfFar(at(59_720))).isEmpty();
        assertThat(slow.release(at(59_999))).isEmpty();
        assertThat(slow.release(at(60_000)).map(Parked::offset)).contains(7L);
    }

    @Test
    void thereIsNothingToLetGoOfWhenNothingIsHeld() {
        assertThat(buffer.rewindIfFar(at(0))).isEmpty();
        assertThat(buffer.release(at(0))).isEmpty();
        assertThat(buffer.readableAgain(at(0))).isFalse();
    }

    @Test
    void aHeadFromTheFutureLeavesWhenItsStayIsOver() {
        var future = new Parked(0, NOON.plus(Duration.ofDays(1)));
        buffer.read(List.of(future), at(0));
        assertThat(buffer.release(at(1_999))).isEmpty();
        assertThat(buffer.release(at(2_000))).contains(future);
    }

    @Test
    void aRecordBehindAHeadFromTheFutureWaitsOnlyForItsOwnStay() {
        var future = NOON.plus(Duration.ofDays(1));
        buffer.read(List.of(new Parked(0, future), new Parked(1, future)), at(0));
        buffer.read(List.of(new Parked(2, future.plusSeconds(1))), at(1_000));
        assertThat(buffer.release(at(1_999))).isEmpty();
        assertThat(buffer.release(at(2_000)).map(Parked::offset)).contains(0L);
        assertThat(buffer.release(at(2_000)).map(Parked::offset)).contains(1L);
        assertThat(buffer.release(at(2_999))).isEmpty();
        assertThat(buffer.release(at(3_000)).map(Parked::offset)).contains(2L);
    }

    @Test
    void aWorkerThatIsAheadOfTheBrokersReleasesNothingBeforeItsStayIsOver() {
        var hour = Duration.ofHours(1);
        buffer.read(List.of(new Parked(0, NOON.minus(hour), NOON)), at(5));
        assertThat(buffer.release(at(1_999))).isEmpty();
        assertThat(buffer.release(at(2_000))).isPresent();
    }

    @Test
    void theDifferenceOfTheClocksIsKnownWhileSomethingWaits() {
        assertThat(buffer.brokersAhead(at(0))).isEmpty();
        var ahead = new Parked(0, NOON.plusSeconds(100), NOON);
        buffer.read(List.of(ahead), at(0));
        assertThat(buffer.release(at(0))).isEmpty();
        assertThat(buffer.brokersAhead(at(1_000))).contains(Duration.ofSeconds(100));
        assertThat(buffer.release(at(2_000))).contains(ahead);
        assertThat(buffer.brokersAhead(at(2_000))).isEmpty();
    }

    @Test
    void aWallClockThatIsSetBackIsPartOfTheDifferenceAndMakesNoWaitLonger() {
        buffer.read(List.of(new Parked(0, NOON)), at(0));
        assertThat(buffer.release(at(0))).isEmpty();
        var back = NOON.minus(Duration.ofHours(1));
        assertThat(buffer.brokersAhead(new ClockReading(back, nanos(1)))).contains(Duration.ofSeconds(3601));
        assertThat(buffer.release(new ClockReading(back, nanos(1)))).isEmpty();
        assertThat(buffer.release(new ClockReading(back.plusSeconds(1), nanos(2))))
                .isPresent();
    }

    @Test
    void theRestOfAWaitCountsFromTheClockOfItsWriterIfThatIsAhead() {
        var byAnother = new Parked(0, NOON, NOON.plusSeconds(3600));
        buffer.read(List.of(byAnother), at(1));
        assertThat(buffer.release(at(2_000))).contains(byAnother);
        assertThat(buffer.timeOf(byAnother, at(2_000))).isEqualTo(NOON.plusSeconds(3602));
        var byUs = new Parked(1, NOON);
        assertThat(buffer.timeOf(byUs, at(5_000))).isEqualTo(NOON.plusSeconds(5));
    }

    @Test
    void aWriterWhoseClockIsFarAheadMakesNoWaitLongerAlsoWhileTheHeadIsFar() {
        var slow = front(Duration.ofMinutes(1));
        var byAnother = new Parked(0, NOON, NOON.plus(Duration.ofDays(1)));
        slow.read(List.of(byAnother), at(0));
        assertThat(slow.rewindIfFar(at(0))).contains(0L);
        assertThat(slow.readableAgain(at(60_000))).isTrue();
        slow.read(List.of(byAnother), at(60_000));
        assertThat(slow.release(at(60_000))).contains(byAnother);
    }

    @Test
    void aHeadThreeSecondsAwayIsKeptAndAnyFartherOneIsReadAgain() {
        var longer = front(Duration.ofMillis(3_001));
        longer.read(List.of(new Parked(7, NOON)), at(0));
        assertThat(longer.rewindIfFar(at(1))).isEmpty();
        assertThat(longer.rewindIfFar(at(0))).contains(7L);
    }

    private static TierBuffer<Parked> front(Duration stay) {
        return new TierBuffer<>(stay, PATIENCE, new ParkedTimes());
    }

    private static final class ParkedTimes implements TierBuffer.Timestamps<Parked> {
        @Override
        public long offset(Parked record) {
            return record.offset();
        }

        @Override
        public Instant appended(Parked record) {
            return record.appended();
        }

        @Override
        public Instant written(Parked record) {
            return record.written();
        }
    }

    private static ClockReading at(long millis) {
        return new ClockReading(
                NOON.plusMillis(millis), Duration.ofMillis(millis).toNanos());
    }

    private static long nanos(int seconds) {
        return Duration.ofSeconds(seconds).toNanos();
    }
}
