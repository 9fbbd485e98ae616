package io.tidings.timeline;

import static io.tidings.timeline.DrivenTimeline.ALL;
import static io.tidings.timeline.DrivenTimeline.BILLING;
import static io.tidings.timeline.DrivenTimeline.NOON;
import static io.tidings.timeline.DrivenTimeline.SOURCE;
import static io.tidings.timeline.DrivenTimeline.TOPICS;
import static io.tidings.timeline.DrivenTimeline.export;
import static io.tidings.timeline.DrivenTimeline.failure;
import static io.tidings.timeline.DrivenTimeline.success;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.timeline.state.PartitionState;
import io.tidings.timeline.state.PartitionState.Counted;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-1: what the timeline keeps of the logs. */
class TimelineTopologyTest {
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

    @Test
    void everyAttemptOfAnEventIsKept() {
        var first = failure("1", 1, NOON.minusSeconds(40));
        var second = success("1", 2, NOON);
        timeline.attempt(first);
        timeline.attempt(second);
        timeline.attempt(failure("2", 1, NOON));
        assertThat(timeline.ofEvent("1"))
                .containsExactlyInAnyOrder(new Attempt(BILLING, first), new Attempt(BILLING, second));
        assertThat(timeline.ofEvent("3")).isEmpty();
    }

    @Test
    void aRepeatedLineShowsOnce() {
        for (int i = 0; i < 3; i++) {
            timeline.attempt(failure("1", 1, NOON.minusSeconds(40)));
            timeline.deadLetter("1", NOON.minusSeconds(1));
            timeline.export(export("1", NOON));
        }
        assertThat(timeline.ofEvent("1"))
                .extracting(TimelineEntry::getClass)
                .containsExactlyInAnyOrder(Attempt.class, DeadLetter.class, Export.class);
        assertThat(timeline.attempts(ALL)).hasSize(1);
        assertThat(timeline.deadLetters(ALL)).hasSize(1);
    }

    @Test
    void aDeadLetterThatWasAppendedAgainIsTheSameOne() {
        timeline.deadLetter("1", NOON.minusSeconds(600));
        timeline.deadLetter(
                "1", NOON, HeaderNames.DEAD_LETTER_SINCE, NOON.minusSeconds(601).toString());
        assertThat(timeline.deadLetters(ALL))
                .extracting(row -> row.entry().time())
                .containsExactly(NOON.minusSeconds(600));
    }

    /** #31 */
    @Test
    void aDeadLetterShowsThatItWasBroughtBack() {
        var again = new AttemptLine(
                new LoggedDelivery("1", SOURCE, "u-1", NOON, 1),
                1,
                NOON.plusSeconds(1),
                Duration.ofMillis(3),
                new AttemptLine.Result(null, 200, null, null),
                new AttemptLine.Consequence("Delivered", null, null));
        timeline.attempt(failure("1", 1, NOON.minusSeconds(11)));
        timeline.deadLetter("1", NOON.minusSeconds(10));
        assertThat(timeline.deadLetters(ALL).getFirst().related()).isEmpty();
        timeline.attempt(again);
        assertThat(timeline.deadLetters(ALL).getFirst().related()).containsExactly(new Attempt(BILLING, again));
    }

    @Test
    void aDeadLetterShowsItsEndingAndItsBlob() {
        timeline.deadLetter("1", NOON.minusSeconds(10));
        timeline.export(export("1", NOON));
        var row = timeline.deadLetters(ALL).getFirst();
        assertThat(((DeadLetter) row.entry()).ending())
                .isEqualTo(new DeadLetter.Ending("UndeliverableDueToHttpBadRequest", 1, "BadRequest", 400));
        assertThat(row.related()).containsExactly(new Export(BILLING, export("1", NOON)));
    }

    /** #32 */
    @Test
    void anEndlessIdOfARejectedEventIsCut() {
        var endless = "x".repeat(600 * 1024);
        timeline.reject(("{\"id\":\"" + endless + "\"}").getBytes(UTF_8), NOON, HeaderNames.TOPIC, "orders");
        timeline.reject("no json".getBytes(UTF_8), NOON.plusSeconds(1), HeaderNames.TOPIC, "orders", "ce_id", endless);
        assertThat(timeline.rejections("orders", ALL))
                .extracting(row -> row.entry().eventId())
                .containsOnly("x".repeat(1024) + "…");
    }

    @Test
    void aRejectedEventIsFoundByTheIdInItsValueOrItsHeaders() {
        timeline.reject("{\"id\":\"1\",\"data\":7}".getBytes(UTF_8), NOON, HeaderNames.TOPIC, "orders");
        timeline.reject("no json".getBytes(UTF_8), NOON, HeaderNames.TOPIC, "orders", "ce_id", "2");
        var expected = new Rejection("orders", "1", SOURCE, NOON, "WrongSchema", "no subject");
        assertThat(timeline.ofEvent("1")).containsExactly(expected);
        assertThat(timeline.ofEvent("2")).hasSize(1);
        assertThat(timeline.ignored()).isZero();
    }

    /** What ended the matching may end the timeline, too. */
    @Test
    void aRejectedEventThatMustNotBeReadIsNotReadHereEither() {
        var value = "{\"id\":\"1\"}".getBytes(UTF_8);
        timeline.reject(value, NOON, HeaderNames.TOPIC, "orders", HeaderNames.REASON, "Unprocessable");
        assertThat(timeline.rejections("orders", ALL))
                .extracting(row -> row.entry().eventId())
                .containsExactly("");
        assertThat(timeline.ofEvent("1")).isEmpty();
    }

    @Test
    void rejectedEventsOfATopicAreListedNewestFirstAlsoWithoutAnId() {
        timeline.reject("{\"id\":\"1\"}".getBytes(UTF_8), NOON.minusSeconds(9), HeaderNames.TOPIC, "orders");
        for (int i = 0; i < 2; i++) {
            timeline.reject("no json".getBytes(UTF_8), NOON, HeaderNames.TOPIC, "orders");
        }
        timeline.reject("{\"id\":\"3\"}".getBytes(UTF_8), NOON, HeaderNames.TOPIC, "invoices");
        timeline.reject("{\"id\":\"4\"}".getBytes(UTF_8), NOON);
        assertThat(timeline.rejections("orders", ALL))
                .extracting(row -> row.entry().eventId())
                .containsExactly("", "1");
        assertThat(timeline.rejections("orders", new Selection("wrongschema", null, NOON, "1", null, 10)))
                .hasSize(1);
        assertThat(timeline.rejections("orders", new Selection("TooLarge", null, null, null, null, 10)))
                .isEmpty();
        var newest = timeline.rejections("orders", new Selection(null, null, null, null, null, 1));
        assertThat(timeline.rejections(
                        "orders",
                        new Selection(null, null, null, null, newest.getFirst().position(), 10)))
                .extracting(row -> row.entry().eventId())
                .containsExactly("1");
        assertThat(timeline.rejections("invoices", ALL)).hasSize(1);
    }

    @Test
    void aRecordThatNobodyCanReadIsCountedAndLeftOut() {
        timeline.put(TOPICS.attempts(), BILLING.bytes(), "no line".getBytes(UTF_8), new RecordHeaders(), NOON);
        timeline.put(TOPICS.attempts(), null, failure("1", 1, NOON).json(), new RecordHeaders(), NOON);
        timeline.put(TOPICS.exports(), BILLING.bytes(), null, new RecordHeaders(), NOON);
        timeline.put(TOPICS.deadLetters(), BILLING.bytes(), null, new RecordHeaders(), NOON);
        timeline.put(TOPICS.rejected(), null, "{\"id\":\"1\"}".getBytes(UTF_8), new RecordHeaders(), NOON);
        timeline.attempt(failure("2", 1, NOON));
        assertThat(timeline.ignored()).isEqualTo(5);
        assertThat(timeline.ofEvent("2")).hasSize(1);
    }

    @Test
    void noEventGoesThroughTheRepartitionTopic() {
        timeline.deadLetter("1", NOON);
        timeline.reject("{\"id\":\"1\",\"data\":\"a large event\"}".getBytes(UTF_8), NOON);
        assertThat(timeline.repartitioned()).hasSize(2).allSatisfy(record -> {
            assertThat(new String(record.value(), UTF_8)).doesNotContain("a large event");
            assertThat(record.headers()).isEmpty();
        });
    }

    @Test
    void whatIsOlderThanTheRetentionIsNotShown() {
        timeline.attempt(failure("1", 1, NOON));
        assertThat(timeline.ofEvent("1", NOON.plus(Duration.ofDays(7)))).hasSize(1);
        assertThat(timeline.ofEvent("1", NOON.plus(Duration.ofDays(7)).plusMillis(1)))
                .isEmpty();
    }

    @Test
    void attemptsOfASubscriptionAreListedNewestFirstAndInPages() {
        for (int i = 1; i <= 5; i++) {
            timeline.attempt(failure("e" + i, 1, NOON.minusSeconds(10L * i)));
        }
        timeline.attempt(new SubscriptionKey("orders", "audit"), failure("other", 1, NOON));
        var first = timeline.attempts(new Selection(null, null, null, null, null, 2));
        assertThat(ids(first)).containsExactly("e1", "e2");
        var after = first.getLast().position();
        var second = timeline.attempts(new Selection(null, null, null, null, after, 2));
        assertThat(ids(second)).containsExactly("e3", "e4");
        var last = timeline.attempts(
                new Selection(null, null, null, null, second.getLast().position(), 2));
        assertThat(ids(last)).containsExactly("e5");
    }

    @Test
    void attemptsAreSelectedByTimeOutcomeAndEvent() {
        timeline.attempt(failure("e1", 1, NOON.minusSeconds(30)));
        timeline.attempt(success("e1", 2, NOON.minusSeconds(20)));
        timeline.attempt(failure("e2", 1, NOON.minusSeconds(10)));
        assertThat(ids(timeline.attempts(new Selection("delivered", null, null, null, null, 9))))
                .containsExactly("e1");
        assertThat(ids(timeline.attempts(new Selection("Busy", null, null, null, null, 9))))
                .containsExactly("e2", "e1");
        assertThat(ids(timeline.attempts(new Selection("Failed", null, null, null, null, 9))))
                .containsExactly("e2", "e1");
        assertThat(ids(timeline.attempts(new Selection("503", null, null, null, null, 9))))
                .containsExactly("e2", "e1");
        assertThat(timeline.attempts(new Selection("50", null, null, null, null, 9)))
                .isEmpty();
        assertThat(timeline.attempts(new Selection(null, null, null, "e1", null, 9)))
                .hasSize(2);
        var from = NOON.minusSeconds(20);
        assertThat(timeline.attempts(new Selection(null, from, null, null, null, 9)))
                .hasSize(2);
        assertThat(ids(timeline.attempts(new Selection(null, from, NOON.minusSeconds(10), null, null, 9))))
                .containsExactly("e1");
    }

    @Test
    void aDeliveryWaitsFromAFailureToItsEnd() {
        timeline.attempt(failure("1", 1, NOON.minusSeconds(40)));
        timeline.attempt(failure("2", 1, NOON.minusSeconds(5)));
        assertThat(timeline.waiting())
                .containsExactly(Map.entry("30s", new Waiting(2, NOON.minusSeconds(60), NOON.minusSeconds(9))));
        timeline.attempt(success("1", 2, NOON));
        assertThat(timeline.waiting().get("30s").count()).isOne();
        timeline.deadLetter("2", NOON);
        assertThat(timeline.waiting()).isEmpty();
    }

    @Test
    void whatWaitsOfAllSubscriptionsIsCountedTogether() {
        timeline.attempt(failure("1", 1, NOON.minusSeconds(40)));
        timeline.attempt(new SubscriptionKey("orders", "audit"), failure("1", 1, NOON.minusSeconds(5)));
        assertThat(timeline.waiting().get("30s").count()).isOne();
        assertThat(timeline.waitingOfAll())
                .isEqualTo(
                        new Counted(Map.of("30s", new Waiting(2, NOON.minusSeconds(60), NOON.minusSeconds(9))), true));
    }

    /** #35 */
    @Test
    void whatWaitsIsKnownBySubscriptionWithItsOldestEvent() {
        var first = failure("1", 1, NOON.minusSeconds(40));
        var audit = new LoggedDelivery("2", SOURCE, "u-2", NOON.minusSeconds(90), 0);
        timeline.attempt(first);
        timeline.attempt(failure("3", 1, NOON.minusSeconds(5)));
        timeline.attempt(
                new SubscriptionKey("orders", "audit"),
                new AttemptLine(audit, 1, NOON, Duration.ofMillis(12), first.result(), first.consequence()));
        assertThat(timeline.waitingBySubscription())
                .isEqualTo(new Counted(
                        Map.of(
                                "u-1", new Waiting(2, NOON.minusSeconds(60), NOON.minusSeconds(9)),
                                "u-2", new Waiting(1, NOON.minusSeconds(90), NOON.minusSeconds(9))),
                        true));
    }

    @Test
    void ofVeryManySoManyAreCounted() {
        for (int i = 0; i <= PartitionState.MOST_COUNTED; i++) {
            timeline.attempt(failure("event-" + i, 1, NOON));
        }
        var counted = timeline.waitingOfAll();
        assertThat(counted.tiers().get("30s").count()).isEqualTo(PartitionState.MOST_COUNTED);
        assertThat(counted.complete()).isFalse();
    }

    @Test
    void aFailureThatIsReadAfterItsDeadLetterDoesNotWait() {
        timeline.deadLetter("1", NOON);
        timeline.attempt(failure("1", 1, NOON.minusSeconds(40)));
        assertThat(timeline.waiting()).isEmpty();
    }

    private static List<String> ids(List<Row> rows) {
        return rows.stream().map(row -> row.entry().eventId()).toList();
    }
}
