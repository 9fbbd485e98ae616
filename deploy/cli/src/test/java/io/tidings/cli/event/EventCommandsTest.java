package io.tidings.cli.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The commands that show what became of events, on responses as management gives them. */
class EventCommandsTest {
    private static final String FAILED = """
        {"number":1,"ended":"2026-11-22T18:00:00Z","durationMs":12,"status":503,"outcome":"Busy","error":"",
         "excerpt":"down for\\u001b[2J maintenance","url":"https://x.example/hook","verdict":"Retry","due":"2026-11-22T18:00:30Z"}\
        """;
    private static final String WAITING = """
        {"topic":"orders","id":"order-7","behindMs":400,"records":[{
          "source":"tidings.events-3@1042","published":"2026-11-22T17:59:59Z",
          "deliveries":[{"subscription":"billing","uid":"u","state":"Waiting","tier":"30s",
            "due":"2026-11-22T18:00:30Z","attempts":[%s]}],
          "notMatched":[{"subscription":"audit","why":"subjectBeginsWith: \\"/eu/\\" does not match subject \\"/us/7\\""}],
          "matchedWithoutRecord":["fast"]}]}\
        """.formatted(FAILED);
    private static final String ENDED = """
        {"topic":"orders","id":"order-7","behindMs":400,"incomplete":["partition 3: nobody has it"],"records":[{
          "source":"tidings.events-3@1042","published":"2026-11-22T17:59:59Z",
          "deliveries":[{"subscription":"billing","uid":"u","state":"DeadLettered",
            "reason":"MaxDeliveryAttemptsExceeded","attempts":[%s,
              {"number":2,"ended":"2026-11-22T18:00:31Z","durationMs":7,"outcome":"Unreachable",
               "error":"connection refused: localhost:3000","verdict":"DeadLetter"}],
            "blob":{"account":"local","container":"dead-letters","path":"BILLING/1.json","written":"x"}}]}]}\
        """.formatted(FAILED);
    private static final String ATTEMPT = """
        {"eventId":"order-7","source":"tidings.events-3@1042","number":%d,"ended":"2026-11-22T18:00:0%dZ",
         "durationMs":12,"status":503,"outcome":"Busy","error":null,"verdict":"Retry","due":"2026-11-22T18:00:30Z"}\
        """;

    private final StubManagement server = new StubManagement();
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theTimelineShowsEachAttemptAndEverySubscription() {
        server.on("GET /topics/orders/events/order%2F7", 200, WAITING);
        assertThat(cli.run("event", "show", "orders", "order/7"))
                .as(cli.notes())
                .isZero();
        assertThat(cli.printed())
                .contains(
                        "event order-7 of orders, published 2026-11-22T17:59:59Z  tidings.events-3@1042",
                        "  billing: attempt 1  2026-11-22T18:00:00Z  503 Busy  12 ms",
                        "      called: https://x.example/hook",
                        "the endpoint said: down for\\u001b[2J maintenance",
                        "  billing: Waiting in 30s until 2026-11-22T18:00:30Z",
                        "  audit: not matched: subjectBeginsWith: \"/eu/\" does not match subject \"/us/7\"",
                        "  fast: matched; delivered at the first attempt, or not sent yet");
    }

    @Test
    void theEventItselfIsShownOnRequest() {
        server.on("GET /topics/orders/events/order-7", 200, WAITING);
        server.on("GET /topics/orders/records/tidings.events-3%401042", 200, """
            {"topic":"orders","source":"tidings.events-3@1042","foundIn":"log","bytes":91,
             "event":{"schema":"EventGridSchema","id":"order-7","type":"placed","source":"/s","subject":"/o/7"},
             "data":{"json":{"sum":1.10,"note":"\\u001b[2J"}},"key":{"base64":"AAE="},
             "headers":[{"name":"h","text":"x","cut":true}]}\
            """);
        assertThat(cli.run("event", "show", "orders", "order-7", "--payload"))
                .as(cli.notes())
                .isZero();
        assertThat(server.lines()).contains("GET /topics/orders/records/tidings.events-3%401042?eventId=order-7");
        assertThat(cli.printed())
                .contains("  type: placed", "  bytes: 91", "  key: base64 AAE=", "  header h: x…", "    \"sum\" : 1.10")
                .contains("  billing: attempt 1")
                .doesNotContain("\u001b");
    }

    @Test
    void behindTwoHyphensAnIdIsNoOption() {
        server.on("GET /topics/orders/events/--url%3Dhttp%3A%2F%2Fevil", 200, WAITING);
        assertThat(cli.run("event", "show", "--", "orders", "--url=http://evil"))
                .as(cli.notes())
                .isZero();
    }

    @Test
    void behindAnEqualsSignAnIdIsNoOption() {
        server.on("GET /topics/orders/rejected", 200, "{\"value\":[]}");
        assertThat(cli.run("rejected", "orders", "--event-id=-7"))
                .as(cli.notes())
                .isZero();
        assertThat(server.lines()).containsExactly("GET /topics/orders/rejected?eventId=-7&%24top=100");
        assertThat(cli.run("rejected", "orders", "--event-id=--url=http://evil"))
                .as("an option that is none is refused")
                .isEqualTo(2);
    }

    @Test
    void theTimelineShowsHowADeliveryEnded() {
        var redriven = ENDED.replace("\"attempts\":", "\"redriven\":1,\"attempts\":");
        server.on("GET /topics/orders/events/order-7", 200, redriven);
        assertThat(cli.run("event", "show", "orders", "order-7")).isZero();
        assertThat(cli.printed())
                .contains(
                        "attempt 2  2026-11-22T18:00:31Z  Unreachable  7 ms  connection refused: localhost:3000",
                        "  billing (redriven 1): DeadLettered, MaxDeliveryAttemptsExceeded",
                        "  billing (redriven 1): blob local/dead-letters/BILLING/1.json");
        assertThat(cli.notes()).contains("incomplete: partition 3: nobody has it");
    }

    @Test
    void watchingEndsWithTheLastDeliveryAndPrintsNothingTwice() {
        server.onEach("GET /topics/orders/events/order-7", WAITING, WAITING, ENDED);
        assertThat(cli.run("event", "show", "orders", "order-7", "--watch")).isZero();
        assertThat(cli.printed())
                .containsOnlyOnce("attempt 1")
                .containsOnlyOnce("DeadLettered")
                .contains("Waiting");
    }

    /** Partitions move between instances of the topology, also at the first start. */
    @Test
    void watchingGoesOnWhileAnEventCannotBeRead() throws Exception {
        var copy = "partition 4 is read from a copy";
        server.on("GET /topics/orders/events/order-7", 503, "{\"error\":{\"message\":\"" + copy + "\"}}");
        var exit = CompletableFuture.supplyAsync(() -> cli.run("event", "show", "orders", "order-7", "--watch"));
        Awaitility.await().until(() -> cli.notes().contains(copy));
        server.on("GET /topics/orders/events/order-7", 200, ENDED);

        assertThat(exit.get()).isZero();
        assertThat(cli.printed()).contains("DeadLettered");
    }

    private static String latest(int id, String more) {
        return """
            {"value":[{"source":"tidings.events-3@%d","published":"2026-11-22T18:00:0%d.102Z","bytes":231,\
            "eventId":"order-%d\\u001b[2J","type":"Order.Placed","subject":"/us/7"}],"latest":"1_",\
            "looked":{"records":5000,"back":"2026-11-22T17:58:12Z"}%s}\
            """.formatted(id, id, id, more);
    }

    @Test
    void theLatestEventsAreListedAsTheOptionsSelectThem() {
        server.onEach(
                "GET /topics/orders/events",
                latest(2, ",\"nextLink\":\"http://proxy/topics/orders/events?type=placed&%24skiptoken=a_\""),
                latest(1, ""));
        assertThat(cli.run("event", "list", "orders", "--type", "placed", "--from", "1h", "--limit", "9"))
                .as(cli.notes())
                .isZero();
        assertThat(server.lines())
                .containsExactly(
                        "GET /topics/orders/events?type=placed&from=2026-11-22T11%3A00%3A00Z&%24top=9",
                        "GET /topics/orders/events?type=placed&%24skiptoken=a_");
        assertThat(cli.printed())
                .containsPattern("18:00:02.102Z +order-2\\\\u001b\\[2J +Order.Placed +/us/7 +231 +tidings.events-3@2")
                .contains("order-1");
        assertThat(cli.notes()).contains("Found 1 in 5000 records, back to 2026-11-22T17:58:12Z.");
    }

    /** #35 */
    @Test
    void theLatestEventsAreThoseWithAnOutcomeAtASubscription() {
        server.on("GET /topics/orders/events", 200, latest(1, ",\"incomplete\":[\"only the newest 1000\"]"));
        assertThat(cli.run("event", "list", "orders", "--subscription", "billing", "--outcome", "Failed"))
                .as(cli.notes())
                .isZero();
        assertThat(server.lines())
                .containsExactly("GET /topics/orders/events?subscription=billing&outcome=Failed&%24top=50");
        assertThat(cli.notes()).contains("incomplete: only the newest 1000");
    }

    @Test
    void aListOfEventsEndsAfterSoManyRecordsAndSaysHowToGoOn() {
        server.on(
                "GET /topics/orders/events", 200, latest(2, ",\"nextLink\":\"http://proxy/topics/orders/events?t=1\""));
        assertThat(cli.run("event", "list", "orders", "--look-at", "10000")).isZero();
        assertThat(server.lines()).hasSize(2);
        assertThat(cli.notes()).contains("Older ones: --to 2026-11-22T17:58:12.001Z");
    }

    @Test
    void newEventsArePrintedOnceInTheirOrder() throws Exception {
        server.on("GET /topics/orders/events", request -> {
            if (!request.target().contains("since=")) {
                return StubManagement.Reply.of(200, latest(1, ""));
            }
            boolean first = request.target().endsWith("since=1_");
            return first
                    ? StubManagement.Reply.of(
                            200,
                            latest(3, ",\"nextLink\":\"http://proxy/topics/orders/events?since=further\"")
                                    .replace("1_", "2_"))
                    : StubManagement.Reply.of(
                            200,
                            request.target().endsWith("further")
                                    ? latest(2, "")
                                    : "{\"value\":[],\"latest\":\"2_\",\"looked\":{\"records\":0}}");
        });
        var exit = CompletableFuture.supplyAsync(() -> cli.run("event", "tail", "orders", "--subject", "/us"));
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> server.lines().contains("GET /topics/orders/events?subject=%2Fus&since=2_"));
        cli.interrupt();
        assertThat(exit.get()).isZero();
        assertThat(cli.printed())
                .containsOnlyOnce("order-3")
                .containsSubsequence("order-2", "order-3")
                .doesNotContain("order-1", "\u001b");
    }

    @Test
    void anEventOfWhichNothingIsKnownIsARefusal() {
        assertThat(cli.run("event", "show", "orders", "order-7")).isEqualTo(1);
    }

    @Test
    void failuresAreGrouped() {
        server.on(
                "GET /topics/orders/eventSubscriptions/billing/failures",
                200,
                "{\"value\":[{\"host\":\"e.example\",\"outcome\":\"BadRequest\",\"status\":400,\"said\":\"moved\",\"events\":24,"
                    + "\"waiting\":0,\"since\":\"s\",\"last\":\"l\",\"lastEventId\":\"order-7\"}]}");
        assertThat(cli.run("attempts", "failures", "orders/billing")).isZero();
        assertThat(cli.printed()).containsPattern("24 +0 +400 +BadRequest +s +l +e.example +moved");
    }

    @Test
    void attemptsAreListedAsTheOptionsSelectThem() {
        server.on(
                "GET /topics/orders/eventSubscriptions/billing/attempts",
                200,
                "{\"value\":[" + ATTEMPT.formatted(1, 1) + "]}");
        assertThat(cli.run("attempts", "list", "orders/billing", "--outcome", "Busy", "--from", "1h"))
                .isZero();
        assertThat(server.lines())
                .containsExactly("GET /topics/orders/eventSubscriptions/billing/attempts"
                        + "?outcome=Busy&from=2026-11-22T11%3A00%3A00Z&%24top=100");
        assertThat(cli.printed()).contains("order-7", "503", "Busy", "Retry at 2026-11-22T18:00:30Z");
    }

    @Test
    void newAttemptsArePrintedOnceInTheirOrder() throws Exception {
        server.onEach(
                "GET /topics/orders/eventSubscriptions/billing/attempts",
                "{\"value\":[" + ATTEMPT.formatted(1, 1) + "]}",
                "{\"value\":[" + ATTEMPT.formatted(2, 2) + "," + ATTEMPT.formatted(1, 1) + "]}");
        var exit = CompletableFuture.supplyAsync(() -> cli.run("attempts", "tail", "orders/billing"));
        Awaitility.await().until(() -> cli.printed().contains("attempt 2"));
        cli.interrupt();
        assertThat(exit.get()).isZero();
        assertThat(cli.printed()).containsOnlyOnce("attempt 1").containsSubsequence("attempt 1", "attempt 2");
    }

    @Test
    void whatWaitsIsCountedByTier() {
        server.on(
                "GET /topics/orders/eventSubscriptions/billing/pending",
                200,
                "{\"total\":7,\"behindMs\":1,\"tiers\":[{\"tier\":\"10s\",\"count\":7,\"oldest\":\"a\",\"nextDue\":\"b\"}]}");
        assertThat(cli.run("pending", "orders/billing")).isZero();
        assertThat(cli.printed()).contains("7 deliveries wait").containsPattern("10s +7 +a +b");
    }

    @Test
    void deadLettersSayWhereTheirBlobsAre() {
        server.on("GET /topics/orders/eventSubscriptions/billing/deadLetters", 200, """
            {"value":[{"eventId":"order-7","source":"s","deadLettered":"t","reason":"Expired","attempts":30,
              "lastOutcome":"Busy","lastStatus":503,"blob":{"container":"c","path":"p.json"}},
             {"eventId":"order-8","reason":"Expired","attempts":1,"lastOutcome":"TimedOut",
              "blob":{"dropped":"StorageUnavailable"}}]}\
            """);
        assertThat(cli.run("dead-letters", "list", "orders/billing", "--reason", "Expired"))
                .isZero();
        assertThat(cli.printed()).contains("503 Busy", "c/p.json", "none: StorageUnavailable");
        assertThat(server.lines().getFirst()).endsWith("?reason=Expired&%24top=100");
    }

    @Test
    void aMinuteOfASubscriptionIsARow() {
        server.on(
                "GET /topics/orders/eventSubscriptions/billing/stats",
                200,
                "{\"value\":[{\"minute\":\"m\",\"delivered\":10,\"failed\":1,\"p50Ms\":4,\"p99Ms\":31}]}");
        assertThat(cli.run("stats", "orders/billing")).isZero();
        assertThat(cli.printed()).containsPattern("m +10 +1 +4 +31");
        assertThat(server.lines().getFirst()).contains("?from=");
    }

    @Test
    void aPartOfAPeriodShowsWhatWaitsAndSubscriptionsHaveASum() {
        server.on(
                        "GET /topics/orders/eventSubscriptions/billing/stats",
                        200,
                        "{\"value\":[{\"minute\":\"m\",\"delivered\":10,\"failed\":1,\"matched\":12,\"deadLettered\":0,"
                            + "\"dropped\":0,\"waiting\":2,\"p50Ms\":4,\"p99Ms\":31,\"ageP50Ms\":5,\"ageP99Ms\":60}]}")
                .on("GET /stats", 200, "{\"value\":[{\"minute\":\"m\"}]}");
        assertThat(cli.run("stats", "orders/billing", "--period", "day")).isZero();
        assertThat(cli.printed()).containsPattern("m +12 +10 +1 +0 +0 +2 +4 +31 +5 +60");
        assertThat(server.lines().getFirst()).contains("?period=day").doesNotContain("from=");
        assertThat(cli.run("stats")).isZero();
        assertThat(server.lines().getLast()).endsWith("/stats");
    }

    @Test
    void rejectedEventsAreListedAlsoWithoutAnId() {
        server.on("GET /topics/orders/rejected", 200, """
            {"value":[{"eventId":"order-7","source":"tidings.events-3@1042","time":"t","reason":"WrongSchema",
              "error":"no subject"},{"source":"s","time":"t","reason":"InvalidEvent","error":"no JSON"}]}\
            """);
        assertThat(cli.run("rejected", "orders", "--reason", "WrongSchema", "--limit", "7"))
                .isZero();
        assertThat(cli.printed())
                .containsPattern("order-7 +WrongSchema +tidings.events-3@1042 +no subject")
                .contains("without an id");
        assertThat(server.lines().getFirst()).endsWith("?reason=WrongSchema&%24top=7");
    }

    @Test
    void aFilterIsTriedWithoutPublishing() {
        server.on(
                        "POST /topics/orders/tryFilter",
                        200,
                        "{\"value\":[{\"subscription\":\"audit\",\"matches\":false,\"why\":\"subject\"},"
                                + "{\"subscription\":\"billing\",\"matches\":true}]}")
                .on(
                        "POST /topics/orders/eventSubscriptions/audit/tryFilter",
                        200,
                        "{\"matches\":false,\"why\":\"the subject\"}");
        assertThat(cli.run("filter", "try", "orders", "--data", "{\"id\":\"1\"}"))
                .isZero();
        assertThat(cli.run("filter", "try", "orders/audit", "--data", "{\"id\":\"1\"}"))
                .isZero();
        assertThat(cli.printed())
                .containsPattern("audit +no +subject")
                .containsPattern("billing +yes")
                .contains("does not match: the subject");
        assertThat(server.received().getFirst().body()).isEqualTo("{\"id\":\"1\"}");
        assertThat(cli.run("filter", "try", "orders")).isEqualTo(2);
    }

    @Test
    void aFilterThatNoSubscriptionHasIsTriedAsWell() {
        server.on("POST /topics/orders/tryNewFilter", 200, "{\"matches\":true}");
        assertThat(cli.run("filter", "try", "orders", "--filter", "{}", "--data", "{\"id\":\"1\"}"))
                .isZero();
        assertThat(cli.printed()).contains("matches");
        assertThat(server.received().getFirst().body()).isEqualTo("{\"filter\":{},\"event\":{\"id\":\"1\"}}");
        assertThat(cli.run("filter", "try", "orders", "--filter", "[]", "--data", "{}"))
                .isEqualTo(2);
    }
}
