package io.tidings.cli.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.cli.CliRun;
import io.tidings.cli.StubManagement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubscriptionCommandsTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PATH = "/topics/orders/eventSubscriptions/billing";
    private static final String SHOWN = """
        {"name":"billing","properties":{"provisioningState":"Creating","status":{"health":"NotValidated"},
         "warnings":["no storage for account x"]}}\
        """;

    private final StubManagement server = new StubManagement()
            .on("PUT " + PATH, 201, SHOWN)
            .on("PATCH " + PATH, 200, SHOWN)
            .on("GET " + PATH, 200, SHOWN);
    private final CliRun cli = CliRun.against(server);

    @AfterEach
    void stop() {
        server.close();
    }

    private JsonNode sent() throws JsonProcessingException {
        return JSON.readTree(server.received().getLast().body());
    }

    @Test
    void optionsThatTakeManyWordsEndAtTwoHyphens() throws JsonProcessingException {
        server.on("PUT /topics/-ab/eventSubscriptions/-cd", 201, SHOWN);
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "--endpoint",
                        "https://example.com/",
                        "--labels=a",
                        "--labels=-b",
                        "--included-event-types",
                        "Order.Placed",
                        "Order.Paid",
                        "--advanced-filter",
                        "data.country",
                        "StringIn",
                        "DE",
                        "AT",
                        "--",
                        "-ab/-cd"))
                .as(cli.notes())
                .isZero();
        assertThat(sent().at("/properties/labels")).hasToString("[\"a\",\"-b\"]");
        assertThat(sent().at("/properties/filter/includedEventTypes")).hasToString("[\"Order.Placed\",\"Order.Paid\"]");
        assertThat(sent().at("/properties/filter/advancedFilters/0/values")).hasToString("[\"DE\",\"AT\"]");
    }

    @Test
    void theFlagsOfAzuresCommandLineBecomeASubscription() throws JsonProcessingException {
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "orders/billing",
                        "--endpoint",
                        "https://example.com/hook?code=1",
                        "--included-event-types",
                        "Order.Placed",
                        "Order.Paid",
                        "--subject-begins-with",
                        "/orders/",
                        "--subject-case-sensitive",
                        "--advanced-filter",
                        "data.amount",
                        "NumberGreaterThan",
                        "-100",
                        "--advanced-filter",
                        "data.country",
                        "StringIn",
                        "DE",
                        "AT",
                        "--max-delivery-attempts",
                        "5",
                        "--event-ttl",
                        "60",
                        "--max-events-per-batch",
                        "10",
                        "--preferred-batch-size-in-kilobytes",
                        "64",
                        "--deadletter-endpoint",
                        "local/dead-letters",
                        "--delivery-attribute-mapping",
                        "X-Key",
                        "static",
                        "abc",
                        "true",
                        "--delivery-attribute-mapping",
                        "X-Tenant",
                        "dynamic",
                        "data.tenant",
                        "--expiration-date",
                        "2030-01-02",
                        "--event-delivery-schema",
                        "CloudEventSchemaV1_0",
                        "--labels",
                        "a",
                        "b"))
                .as(cli.notes())
                .isZero();
        assertThat(server.received().getLast().headers()).containsEntry("if-none-match", "*");
        assertThat(sent()).isEqualTo(JSON.readTree("""
            {"properties": {
              "filter": {"includedEventTypes": ["Order.Placed", "Order.Paid"], "subjectBeginsWith": "/orders/",
                "isSubjectCaseSensitive": true, "advancedFilters": [
                  {"operatorType": "NumberGreaterThan", "key": "data.amount", "value": -100},
                  {"operatorType": "StringIn", "key": "data.country", "values": ["DE", "AT"]}]},
              "eventDeliverySchema": "CloudEventSchemaV1_0",
              "expirationTimeUtc": "2030-01-02T00:00:00Z",
              "labels": ["a", "b"],
              "retryPolicy": {"maxDeliveryAttempts": 5, "eventTimeToLiveInMinutes": 60},
              "deadLetterDestination": {"endpointType": "StorageBlob", "properties": {
                "resourceId": "/subscriptions/00000000-0000-0000-0000-000000000000/resourceGroups/tidings/providers/Microsoft.Storage/storageAccounts/local",
                "blobContainerName": "dead-letters"}},
              "destination": {"endpointType": "WebHook", "properties": {
                "maxEventsPerBatch": 10, "preferredBatchSizeInKilobytes": 64,
                "deliveryAttributeMappings": [
                  {"name": "X-Key", "type": "Static", "properties": {"value": "abc", "isSecret": true}},
                  {"name": "X-Tenant", "type": "Dynamic", "properties": {"sourceField": "data.tenant"}}],
                "endpointUrl": "https://example.com/hook?code=1"}}}}\
            """));
        assertThat(cli.printed())
                .contains("subscription orders/billing: NotValidated (Creating)", "warning: no storage");
    }

    @Test
    void aQueueNeedsNoEndpoint() throws JsonProcessingException {
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "orders/billing",
                        "--queue",
                        "--receive-lock=120",
                        "--max-delivery-count=3",
                        "--replace"))
                .isZero();
        assertThat(sent()).hasToString("""
            {"properties":{"deliveryConfiguration":{"deliveryMode":"Queue",\
            "queue":{"receiveLockDurationInSeconds":120,"maxDeliveryCount":3}}}}\
            """);
    }

    @Test
    void anUpdateSendsOnlyWhatWasGiven() throws JsonProcessingException {
        assertThat(cli.run("subscription", "update", "orders/billing", "--event-ttl", "5"))
                .isZero();
        assertThat(server.lines()).containsExactly("PATCH " + PATH);
        assertThat(sent()).hasToString("{\"properties\":{\"retryPolicy\":{\"eventTimeToLiveInMinutes\":5}}}");
        assertThat(cli.run("subscription", "update", "orders/billing")).isEqualTo(2);
    }

    @Test
    void theRequestsOfASubscriptionCanBeLimited() throws JsonProcessingException {
        assertThat(cli.run(
                        "subscription",
                        "update",
                        "orders/billing",
                        "--requests-per-second",
                        "2.5",
                        "--concurrent-requests=4"))
                .isZero();
        assertThat(sent())
                .hasToString(
                        "{\"properties\":{\"tidings\":{\"limits\":{\"requestsPerSecond\":2.5,\"concurrentRequests\":4}}}}");
    }

    @Test
    void thePathOfAnEndpointCanBeASecret() throws JsonProcessingException {
        assertThat(cli.run("subscription", "update", "orders/billing", "--secret-path"))
                .isZero();
        assertThat(sent()).hasToString("{\"properties\":{\"tidings\":{\"secretPath\":true}}}");
        assertThat(cli.run("subscription", "update", "orders/billing", "--secret-path=false"))
                .isZero();
        assertThat(sent()).hasToString("{\"properties\":{\"tidings\":{\"secretPath\":false}}}");
    }

    @Test
    void aNewSubscriptionCanStartInThePast() throws JsonProcessingException {
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "orders/billing",
                        "--endpoint",
                        "https://example.com/",
                        "--start",
                        "earliest"))
                .isZero();
        assertThat(sent().at("/properties/tidings")).hasToString("{\"start\":\"earliest\"}");
    }

    @Test
    void aTopicCanGetTheDeadLetters() throws JsonProcessingException {
        assertThat(cli.run("subscription", "update", "orders/billing", "--deadletter-topic", "shop"))
                .isZero();
        assertThat(sent()).hasToString("{\"properties\":{\"tidings\":{\"deadLetterTopic\":\"shop\"}}}");
    }

    @Test
    void aSubscriptionCanBePausedWhenItsEndpointIsGone() throws JsonProcessingException {
        assertThat(cli.run("subscription", "update", "orders/billing", "--gone", "pause"))
                .isZero();
        assertThat(sent()).hasToString("{\"properties\":{\"tidings\":{\"gone\":\"pause\"}}}");
    }

    @Test
    void aSubscriptionCanHoldWhatWaitsWhileItIsPaused() throws JsonProcessingException {
        assertThat(cli.run("subscription", "update", "orders/billing", "--while-paused", "hold"))
                .isZero();
        assertThat(sent()).hasToString("{\"properties\":{\"tidings\":{\"whilePaused\":\"hold\"}}}");
    }

    @Test
    void anyMemberCanBeSet() throws JsonProcessingException {
        assertThat(cli.run(
                        "subscription",
                        "update",
                        "orders/billing",
                        "--set",
                        "tidings.retry.timeToLive=P3D",
                        "--set",
                        "tidings.signing=null",
                        "--set",
                        "paused=true",
                        "--tidings",
                        "{\"recovery\":\"schedule\"}"))
                .isZero();
        assertThat(sent()).isEqualTo(JSON.readTree("""
            {"properties":{"paused":true,
             "tidings":{"recovery":"schedule","retry":{"timeToLive":"P3D"},"signing":null}}}\
            """));
    }

    @Test
    void aFileDescribesWhatFlagsChange(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("billing.yaml"), """
            properties:
              destination: {endpointType: WebHook, properties: {endpointUrl: "https://example.com/"}}
              retryPolicy: {maxDeliveryAttempts: 30}
            """);
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "orders/billing",
                        "--replace",
                        "--from-file",
                        file.toString(),
                        "--max-delivery-attempts",
                        "3"))
                .isZero();
        assertThat(server.received().getLast().headers()).doesNotContainKey("if-none-match");
        assertThat(sent().at("/properties/retryPolicy/maxDeliveryAttempts").asInt())
                .isEqualTo(3);
        assertThat(sent().at("/properties/destination/properties/endpointUrl").asText())
                .isEqualTo("https://example.com/");
    }

    @Test
    void subscriptionsOfAllTopicsAreListedAndSelected() {
        server.on(
                "GET /eventSubscriptions",
                200,
                "{\"total\":1,\"value\":[{\"topic\":\"orders\",\"name\":\"billing\",\"health\":\"Failing\",\"reason\":\"why\","
                    + "\"host\":\"e.example\",\"waiting\":7,\"oldest\":\"2026-11-22T11:00:00Z\",\"deadLettered\":0,"
                    + "\"recent\":{\"minutes\":5,\"delivered\":3,\"failed\":9}}]}");
        assertThat(cli.run("subscription", "list")).isZero();
        assertThat(cli.run("subscription", "list", "orders", "--health", "Failing", "--host", "e.ex"))
                .isZero();
        assertThat(cli.printed())
                .containsPattern("orders/billing +Failing +e.example +3 +9 +7 +2026-11-22T11:00:00Z +why");
        assertThat(server.lines().getLast())
                .startsWith("GET /eventSubscriptions?topic=orders&health=Failing&host=e.ex");
    }

    @Test
    void aSubscriptionIsPausedAndResumed() {
        assertThat(cli.run("subscription", "pause", "orders/billing")).isZero();
        assertThat(cli.run("subscription", "resume", "orders/billing")).isZero();
        assertThat(server.received().stream().map(StubManagement.Received::body))
                .containsExactly("{\"properties\":{\"paused\":true}}", "{\"properties\":{\"paused\":false}}");
    }

    @Test
    void whatWaitsForAHostIsRetriedOnceItIsKnownWhatThatIs() {
        server.on("POST /eventSubscriptions/retryNow", 200, """
            {"dryRun":true,"subscriptions":["news/crm","orders/billing"],"warnings":["orders/audit is paused"]}\
            """);
        assertThat(cli.run("subscription", "retry-now", "--host", "hooks.example", "--dry-run"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("{\"host\":\"hooks.example\",\"dryRun\":true}");
        assertThat(cli.printed()).contains("nothing is sent", "2 subscriptions: news/crm, orders/billing");
        assertThat(cli.notes()).contains("warning: orders/audit is paused");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "orders/billing --host hooks.example", "orders/billing --dry-run"})
    void aRetryIsOfOneSubscriptionOrOfAHost(String arguments) {
        assertThat(cli.run(("subscription retry-now " + arguments).split(" "))).isEqualTo(2);
        assertThat(server.received()).isEmpty();
    }

    @Test
    void actionsHaveRoutesOfTheirOwn() {
        server.on("POST " + PATH + "/retryNow", 202, "{\"requested\":\"x\",\"message\":\"on its way\"}")
                .on("POST " + PATH + "/rotateSigningSecret", 200, "{\"secret\":\"whsec_x\",\"formerUntil\":null}")
                .on("POST " + PATH + "/test", 202, "{\"eventId\":\"t-1\"}")
                .on("POST " + PATH + "/getFullUrl", 200, "{\"endpointUrl\":\"https://example.com/?code=1\"}")
                .on("DELETE " + PATH, 204, "");
        assertThat(cli.run("subscription", "retry-now", "orders/billing")).isZero();
        assertThat(cli.run("subscription", "rotate-signing-secret", "orders/billing", "--overlap", "P1D"))
                .isZero();
        assertThat(server.received().getLast().body()).isEqualTo("{\"overlap\":\"P1D\"}");
        assertThat(cli.run("subscription", "test", "orders/billing")).isZero();
        assertThat(cli.run("subscription", "show", "orders/billing", "--full-url"))
                .isZero();
        assertThat(cli.run("subscription", "delete", "orders/billing")).isZero();
        assertThat(cli.printed())
                .contains(
                        "on its way",
                        "whsec_x",
                        "tidings event show orders t-1",
                        "https://example.com/?code=1",
                        "there is no subscription orders/billing");
    }

    @Test
    void aFilterThatIsNoneIsAUsageErrorAndNothingIsSent() {
        assertThat(cli.run(
                        "subscription",
                        "create",
                        "orders/billing",
                        "--endpoint",
                        "https://example.com",
                        "--advanced-filter",
                        "data.n",
                        "NumberIn",
                        "five"))
                .isEqualTo(2);
        assertThat(cli.notes()).contains("not a number: five");
        assertThat(server.received()).isEmpty();
    }
}
