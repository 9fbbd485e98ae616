package io.tidings.ingest.figures;

import static io.tidings.ingest.figures.FigureExamples.NOON;
import static io.tidings.ingest.figures.FigureExamples.NOTHING;
import static io.tidings.ingest.figures.FigureExamples.counted;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Recent;
import io.tidings.contract.timeline.TimelineQuery.Total;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.ingest.figures.CountSeries.Counted;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SeriesRecorderTest {
    private final FigureExamples known = new FigureExamples();
    private final List<TimelineQuery> asked = new ArrayList<>();
    private @Nullable TimelineResult result;

    private SeriesRecorder recorder(int most) {
        return new SeriesRecorder(
                known.table,
                known.counts,
                query -> {
                    asked.add(query);
                    if (result == null) {
                        throw new TimelineUnavailableException("away");
                    }
                    return result;
                },
                most,
                NOON);
    }

    private static SortedMap<Instant, Counted> hour(SeriesRecorder recorder, String name) {
        return recorder.of(counted("orders", name), FigurePeriod.HOUR, NOON.plusSeconds(60));
    }

    @Test
    void whatWasCountedBeforeTheStartIsNotShown() {
        known.subscribe("orders", "billing", NOTHING);
        known.count(counted("orders", "billing"), 100, 90, 1);
        var recorder = recorder(10);
        recorder.look(NOON);
        known.count(counted("orders", "billing"), 103, 95, 2);
        recorder.look(NOON.plusSeconds(10));
        assertThat(hour(recorder, "billing")).containsOnly(Map.entry(NOON, new Counted(3, 5, 0, 1, 0, 6)));
    }

    @Test
    void aSubscriptionThatIsCreatedMeanwhileIsCountedFromItsBeginning() {
        var recorder = recorder(10);
        recorder.look(NOON);
        known.subscribe("orders", "billing", NOTHING);
        known.count(counted("orders", "billing"), 3, 1, 0);
        recorder.look(NOON.plusSeconds(10));
        assertThat(hour(recorder, "billing")).containsOnly(Map.entry(NOON, new Counted(3, 1, 0, 0, 0, 2)));
    }

    @Test
    void theSumOfATopicHasItsSubscriptionsWhetherTheyAreBusyOrNot() {
        known.subscribe("orders", "billing", NOTHING);
        known.subscribe("orders", "audit", NOTHING);
        known.subscribe("invoices", "mail", NOTHING);
        var recorder = recorder(1);
        recorder.look(NOON);
        known.count(counted("orders", "billing"), 3, 1, 0);
        known.count(counted("orders", "audit"), 5, 5, 0);
        known.count(counted("invoices", "mail"), 7, 7, 0);
        recorder.look(NOON.plusSeconds(10));
        assertThat(recorder.ofTopics("orders"::equals, FigurePeriod.DAY, NOON))
                .containsOnly(Map.entry(NOON, new Counted(8, 6, 0, 0, 0, 2)));
        assertThat(recorder.ofTopics(_ -> true, FigurePeriod.DAY, NOON))
                .containsOnly(Map.entry(NOON, new Counted(15, 13, 0, 0, 0, 2)));
    }

    @Test
    void theBusiestSubscriptionsHaveTheSeries() {
        for (var name : List.of("aaa", "bbb", "ccc")) {
            known.subscribe("orders", name, NOTHING);
        }
        var recorder = recorder(2);
        recorder.look(NOON);
        assertThat(recorder.full()).isTrue();
        known.count(counted("orders", "aaa"), 100, 100, 0);
        known.count(counted("orders", "bbb"), 10, 10, 0);
        known.count(counted("orders", "ccc"), 15, 15, 0);
        recorder.look(NOON.plusSeconds(10));
        assertThat(hour(recorder, "ccc")).as("about as busy as bbb").isEmpty();
        known.count(counted("orders", "ccc"), 50, 50, 0);
        recorder.look(NOON.plusSeconds(20));
        recorder.look(NOON.plusSeconds(30));
        assertThat(hour(recorder, "aaa")).isNotEmpty();
        assertThat(hour(recorder, "bbb")).isEmpty();
        assertThat(hour(recorder, "ccc")).isNotEmpty();
    }

    @Test
    void aDeletedSubscriptionLeavesItsPlaceToAnother() {
        known.subscribe("orders", "aaa", NOTHING);
        var recorder = recorder(1);
        recorder.look(NOON);
        known.remove("orders", "aaa");
        known.subscribe("orders", "bbb", NOTHING);
        recorder.look(NOON.plusSeconds(10));
        recorder.look(NOON.plusSeconds(20));
        assertThat(hour(recorder, "aaa")).isEmpty();
        assertThat(hour(recorder, "bbb")).isNotEmpty();
    }

    @Test
    void failedAttemptsAreAddedWhenTheirMinuteIsOverForThreeMinutes() {
        known.subscribe("orders", "billing", NOTHING);
        var recorder = recorder(1);
        for (int minute = 0; minute <= 5; minute++) {
            recorder.look(NOON.plusSeconds(60L * minute));
        }
        knows(Duration.ZERO, List.of(), failed(0, 7), failed(1, 5), failed(2, 3));
        recorder.lookForFailures(NOON.plusSeconds(170));
        assertThat(asked).isEmpty();
        recorder.lookForFailures(NOON.plusSeconds(300));
        recorder.lookForFailures(NOON.plusSeconds(310));
        assertThat(asked).containsExactly(new Recent(NOON), new Total(NOON));
        assertThat(recorder.ofTopics(_ -> true, FigurePeriod.HOUR, NOON.plusSeconds(300))
                        .values())
                .extracting(Counted::failed)
                .containsExactly(7L, 5L, 0L, 0L, 0L, 0L);
        recorder.lookForFailures(NOON.plusSeconds(360));
        assertThat(asked).endsWith(new Recent(NOON.plusSeconds(120)), new Total(NOON.plusSeconds(120)));
    }

    @Test
    void theLagOfTheSourceOfATopicIsInItsSum() {
        known.subscribe("orders", "billing", NOTHING);
        known.subscribe("invoices", "mail", NOTHING);
        var recorder = recorder(1);
        recorder.look(NOON);
        recorder.lagging(NOON, Map.of("orders", 3L, "unknown", 9L));
        assertThat(recorder.ofTopics(_ -> true, FigurePeriod.DAY, NOON).get(NOON))
                .isEqualTo(new Counted(0, 0, 0, 0, 0, 0, 3L));
    }

    @Test
    void aTimelineThatIsAwayOrBehindIsAskedAgainForTheSameMinutes() {
        var recorder = recorder(1);
        recorder.lookForFailures(NOON.plusSeconds(300));
        knows(Duration.ofMinutes(5), List.of());
        recorder.lookForFailures(NOON.plusSeconds(300));
        knows(Duration.ZERO, List.of("partition 3 is away"));
        recorder.lookForFailures(NOON.plusSeconds(300));
        assertThat(asked).filteredOn(Recent.class::isInstance).hasSize(3).containsOnly(new Recent(NOON));
        assertThat(asked).filteredOn(Total.class::isInstance).hasSize(3).containsOnly(new Total(NOON));
    }

    @Test
    void theLinesOfAllSubscriptionsAreSummedUpInThePartsOfEachPeriod() {
        var recorder = recorder(1);
        result = new TimelineResult(
                List.of(0),
                List.of(),
                null,
                Map.of(),
                IntStream.range(0, 12).mapToObj(SeriesRecorderTest::line).toList(),
                List.of(),
                Duration.ZERO,
                List.of());
        recorder.lookForFailures(NOON.plus(Duration.ofMinutes(14)));
        assertThat(recorder.totals(FigurePeriod.HOUR))
                .as("the last one may change")
                .hasSize(11);
        assertThat(recorder.totals(FigurePeriod.DAY))
                .containsOnlyKeys(NOON, NOON.plusSeconds(600))
                .extractingByKey(NOON)
                .returns(10L, StatsLine::failed)
                .returns(Map.of("Busy", 10L), StatsLine::outcomes);
        recorder.lookForFailures(NOON.plus(Duration.ofDays(2)));
        assertThat(recorder.totals(FigurePeriod.DAY)).as("forgotten").isEmpty();
        assertThat(recorder.totals(FigurePeriod.WEEK)).hasSize(1);
    }

    private static StatsLine line(int afterNoon) {
        return new StatsLine(
                new SubscriptionKey("orders", "billing"),
                null,
                NOON.plusSeconds(60L * afterNoon),
                1,
                1,
                new TreeMap<>(Map.of("Busy", 1L)),
                new TreeMap<>(),
                new TreeMap<>(),
                Duration.ZERO);
    }

    private static ActiveMinute failed(int afterNoon, long failed) {
        return new ActiveMinute(NOON.plusSeconds(60L * afterNoon), "orders", 1, failed, 0, 0);
    }

    private void knows(Duration behind, List<String> incomplete, ActiveMinute... minutes) {
        result = new TimelineResult(
                List.of(0), List.of(), null, Map.of(), List.of(), List.of(minutes), behind, incomplete);
    }
}
