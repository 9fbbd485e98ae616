package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.record.EndpointHealthRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** B-SUB-1, B-SUB-4: a subscription, from the first PUT to the DELETE, and what is none. */
class SubscriptionApiIT {
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final Topics TOPICS = new Topics("subscription-management.");
    private static final KafkaLog log = KafkaLog.shared();
    private static final SubscriptionLog written = new SubscriptionLog(TOPICS);

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of());
        assertThat(ingest.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}")
                        .statusCode())
                .isEqualTo(201);
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aSubscriptionLivesFromPutToDelete() {
        var path = "/topics/orders/eventSubscriptions/billing";
        var created = ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/hook?code=secret"));
        assertThat(created.statusCode()).isEqualTo(201);
        var got = ingest.manage("GET", path, "");
        assertThat(got.statusCode()).isEqualTo(200);
        assertThat(got.body()).isEqualTo(created.body()).doesNotContain("secret");
        var properties = json(got).path("properties");
        assertThat(properties.path("provisioningState").textValue()).isEqualTo("Succeeded");
        assertThat(properties
                        .path("destination")
                        .path("properties")
                        .path("endpointBaseUrl")
                        .textValue())
                .isEqualTo("https://e.example/hook");
        assertThat(json(ingest.manage("POST", path + "/getFullUrl", ""))
                        .path("endpointUrl")
                        .textValue())
                .isEqualTo("https://e.example/hook?code=secret");
        var uid = written.uid("orders/billing");
        assertThat(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/other"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(written.uid("orders/billing")).isEqualTo(uid);
        assertThat(json(ingest.manage("GET", "/topics/orders/eventSubscriptions", ""))
                        .path("value")
                        .findValuesAsText("name"))
                .contains("billing");
        assertThat(ingest.manage("DELETE", path, "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("DELETE", path, "").statusCode()).isEqualTo(204);
        assertThat(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"))
                        .statusCode())
                .isEqualTo(201);
        assertThat(written.uid("orders/billing")).isNotEqualTo(uid);
    }

    /** B-RECOVER-1: the request reaches the worker with the record, and later changes keep it. */
    @Test
    void aRequestToRetryNowIsLeftOnTheRecord() {
        var path = "/topics/orders/eventSubscriptions/impatient";
        ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/hook"));
        var asked = ingest.manage("POST", path + "/retryNow", "");
        assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
        var requested = json(asked).path("requested").textValue();
        assertThat(header(written.newest("orders/impatient"), HeaderNames.RETRY_NOW))
                .isEqualTo(requested);
        ingest.manage("PATCH", path, "{\"properties\":{\"labels\":[\"a\"]}}");
        assertThat(header(written.newest("orders/impatient"), HeaderNames.RETRY_NOW))
                .isEqualTo(requested);
        ingest.manage("PATCH", path, "{\"properties\":{\"paused\":true}}");
        var paused = ingest.manage("POST", path + "/retryNow", "");
        refused(paused, 409, "Conflict/Conflict");
        assertThat(paused.body()).contains("resume it first");
        assertThat(ingest.manage("GET", path + "/retryNow", "").statusCode()).isEqualTo(405);
        assertThat(ingest.manage("POST", "/topics/orders/eventSubscriptions/nobody/retryNow", "")
                        .statusCode())
                .isEqualTo(404);
    }

    /** Of any number, each is written and read back; changes of others come in between. */
    @Test
    void aRetryOfAHostLetsOthersMakeTheirChanges() {
        int many = 60;
        ingest.manage("PUT", "/topics/of-one-host", "{}");
        ingest.manage("PUT", "/topics/of-others", "{}");
        for (int number = 0; number < many; number++) {
            put("of-one-host", "billing-" + number, "https://one-host.example/hook");
        }
        var retried = CompletableFuture.supplyAsync(
                () -> ingest.manage("POST", "/eventSubscriptions/retryNow", "{\"host\":\"one-host.example\"}"));
        for (int change = 0; !retried.isDone(); change++) {
            put("of-others", "billing", "https://another-host.example/hook?" + change);
        }
        assertThat(json(retried.join()).path("subscriptions")).hasSize(many);
        var inOrder = log.last(TOPICS.subscriptions(), Long.MAX_VALUE).stream()
                .filter(record -> record.headers().lastHeader(HeaderNames.RETRY_NOW) != null
                        || topic(record).equals("of-others"))
                .map(SubscriptionApiIT::topic)
                .toList();
        assertThat(inOrder.subList(inOrder.indexOf("of-one-host"), inOrder.lastIndexOf("of-one-host")))
                .contains("of-others");
    }

    private static void put(String topic, String name, String url) {
        ingest.manage("PUT", "/topics/" + topic + "/eventSubscriptions/" + name, SUBSCRIPTION.formatted(url));
    }

    private static String topic(ConsumerRecord<byte[], byte[]> subscription) {
        return new String(subscription.key(), UTF_8).split("/", 2)[0];
    }

    /** B-MATCH-2: and a PATCH of something else leaves them alone, with all their digits. */
    @Test
    void advancedFiltersAreShownAsTheyWereGiven() {
        var path = "/topics/orders/eventSubscriptions/filtered";
        var filters = """
            "advancedFilters":[{"operatorType":"NumberIn","key":"data.N","values":[0.10,9007199254740993.5]},\
            {"operatorType":"NumberInRange","key":"data.n","values":[[1,2]]},\
            {"operatorType":"BoolEquals","key":"data.b","value":true}]\
            """;
        var filter = "\"filter\":{\"enableAdvancedFilteringOnArrays\":true," + filters + "}";
        var body = SUBSCRIPTION
                .formatted("https://e.example/")
                .replace("{\"properties\":{\"dest", "{\"properties\":{" + filter + ",\"dest");
        assertThat(ingest.manage("PUT", path, body).statusCode()).isEqualTo(201);
        assertThat(ingest.manage("PATCH", path, "{\"labels\":[\"a\"]}").statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage(
                                "PUT",
                                path,
                                ingest.manage("GET", path, "").body().replace("endpointBaseUrl", "endpointUrl"))
                        .statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("GET", path, "").body()).contains(filters, "\"enableAdvancedFilteringOnArrays\":true");
        var answer = ingest.manage(
                "PUT", path, body.replace("NumberInRange", "NumberLike").replace("[[1,2]]", "[]"));
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body()).contains("properties.filter.advancedFilters[1].operatorType");
    }

    @Test
    void aSubscriptionShowsTheHealthOfItsEndpoint() throws Exception {
        var path = "/topics/orders/eventSubscriptions/watched";
        var created = json(ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/")));
        assertThat(created.at("/properties/status"))
                .isEqualTo(json(
                        "{\"health\":\"NoTraffic\",\"consecutiveFailures\":0,\"deferred\":0,\"matched\":0,\"delivered\":0,"
                            + "\"deadLettered\":0,\"dropped\":0,\"waiting\":0}"));
        var until = Instant.now().plusSeconds(600);
        var probation = new Probation(until.minusSeconds(600), until, Duration.ofMinutes(10), LastOutcome.NOT_FOUND);
        var health = new EndpointHealth(
                written.uid("orders/watched"), 12, LastOutcome.NOT_FOUND, probation, 340, probation.since());
        try (var worker = log.clients().producer(Map.of())) {
            worker.send(new ProducerRecord<>(
                            TOPICS.probation(),
                            1,
                            "orders/watched".getBytes(UTF_8),
                            EndpointHealthRecord.value(health),
                            List.of(EndpointHealthRecord.headers(health))))
                    .get();
        }
        await().until(() -> ingest.manage("GET", path, "").body().contains("OnProbation"));
        var shown = json(ingest.manage("GET", path, ""));
        assertThat(shown.at("/properties/status")).isEqualTo(json("""
            {"health":"OnProbation","probationUntil":"%s","lastDeliveryOutcome":"NotFound","consecutiveFailures":12,\
            "deferred":340,"matched":0,"delivered":0,"deadLettered":0,"dropped":0,"waiting":0}\
            """.formatted(until)));
        assertThat(json(ingest.manage("GET", "/topics/orders/eventSubscriptions", ""))
                        .findValuesAsText("probationUntil"))
                .containsExactly(until.toString());
        ((ObjectNode) shown.at("/properties/destination/properties")).put("endpointUrl", "https://e.example/");
        assertThat(ingest.manage("PUT", path, shown.toString()).statusCode()).isEqualTo(200);
    }

    @Test
    void aSubscriptionWantsItsTopic() {
        refused(
                ingest.manage(
                        "PUT", "/topics/nobody/eventSubscriptions/one", SUBSCRIPTION.formatted("https://e.example/")),
                404,
                "NotFound/ResourceNotFound");
    }

    @Test
    void everyBrokenRuleIsNamedAtOnce() {
        var answer = ingest.manage("PUT", "/topics/orders/eventSubscriptions/broken", """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"http://e.example"}},
             "retryPolicy":{"maxDeliveryAttempts":31},"colour":"red"}}\
            """);
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(json(answer).path("error").path("details")).hasSize(3);
        assertThat(answer.body()).contains("properties.retryPolicy.maxDeliveryAttempts", "endpointUrl", "colour");
    }

    @ParameterizedTest(name = "{0}: {2}")
    @CsvSource(delimiter = '|', textBlock = """
        orders | https://127.0.0.1/       | ''                                          | endpointUrl
        orders | https://0x7f.1/          | ''                                          | endpointUrl
        orders | https://[::1]:8080/      | ''                                          | endpointUrl
        orders | https://169.254.169.254/ | ''                                          | endpointUrl
        orders | https://e.example/       | "expirationTimeUtc":"2020-01-01T00:00:00Z" | expirationTimeUtc
        orders | https://e.example/       | "eventDeliverySchema":"CustomInputSchema"  | eventDeliverySchema
        clouds | https://e.example/       | "eventDeliverySchema":"EventGridSchema"    | eventDeliverySchema
        """)
    void subscriptionsThatTheClockTheTopicOrTheNetworkForbidAreRefused(
            String topic, String url, String more, String path) {
        var body = SUBSCRIPTION.formatted(url);
        var answer = ingest.manage(
                "PUT",
                "/topics/" + topic + "/eventSubscriptions/forbidden",
                more.isEmpty()
                        ? body
                        : body.replace("{\"properties\":{\"dest", "{\"properties\":{" + more + ",\"dest"));
        refused(answer, 400, "BadRequest/InvalidResource");
        assertThat(answer.body()).contains(path);
    }
}
