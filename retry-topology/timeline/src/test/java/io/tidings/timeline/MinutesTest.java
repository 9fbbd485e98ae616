package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.BILLING;
import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.TOPICS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.ActiveMinute;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the timeline keeps of the counts of workers, and how it adds them up. */
class MinutesTest {
    private static final SubscriptionKey AUDIT = new SubscriptionKey("orders", "audit");
    private static final Instant BEFORE = NOON.minusSeconds(60);
    private static final Instant LONG_AGO = NOON.minus(Duration.ofHours(23));
    private static final Instant AFTER = NOON.plusSeconds(60);

    @TempDir
    private Path folder;

    private DrivenTimeline timeline;

    @BeforeEach
    void open() {
        timeline = new DrivenTimeline(folder);
    }

    @AfterEach
    void close() {
        timeline.close();
    }

    private static StatsLine line(SubscriptionKey subscription, Instant minute, long delivered, long failed) {
        return new StatsLine(
                subscription,
                "u1",
                minute,
                delivered,
                failed,
                new TreeMap<>(Map.of(Duration.ofMillis(7), delivered, Duration.ofMillis(191), failed)));
    }

    @Test
    void theLinesOfSeveralWorkersAddUp() {
        timeline.stats("worker-1", line(BILLING, NOON, 98, 1));
        timeline.stats("worker-2", line(BILLING, NOON, 1, 0));
        timeline.stats("worker-1", line(AUDIT, NOON, 5, 5));
        var sum = timeline.minutes(BILLING, LONG_AGO, AFTER);
        assertThat(sum).containsExactly(line(BILLING, NOON, 99, 1));
        assertThat(sum.getFirst().quantile(0.5)).contains(Duration.ofMillis(7));
    }

    @Test
    void theLinesOfAllSubscriptionsAddUpInEachMinute() {
        timeline.stats("worker-1", line(BILLING, BEFORE, 98, 1));
        timeline.stats("worker-1", line(BILLING, NOON, 3, 1));
        timeline.stats("worker-1", line(BILLING, NOON, 3, 1));
        timeline.stats("worker-2", line(BILLING, NOON, 1, 0));
        timeline.stats("worker-1", line(AUDIT, NOON, 5, 2));
        var total = timeline.minutes().total(NOON);
        assertThat(total).singleElement().satisfies(sum -> {
            assertThat(sum.delivered()).isEqualTo(9);
            assertThat(sum.latencies()).isEqualTo(line(BILLING, NOON, 9, 3).latencies());
        });
        assertThat(timeline.minutes().total(BEFORE))
                .extracting(StatsLine::minute)
                .containsExactly(BEFORE, NOON);
    }

    @Test
    void aLineThatIsWrittenOrReadAgainReplacesItself() {
        timeline.stats("worker-1", line(BILLING, NOON, 3, 0));
        timeline.stats("worker-1", line(BILLING, NOON, 3, 0));
        timeline.stats("worker-1", line(BILLING, NOON, 4, 1));
        timeline.stats("worker-1-after-a-restart", line(BILLING, NOON, 10, 0));
        assertThat(timeline.minutes(BILLING, LONG_AGO, AFTER)).containsExactly(line(BILLING, NOON, 14, 1));
        assertThat(timeline.since(BEFORE)).containsExactly(new ActiveMinute(NOON, "orders", 14, 1, 0, 0));
    }

    @Test
    void minutesAreListedOldestFirstBetweenTwoTimes() {
        for (var minute : List.of(NOON, BEFORE, NOON.minusSeconds(120), NOON.minusSeconds(180))) {
            timeline.stats("worker-1", line(BILLING, minute, 1, 0));
        }
        assertThat(timeline.minutes(BILLING, NOON.minusSeconds(120), NOON))
                .extracting(StatsLine::minute)
                .containsExactly(NOON.minusSeconds(120), BEFORE);
        assertThat(timeline.minutes(BILLING, NOON, NOON)).isEmpty();
        assertThat(timeline.minutes(BILLING, AFTER, NOON)).isEmpty();
    }

    @Test
    void minutesAddUpToLongerPartsOfTheTime() {
        for (int minute = 0; minute < 25; minute++) {
            timeline.stats("worker-1", line(BILLING, NOON.minusSeconds(60L * minute), 1, 0));
            timeline.stats("worker-2", line(BILLING, NOON.minusSeconds(60L * minute), 0, 1));
        }
        assertThat(timeline.minutes().of(BILLING, null, LONG_AGO, AFTER, Duration.ofMinutes(10)))
                .containsExactly(
                        line(BILLING, NOON.minusSeconds(1800), 4, 4),
                        line(BILLING, NOON.minusSeconds(1200), 10, 10),
                        line(BILLING, NOON.minusSeconds(600), 10, 10),
                        line(BILLING, NOON, 1, 1));
    }

    @Test
    void aMinuteOfMoreThanAWeekAgoIsNotShown() {
        timeline.stats("worker-1", line(BILLING, NOON.minus(Duration.ofDays(7)).minusSeconds(60), 1, 0));
        assertThat(timeline.minutes(BILLING, Instant.EPOCH, AFTER)).isEmpty();
        assertThat(timeline.since(Instant.EPOCH)).isEmpty();
    }

    @Test
    void topicsAreSummedAndDeadLettersCountForTheirSubscription() {
        timeline.stats("worker-1", line(BILLING, BEFORE, 3, 1));
        timeline.stats("worker-1", line(AUDIT, BEFORE, 4, 0));
        timeline.stats("worker-1", line(AUDIT, NOON, 1, 0));
        for (int i = 0; i < 2; i++) {
            timeline.deadLetter("1", NOON.plusSeconds(3));
            timeline.deadLetter("2", NOON.plusSeconds(4), HeaderNames.SOURCE, "tidings.events-0@42");
            timeline.reject("no json".getBytes(UTF_8), NOON.plusSeconds(5), HeaderNames.TOPIC, "invoices");
        }
        assertThat(timeline.since(BEFORE))
                .containsExactlyInAnyOrder(
                        new ActiveMinute(BEFORE, "orders", 7, 1, 0, 0),
                        new ActiveMinute(NOON, "orders", 1, 0, 0, 0),
                        new ActiveMinute(NOON, "orders/billing@u-1", 0, 0, 2, 0),
                        new ActiveMinute(NOON, "invoices", 0, 0, 0, 1));
        assertThat(timeline.since(NOON)).hasSize(3);
    }

    @Test
    void subscriptionsAreSummedAsWell() {
        timeline.stats("worker-1", line(BILLING, BEFORE, 3, 1));
        timeline.stats("worker-2", line(BILLING, BEFORE, 2, 0));
        timeline.stats("worker-1", line(AUDIT, NOON, 4, 0));
        timeline.deadLetter("1", NOON.plusSeconds(3));
        timeline.reject("no json".getBytes(UTF_8), NOON.plusSeconds(5), HeaderNames.TOPIC, "invoices");
        assertThat(timeline.minutes().bySubscription(BEFORE))
                .containsExactlyInAnyOrder(
                        new ActiveMinute(BEFORE, "orders/billing@u1", 5, 1, 0, 0),
                        new ActiveMinute(NOON, "orders/audit@u1", 4, 0, 0, 0),
                        new ActiveMinute(NOON, "orders/billing@u-1", 0, 0, 1, 0));
        assertThat(timeline.minutes().bySubscription(NOON)).hasSize(2);
    }

    @Test
    void aDeadLetterThatWasBroughtBackOrDeliveredLateIsOvercome() {
        for (int event = 1; event <= 4; event++) {
            timeline.deadLetter(
                    "" + event, NOON, HeaderNames.SOURCE, source(event).toString());
        }
        assertThat(timeline.since(NOON)).containsExactly(letters(4, 0));
        timeline.attempt(of(1, 0, DrivenTimeline.success("1", 1, NOON.plusSeconds(9))));
        assertThat(timeline.since(NOON)).as("delivered late").containsExactly(letters(4, 1));
        timeline.attempt(of(2, 1, DrivenTimeline.success("2", 1, NOON.plusSeconds(9))));
        timeline.attempt(of(3, 1, DrivenTimeline.failure("3", 1, NOON.plusSeconds(9))));
        assertThat(timeline.since(NOON)).as("brought back").containsExactly(letters(4, 3));
        timeline.attempt(of(4, 0, DrivenTimeline.failure("4", 2, NOON.plusSeconds(9))));
        timeline.deadLetter(
                "3", NOON.plusSeconds(8), HeaderNames.SOURCE, source(3).toString());
        assertThat(timeline.since(NOON)).as("appended again").containsExactly(letters(4, 3));
    }

    /** B-DEDUP-3: what is dropped on purpose needs nobody. */
    @Test
    void anEventThatRepeatsAnotherIsListedButNotCounted() {
        timeline.reject(
                "{\"id\":\"1\"}".getBytes(UTF_8), NOON, HeaderNames.TOPIC, "orders", HeaderNames.REASON, "Duplicate");
        assertThat(timeline.rejections("orders", new Selection(null, null, null, null, null, 10)))
                .hasSize(1);
        assertThat(timeline.since(BEFORE)).isEmpty();
    }

    private static ActiveMinute letters(long count, long overcome) {
        return new ActiveMinute(NOON, "orders/billing@u-1", 0, 0, count, 0, overcome);
    }

    private static EventSource source(int event) {
        return new EventSource("tidings.events", 0, event);
    }

    private static AttemptLine of(int event, int redriven, AttemptLine line) {
        var former = line.delivery();
        var delivery = new LoggedDelivery(
                former.eventId(), source(event), former.subscriptionUid(), former.published(), redriven);
        return new AttemptLine(delivery, line.attempt(), line.ended(), line.took(), line.result(), line.consequence());
    }

    @Test
    void aLineThatNobodyCanReadIsCountedAndLeftOut() {
        timeline.put(
                TOPICS.stats(),
                "a\nb".getBytes(UTF_8),
                line(BILLING, NOON, 1, 0).json(),
                new RecordHeaders(),
                NOON);
        timeline.put(TOPICS.stats(), "a".getBytes(UTF_8), "no line".getBytes(UTF_8), new RecordHeaders(), NOON);
        timeline.put(TOPICS.stats(), "a".getBytes(UTF_8), null, new RecordHeaders(), NOON);
        timeline.stats("worker-1", line(BILLING, NOON, 1, 0));
        assertThat(timeline.ignored()).isEqualTo(3);
        assertThat(timeline.minutes(BILLING, LONG_AGO, AFTER)).hasSize(1);
    }
}
