package io.tidings.ingest.figures;

import static io.tidings.ingest.figures.FigureExamples.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.ingest.figures.CountSeries.Counted;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CountSeriesTest {
    private final CountSeries series = new CountSeries();
    private DeliveryCounts before = DeliveryCounts.NONE;

    private void seen(Instant now, long taken, long delivered) {
        var after = new DeliveryCounts(taken, 0, delivered, 0, 0, null, null);
        series.seen(now, before, after);
        before = after;
    }

    private static Counted counted(long matched, long delivered, long waiting) {
        return new Counted(matched, delivered, 0, 0, 0, waiting);
    }

    private static Instant minute(int afterNoon) {
        return NOON.plusSeconds(60L * afterNoon);
    }

    @Test
    void changesAddUpInAPartAndWhatWaitsIsThatAtItsEnd() {
        seen(NOON, 10, 4);
        seen(NOON.plusSeconds(50), 12, 12);
        seen(NOON.plusSeconds(60), 13, 12);
        assertThat(series.parts(FigurePeriod.HOUR, minute(1)))
                .containsOnly(Map.entry(NOON, counted(12, 12, 0)), Map.entry(minute(1), counted(1, 0, 1)));
        assertThat(series.parts(FigurePeriod.DAY, minute(1))).containsEntry(NOON, counted(13, 12, 1));
        assertThat(series.parts(FigurePeriod.WEEK, minute(1))).containsEntry(NOON, counted(13, 12, 1));
    }

    @Test
    void aPartInWhichNobodyLookedIsUnknown() {
        seen(NOON, 1, 1);
        seen(minute(3), 9, 1);
        assertThat(series.parts(FigurePeriod.HOUR, minute(3))).containsOnlyKeys(NOON, minute(3));
        assertThat(series.parts(FigurePeriod.HOUR, minute(3))).containsEntry(minute(3), counted(8, 0, 8));
    }

    @ParameterizedTest
    @EnumSource(FigurePeriod.class)
    void aRingKeepsItsLastPartsAndNoOthers(FigurePeriod period) {
        for (int part = 0; part < 3 * period.parts(); part++) {
            var now = NOON.plus(period.step().multipliedBy(part));
            seen(now, part + 1L, part);
            var parts = series.parts(period, now);
            assertThat(parts).hasSize(Math.min(part + 1, period.parts()));
            assertThat(parts.firstKey()).isAfterOrEqualTo(period.starts(now).getFirst());
            assertThat(parts.lastEntry().getValue()).isEqualTo(counted(1, part == 0 ? 0 : 1, 1));
        }
    }

    @Test
    void afterALongPauseNothingOldIsShown() {
        seen(NOON, 5, 5);
        var later = NOON.plus(Duration.ofDays(400));
        assertThat(series.parts(FigurePeriod.WEEK, later)).isEmpty();
        seen(later, 6, 5);
        assertThat(series.parts(FigurePeriod.HOUR, later)).containsOnlyKeys(later);
        assertThat(series.parts(FigurePeriod.HOUR, later)).containsValue(counted(1, 0, 1));
    }

    @Test
    void aClockThatIsSetBackLosesNothingThatTheRingStillHas() {
        seen(minute(0), 1, 0);
        seen(minute(30), 3, 0);
        seen(minute(20), 4, 0);
        assertThat(series.parts(FigurePeriod.HOUR, minute(30)))
                .containsOnlyKeys(minute(0), minute(20), minute(30))
                .containsEntry(minute(20), counted(1, 0, 4))
                .containsEntry(minute(30), counted(2, 0, 3));
        assertThat(series.parts(FigurePeriod.HOUR, minute(20))).containsOnlyKeys(minute(0), minute(20));
    }

    @Test
    void aClockThatWasFarAheadDoesNotStopTheSeries() {
        seen(NOON.plus(Duration.ofDays(365)), 1, 0);
        seen(NOON, 2, 0);
        for (var period : FigurePeriod.values()) {
            assertThat(series.parts(period, NOON)).containsOnlyKeys(NOON).containsValue(counted(1, 0, 2));
        }
    }

    @Test
    void failuresBelongToTheirMinuteIfSomebodyLookedThen() {
        seen(minute(0), 0, 0);
        seen(minute(2), 0, 0);
        series.failed(minute(0), 7);
        series.failed(minute(1), 5);
        series.failed(minute(3), 3);
        series.failed(NOON.minus(Duration.ofDays(9)), 2);
        assertThat(series.parts(FigurePeriod.HOUR, minute(2)).values())
                .extracting(Counted::failed)
                .containsExactly(7L, 0L);
        assertThat(series.parts(FigurePeriod.DAY, minute(2)).values())
                .extracting(Counted::failed)
                .containsExactly(15L);
    }

    @Test
    void theLagOfASourceIsThatOfTheLastLookAndUnknownWithoutOne() {
        seen(NOON, 0, 0);
        series.lagging(NOON, 7);
        series.lagging(NOON.plusSeconds(30), 0);
        seen(minute(1), 0, 0);
        assertThat(series.parts(FigurePeriod.HOUR, minute(1)).values())
                .extracting(Counted::sourceLag)
                .containsExactly(0L, null);
        var other = new Counted(0, 0, 0, 0, 0, 0, 5L);
        assertThat(counted(0, 0, 0).plus(other).sourceLag()).isEqualTo(5);
        assertThat(other.plus(other).sourceLag()).isEqualTo(10);
    }

    @Test
    void countsThatWentBackChangeNothingAndHugeOnesDoNotOverflow() {
        seen(NOON, Long.MAX_VALUE / 4, 0);
        seen(NOON, Long.MAX_VALUE / 2, 0);
        seen(NOON, 5, 5);
        assertThat(series.parts(FigurePeriod.HOUR, NOON)).containsEntry(NOON, counted(Integer.MAX_VALUE, 5, 0));
    }

    @Test
    void aSeriesTakesLessThanTwentyKilobytesWhateverHappens() {
        seen(NOON, 0, 0);
        assertThat(series.bytes()).as("of what nothing happens to").isEqualTo(Integer.BYTES * (60 + 144 + 168));
        for (int minute = 0; minute < 20_000; minute += 7) {
            var after = new DeliveryCounts(1000L * minute, 0, 100L * minute, minute, minute, null, null);
            series.seen(minute(minute), before, after);
            series.failed(minute(minute), minute);
            series.lagging(minute(minute), minute);
            before = after;
        }
        assertThat(series.bytes())
                .isEqualTo(7 * Integer.BYTES * (60 + 144 + 168))
                .isLessThan(20_000);
    }

    /** While the clock goes on, each ring has in its parts what was counted in their time. */
    @RepeatedTest(50)
    void whatIsCountedIsInThePartOfItsTime(RepetitionInfo run) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(run.getCurrentRepetition());
        var now = NOON;
        long taken = 0;
        for (int look = 0; look < 300; look++) {
            now = now.plusSeconds(random.nextInt(random.nextInt(10) == 0 ? 30_000 : 90));
            taken += random.nextInt(5);
            seen(now, taken, 0);
            for (var period : FigurePeriod.values()) {
                var parts = series.parts(period, now);
                assertThat(parts.lastKey()).isEqualTo(period.starts(now).getLast());
                assertThat(parts.lastEntry().getValue().waiting()).isEqualTo(taken);
                assertThat(parts.values().stream().mapToLong(Counted::matched).sum())
                        .isLessThanOrEqualTo(taken);
            }
        }
    }
}
