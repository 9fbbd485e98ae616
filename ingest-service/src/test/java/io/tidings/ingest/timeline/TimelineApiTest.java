package io.tidings.ingest.timeline;

import static io.tidings.ingest.timeline.TimelineExamples.AUDIT;
import static io.tidings.ingest.timeline.TimelineExamples.BILLING;
import static io.tidings.ingest.timeline.TimelineExamples.LATER;
import static io.tidings.ingest.timeline.TimelineExamples.LETTER;
import static io.tidings.ingest.timeline.TimelineExamples.NOON;
import static io.tidings.ingest.timeline.TimelineExamples.SOURCE;
import static io.tidings.ingest.timeline.TimelineExamples.attempt;
import static io.tidings.ingest.timeline.TimelineExamples.export;
import static io.tidings.ingest.timeline.TimelineExamples.failure;
import static io.tidings.ingest.timeline.TimelineExamples.letter;
import static io.tidings.ingest.timeline.TimelineExamples.putSubscription;
import static io.tidings.ingest.timeline.TimelineExamples.rows;
import static io.tidings.ingest.timeline.TimelineExamples.success;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.ExportLine;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineQuery;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.DeadLetters;
import io.tidings.contract.timeline.TimelineQuery.Pending;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.contract.timeline.TimelineResult.Row;
import io.tidings.contract.timeline.TimelineResult.Waiting;
import io.tidings.ingest.access.Principal;
import io.tidings.ingest.audit.ManagedRequest;
import io.tidings.ingest.http.Body;
import io.tidings.ingest.http.Request;
import io.tidings.ingest.http.Response;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-TIME-1: what management shows of the timeline. */
class TimelineApiTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CountsTable counts = new CountsTable();
    private int slot;
    private final ResourceTable table = new ResourceTable(new SubscriptionJson(new EndpointRules(true)));
    private final KafkaEvents events = new KafkaEvents(new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT)));
    private final List<TimelineQuery> asked = new ArrayList<>();

    private TimelineApi api(TimelineResult result) {
        return api(query -> {
            asked.add(query);
            return result;
        });
    }

    /** Its sources are in no events topic, so it needs no broker. */
    private TimelineApi api(TimelineApi.Timeline timeline) {
        var records = new SourceRecords(KafkaClients.of("127.0.0.1:1"), new Topics("none."));
        return new TimelineApi(timeline, table, counts, records, events, new RetryLadder(TimeScale.REAL), () -> NOON);
    }

    private static ManagedRequest get(String path, String query) {
        var request =
                new Request("GET", path, query, "h", false, "127.0.0.1", Map.of(), () -> new Body.Whole(new byte[0]));
        return new ManagedRequest(request, Principal.admin(), "GET", Map.of("id", "1"), Clock.systemUTC());
    }

    private static JsonNode json(Response response) throws IOException {
        return JSON.readTree(response.body());
    }

    private Response ofEvent(TimelineResult result) {
        return api(result).event("orders", get("/topics/orders/events/1", ""));
    }

    private JsonNode event(TimelineEntry... entries) throws IOException {
        return json(ofEvent(rows(entries)));
    }

    private JsonNode deliveries(TimelineEntry... entries) throws IOException {
        return event(entries).path("records").path(0).path("deliveries");
    }

    @Test
    void aDeliveryThatFailedShowsItsAttemptsAndWhereItWaits() throws IOException {
        var json = event(failure(BILLING, 2, NOON), failure(BILLING, 1, NOON.minusSeconds(31)));
        assertThat(json.path("behindMs").asInt()).isEqualTo(250);
        assertThat(json.has("incomplete")).isFalse();
        var record = json.path("records").path(0);
        assertThat(record.path("source").asText()).isEqualTo("tidings.events-0@41");
        assertThat(record.path("published").asText()).isEqualTo("2026-11-21T11:59:00Z");
        var delivery = record.path("deliveries").path(0);
        assertThat(delivery.path("attempts")).hasSize(2);
        assertThat(delivery.path("attempts").path(0)).hasToString("""
            {"number":1,"ended":"2026-11-21T11:59:29Z","durationMs":12,"status":503,"outcome":"Busy",\
            "error":"status 503","excerpt":"later","verdict":"Retry","due":"2026-11-21T12:04:30Z"}\
            """);
        assertThat(delivery.path("state").asText()).isEqualTo("Waiting");
        assertThat(delivery.path("due").asText()).isEqualTo("2026-11-21T12:05:01Z");
        assertThat(delivery.path("tier").asText()).isEqualTo("5m");
    }

    @Test
    void aDeliveryThatSucceededIsDelivered() throws IOException {
        var deliveries =
                deliveries(failure(BILLING, 1, NOON.minusSeconds(31)), success(2, NOON), failure(AUDIT, 1, NOON));
        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.path(0).path("state").asText()).isEqualTo("Delivered");
        assertThat(deliveries.path(0).has("due")).isFalse();
        assertThat(deliveries.path(1).path("subscription").asText()).isEqualTo("audit");
        assertThat(deliveries.path(1).path("state").asText()).isEqualTo("Waiting");
    }

    @Test
    void aDropIsNoDeadLetter() throws IOException {
        var result = new Result(LastOutcome.CANCELED, null, "deleted", null);
        var dropped = attempt(BILLING, 1, NOON, result, new Consequence("Drop", "SubscriptionDeleted", null));
        var delivery = deliveries(dropped).path(0);
        assertThat(delivery.path("state").asText()).isEqualTo("Dropped");
        assertThat(delivery.path("reason").asText()).isEqualTo("SubscriptionDeleted");
    }

    /** #31: also before the dead letter itself is known. */
    @Test
    void aLateSuccessOfTheLastAttemptLeavesTheEndAndIsShown() throws IOException {
        var timeout = new Result(LastOutcome.TIMED_OUT, null, "no response within 30 s", null);
        for (var verdict : List.of("DeadLetter", "Drop")) {
            var end = new Consequence(verdict, "MaxDeliveryAttemptsExceeded", null);
            var delivery = deliveries(attempt(BILLING, 1, NOON, timeout, end), success(1, NOON.plusSeconds(5)))
                    .path(0);
            assertThat(delivery.path("state").asText()).isEqualTo(verdict.equals("Drop") ? "Dropped" : "DeadLettered");
            assertThat(delivery.path("reason").asText()).isEqualTo("MaxDeliveryAttemptsExceeded");
            assertThat(delivery.path("attempts").size()).isEqualTo(2);
        }
    }

    @Test
    void aDeadLetterShowsItsReasonAndItsBlob() throws IOException {
        var written = new ExportLine.Ending.Written("local", "letters", "BILLING/a.json");
        var delivery = deliveries(failure(BILLING, 30, NOON), letter(0), export(written))
                .path(0);
        assertThat(delivery.path("state").asText()).isEqualTo("DeadLettered");
        assertThat(delivery.path("reason").asText()).isEqualTo("MaxDeliveryAttemptsExceeded");
        assertThat(delivery.path("blob")).hasToString("""
            {"account":"local","container":"letters","path":"BILLING/a.json","written":"2026-11-21T12:05:00Z"}\
            """);
    }

    @Test
    void aDeliveryThatWasBroughtBackIsOneOfItsOwn() throws IOException {
        var deliveries = deliveries(letter(0), letter(1));
        assertThat(deliveries).hasSize(2);
        assertThat(deliveries.path(0).has("redriven")).isFalse();
        assertThat(deliveries.path(1).path("redriven").asInt()).isOne();
        assertThat(deliveries.path(1).path("published").asText()).isEqualTo("2026-11-21T11:59:00Z");
    }

    @Test
    void everyRecordWithTheIdIsShown() throws IOException {
        var rejection = new Rejection("orders", "1", LATER, NOON, "WrongSchema", "no subject");
        var records = event(failure(BILLING, 1, NOON), rejection).path("records");
        assertThat(records).hasSize(2);
        assertThat(records.path(0).path("rejected"))
                .hasToString("{\"reason\":\"WrongSchema\",\"error\":\"no subject\",\"time\":\"2026-11-21T12:00:00Z\"}");
        assertThat(records.path(1).path("deliveries")).hasSize(1);
    }

    /** #31: of an event of a source it did not say why notMatched is missing. */
    @Test
    void anEventOfASourceSaysThatItsRecordIsNotRead() throws IOException {
        var source = """
            {"properties":{"tidings":{"source":{"kafkaTopic":"tidings.events","format":"json"}}}}\
            """;
        table.readTopic("orders", new RecordHeaders(), source.getBytes(UTF_8), 0);
        assertThat(event(failure(BILLING, 1, NOON)).path("incomplete").path(0).asText())
                .contains("the source of topic orders, is not read here");
    }

    @Test
    void anUnknownEventIsNotFound() throws IOException {
        var response = ofEvent(TimelineResult.nothing());
        assertThat(response.status()).isEqualTo(404);
        assertThat(json(response)
                        .path("error")
                        .path("details")
                        .path(0)
                        .path("code")
                        .asText())
                .isEqualTo("EventNotFound");
        assertThat(response.body()).contains("timeline.retention");
    }

    @Test
    void anUnknownEventMayBeWhereNobodyCouldAsk() {
        var response = ofEvent(TimelineResult.nothing().with(null, List.of("partition 3 is away")));
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.body()).contains("partition 3 is away");
    }

    @Test
    void aTimelineThatDoesNotRespondIsUnavailable() {
        var api = api(_ -> {
            throw new TimelineUnavailableException("the timeline at x:1 does not respond");
        });
        var response = api.pending(BILLING, get("/", ""));
        assertThat(response.status()).isEqualTo(503);
        assertThat(response.body()).contains("the timeline cannot be asked").doesNotContain("x:1");
    }

    @Test
    void aListHasALinkToItsNextPage() throws IOException {
        var path = "/topics/orders/eventSubscriptions/billing/attempts";
        var api = api(rows(failure(BILLING, 1, NOON), failure(BILLING, 2, NOON)));
        var query = "$top=2&outcome=Busy&from=2026-11-21T11:00:00Z&eventId=a%2Fb";
        var json = json(api.attempts(BILLING, get(path, query)));
        var selection = new Selection("Busy", NOON.minusSeconds(3600), null, "a/b", null, 2);
        assertThat(asked).containsExactly(new Attempts(BILLING, selection));
        assertThat(json.path("value")).hasSize(2);
        assertThat(json.path("value").path(0).path("eventId").asText()).isEqualTo("1");
        assertThat(json.path("nextLink").asText()).isEqualTo("http://h" + path + "?" + query + "&%24skiptoken=00");
        assertThat(json(api.attempts(BILLING, get(path, "$top=3"))).has("nextLink"))
                .isFalse();
    }

    /** #32 */
    @Test
    void aPageThatHasNoSpaceForMoreRowsHasALinkToTheNextOne() throws IOException {
        var api = api(rows("00", failure(BILLING, 1, NOON)));
        assertThat(json(api.attempts(BILLING, get("/attempts", "$top=1000")))
                        .path("nextLink")
                        .asText())
                .isEqualTo("http://h/attempts?$top=1000&%24skiptoken=00");
    }

    /** #32 */
    @Test
    void aPageWithoutARowHasALinkBehindWhatWasLookedThrough() throws IOException {
        var api = api(rows("0a"));
        assertThat(json(api.deadLetters(BILLING, get("/deadLetters", "reason=BadRequest")))
                        .path("nextLink")
                        .asText())
                .isEqualTo("http://h/deadLetters?reason=BadRequest&%24skiptoken=0a");
    }

    /** #32 */
    @Test
    void anEndlessIdOfAFormerReleaseIsCutInLists() throws IOException {
        var delivery = new LoggedDelivery("x".repeat(600 * 1024), SOURCE, "u-1", NOON, 0);
        var result = new Result(LastOutcome.BUSY, 503, "status 503", null);
        var attempt = new Attempt(BILLING, new AttemptLine(delivery, 1, NOON, Duration.ZERO, result, null));
        var letter = new DeadLetter(
                BILLING, delivery, LETTER, NOON, new DeadLetter.Ending("TimeToLiveExceeded", 1, null, null));
        var rejection = new Rejection("orders", delivery.eventId(), SOURCE, NOON, "InvalidEvent", "no subject");
        for (var response : List.of(
                api(rows(attempt)).attempts(BILLING, get("/", "")),
                api(rows(letter)).deadLetters(BILLING, get("/", "")),
                api(rows(rejection)).rejected("orders", get("/", "")))) {
            assertThat(json(response).path("value").path(0).path("eventId").asText())
                    .isEqualTo("x".repeat(1024) + "…");
        }
    }

    /** #32 */
    @Test
    void anEventOfWhichTooMuchIsKnownSaysSo() throws IOException {
        var json = json(ofEvent(rows("", failure(BILLING, 1, NOON))));
        assertThat(json.path("records")).hasSize(1);
        assertThat(json.path("incomplete").path(0).asText())
                .isEqualTo("only some of what is known of this event is shown, because all of it has more than 4194304"
                        + " bytes; the lists of attempts and dead letters show the rest");
    }

    @ParameterizedTest
    @CsvSource({
        "$top=0, $top",
        "$top=1001, $top",
        "from=noon, from",
        "to=1, to",
        "to=+12000-01-01T00:00:00Z, to",
        "from=-0001-01-01T00:00:00Z, from",
        "$skiptoken=xyz, $skiptoken"
    })
    void aParameterThatCannotBeReadIsNamed(String query, String name) {
        var response = api(rows()).deadLetters(BILLING, get("/", query));
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains(name);
        assertThat(asked).isEmpty();
    }

    @Test
    void aListOfDeadLettersShowsWhereTheyAre() throws IOException {
        var row = new Row("00", letter(0), List.of(export(new ExportLine.Ending.Dropped("StorageUnavailable"))));
        var result = new TimelineResult(List.of(1), List.of(row), Map.of(), null, List.of());
        var value = json(api(result).deadLetters(BILLING, get("/", ""))).path("value");
        assertThat(value.path(0)).hasToString("""
            {"eventId":"1","source":"tidings.events-0@41","deadLettered":"2026-11-21T12:00:00Z",\
            "reason":"MaxDeliveryAttemptsExceeded","attempts":30,"lastOutcome":"Busy","lastStatus":503,\
            "blob":{"dropped":"StorageUnavailable","written":"2026-11-21T12:05:00Z"}}\
            """);
    }

    /** #31 */
    @Test
    void aDeadLetterThatWasBroughtBackSaysWhen() throws IOException {
        var again = new LoggedDelivery("1", letter(0).source(), "u-1", NOON.plusSeconds(60), 1);
        var line =
                new AttemptLine(again, 1, NOON.plusSeconds(61), Duration.ZERO, new Result(null, 200, null, null), null);
        var row = new Row("00", letter(0), List.of(new Attempt(BILLING, line)));
        var result = new TimelineResult(List.of(1), List.of(row), Map.of(), null, List.of());
        var value = json(api(result).deadLetters(BILLING, get("/", ""))).path("value");
        assertThat(value.at("/0/broughtBack").asText()).isEqualTo("2026-11-21T12:01:00Z");
    }

    @Test
    void whatWaitsIsCountedByTierTheShortestFirst() throws IOException {
        var due = NOON.plusSeconds(9);
        var waiting = Map.of(
                "5m", new Waiting(3, NOON, due), "10s", new Waiting(2, NOON, due), "memory", new Waiting(1, NOON, due));
        var result = new TimelineResult(List.of(1), List.of(), waiting, Duration.ZERO, List.of());
        putSubscription(table, "billing", "{}");
        var present = CountedSubscription.of(table.subscription(BILLING).orElseThrow());
        count(present, new DeliveryCounts(12, 0, 3, 0, 0, NOON, NOON));
        count(new CountedSubscription(BILLING, "former"), new DeliveryCounts(70, 0, 0, 0, 0, NOON, null));
        var json = json(api(result).pending(BILLING, get("/", "")));
        assertThat(json.path("total").asInt()).isEqualTo(9);
        assertThat(json.path("tiers").findValuesAsText("tier")).containsExactly("memory", "10s", "5m");
    }

    private void count(CountedSubscription subscription, DeliveryCounts counted) {
        var record = new CountsRecord(slot++, Map.of(subscription, counted));
        assertThat(counts.read(0, record.key(), record.value())).isEmpty();
    }

    /** #31: a subscription that was created again showed the attempts and dead letters of the former one. */
    @Test
    void onlyThePresentSubscriptionOfANameIsAskedFor() {
        putSubscription(table, "billing", "{}");
        var uid = table.subscription(BILLING).orElseThrow().uid();
        var api = api(rows());
        assertThat(api.attempts(BILLING, get("/", "")).status()).isEqualTo(200);
        assertThat(api.deadLetters(BILLING, get("/", "")).status()).isEqualTo(200);
        assertThat(api.pending(BILLING, get("/", "")).status()).isEqualTo(200);
        var all = new Selection(null, null, null, null, null, 100);
        assertThat(asked)
                .containsExactly(
                        new Attempts(BILLING, uid, all), new DeadLetters(BILLING, uid, all), new Pending(BILLING, uid));
    }

    @Test
    void nothingIsKnownOfAnUnknownSubscription() {
        assertThat(api(rows()).attempts(BILLING, get("/", "")).status()).isEqualTo(404);
        assertThat(api(rows()).pending(BILLING, get("/", "")).status()).isEqualTo(404);
        putSubscription(table, "billing", "{}");
        assertThat(api(rows()).attempts(BILLING, get("/", "")).status()).isEqualTo(200);
        assertThat(api(rows()).pending(BILLING, get("/", "")).status()).isEqualTo(200);
    }
}
