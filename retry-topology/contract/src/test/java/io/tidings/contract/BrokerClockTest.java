package io.tidings.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class BrokerClockTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final Duration HOUR = Duration.ofHours(1);

    private final BrokerClock clock = new BrokerClock();

    @Test
    void aRecordFromTheFutureShowsHowFarItsBrokerIsAhead() {
        clock.read(NOON.plus(HOUR), NOON);
        assertThat(clock.now(NOON)).isEqualTo(NOON.plus(HOUR));
    }

    @Test
    void theDifferenceHoldsForTheRecordsBehindIt() {
        clock.read(NOON.plus(HOUR), NOON);
        clock.read(NOON.plus(HOUR).plusSeconds(60), NOON.plusSeconds(400));
        assertThat(clock.now(NOON.plusSeconds(400))).isEqualTo(NOON.plus(HOUR).plusSeconds(400));
    }

    @Test
    void anOldRecordShowsNothing() {
        clock.read(NOON.minus(HOUR), NOON);
        assertThat(clock.now(NOON)).isEqualTo(NOON);
    }

    @Test
    void aStampThatStepsBackShowsThatTheClockWasPutRight() {
        clock.read(NOON.plus(HOUR), NOON);
        clock.read(NOON.plusSeconds(1), NOON.plusSeconds(1));
        assertThat(clock.now(NOON.plusSeconds(1))).isBetween(NOON.plusSeconds(1), NOON.plusSeconds(2));
    }

    @Test
    void smallStepsBackAddUpToNothing() {
        for (int i = 0; i < 1_000; i++) {
            clock.read(NOON.minusSeconds(i % 2 == 0 ? 5 : 10), NOON);
        }
        assertThat(clock.now(NOON)).isEqualTo(NOON);
    }

    @Test
    void aRecordThatSaysWhenItWasWrittenShowsHowFarItsBrokerIsBehind() {
        clock.read(NOON, NOON.minus(HOUR), NOON.plusSeconds(10));
        assertThat(clock.ahead()).isEqualTo(HOUR.negated());
        assertThat(clock.now(NOON)).isEqualTo(NOON.minus(HOUR));
    }

    @Test
    void aRecordThatProvesNoOtherDifferenceChangesNothing() {
        clock.read(NOON.minus(HOUR), NOON, NOON.plus(HOUR));
        assertThat(clock.ahead()).isZero();
        clock.read(NOON, NOON.plusSeconds(30), NOON.plusSeconds(10));
        assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(20));
        clock.read(NOON, NOON.plusSeconds(30), NOON.plusSeconds(15));
        assertThat(clock.ahead()).isEqualTo(Duration.ofSeconds(20));
    }

    @Test
    void aWriterWhoseClockIsAheadOfOursProvesNothing() {
        clock.read(NOON.plus(HOUR), NOON, NOON.plusSeconds(10));
        assertThat(clock.ahead()).isZero();
    }

    @Test
    void aClockThatMustShowATimeIsTakenAtThat() {
        clock.mustShow(NOON.plus(HOUR), NOON);
        assertThat(clock.now(NOON.plusSeconds(5))).isEqualTo(NOON.plus(HOUR).plusSeconds(5));
    }

    /** Records are read one after the other, each when the wait of the one before is over; the clock jumps once. */
    @RepeatedTest(200)
    void noRecordIsLateByMoreThanItsWaitAndAMinuteWhereverTheBrokersClockJumps(RepetitionInfo run) {
        var random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var wait = Duration.ofMinutes(5);
        var appended = NOON;
        var done = NOON;
        int jump = random.nextInt(200);
        var off = Duration.ofSeconds(random.nextInt(-100_000, 100_000));
        for (int record = 0; record < 200; record++) {
            appended = appended.plusMillis(random.nextInt(60_000));
            if (record == jump) {
                off = Duration.ofSeconds(random.nextInt(-100_000, 100_000));
            }
            var stamp = appended.plus(off);
            var seen = appended.isAfter(done) ? appended : done;
            clock.read(stamp, seen);
            var left = Duration.between(clock.now(seen), stamp.plus(wait));
            done = left.isNegative() ? seen : seen.plus(left);
            assertThat(done).isBeforeOrEqualTo(appended.plus(wait).plus(wait).plusSeconds(60));
        }
    }
}
