package io.tidings.ingest;

import static io.tidings.ingest.Answers.json;
import static io.tidings.ingest.Answers.refused;
import static io.tidings.ingest.KafkaLog.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.HeaderNames;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.Answer;
import io.tidings.testbed.LocalBroker;
import io.tidings.testbed.ReceivedRequest;
import io.tidings.testbed.Receiver;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.GroupState;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-SUB-2, B-SUB-3: endpoints are asked for their consent by the one owner, against a real broker and real sockets. */
class HandshakeIT {
    private static final Map<String, String> SETTINGS = Map.of(
            "webhook.validation", "true",
            "endpoint.allow.http", "true",
            "endpoint.allow.networks", "127.0.0.0/8,::1/128");
    private static final Answer YES = Answer.agreeing();
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String GROUP = "tidings.owner";

    @TempDir
    static Path data;

    private static LocalBroker broker;
    private static KafkaLog log;
    private static Ingest owner;
    private static Ingest other;
    private static Receiver receiver;

    @BeforeAll
    static void start() {
        broker = LocalBroker.start(LocalBroker.Settings.in(data));
        log = new KafkaLog(KafkaClients.of(broker.bootstrapServers()));
        receiver = Receiver.start();
        owner = new Ingest(broker.bootstrapServers(), SETTINGS);
        other = new Ingest(broker.bootstrapServers(), SETTINGS);
        awaitOneOwner();
        owner.manage("PUT", "/topics/orders", "{}");
        owner.manage("PUT", "/topics/clouds", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
    }

    /** While the second one joins, the work may go from the first to it, and what was begun begins again. */
    private static void awaitOneOwner() {
        try (var admin = log.clients().admin()) {
            await().atMost(PATIENCE).until(() -> {
                var group = admin.describeConsumerGroups(List.of(GROUP))
                        .describedGroups()
                        .get(GROUP)
                        .get();
                return group.groupState() == GroupState.STABLE
                        && group.members().size() == 2;
            });
        }
    }

    @AfterAll
    static void stop() {
        owner.close();
        other.close();
        receiver.close();
        broker.close();
    }

    @Test
    void whoSendsTheCodeBackIsValidatedWhilePutDoesNotWait() {
        receiver.answers("/echo", YES);
        var created = put(other, "orders/echo", "/echo?key=1");
        assertThat(created.at("/properties/provisioningState").textValue()).isEqualTo("Creating");
        awaitState("orders/echo", "Succeeded");
        assertThat(get("orders/echo").at("/properties/provisioningError").isMissingNode())
                .isTrue();
        var asked = receiver.requests("/echo");
        assertThat(asked).hasSize(1);
        var request = asked.getFirst();
        assertThat(request.method() + " " + request.query()).isEqualTo("POST key=1");
        assertThat(request.header("aeg-event-type")).containsExactly("SubscriptionValidation");
        assertThat(request.header("aeg-subscription-name")).containsExactly("ECHO");
        assertThat(request.header("content-type")).containsExactly("application/json; charset=utf-8");
        var event = json(request.text()).path(0);
        assertThat(event.path("topic").textValue()).endsWith("/topics/orders");
        assertThat(event.path("eventType").textValue()).isEqualTo("Microsoft.EventGrid.SubscriptionValidationEvent");
        assertThat(newest("orders/echo").headers().lastHeader(HeaderNames.VALIDATION_CODE))
                .isNull();
    }

    @Test
    void anotherCodeFails() {
        receiver.answers("/wrong", new Answer.Status(200, Map.of(), "{\"validationResponse\":\"42\"}"));
        put(owner, "orders/wrong", "/wrong");
        awaitState("orders/wrong", "Failed");
        assertThat(problem("orders/wrong")).contains("another validationResponse");
        receiver.answers("/wrong", YES);
        put(owner, "orders/wrong", "/wrong");
        awaitState("orders/wrong", "Succeeded");
    }

    @Test
    void aRefusalFailsAtOnceAndTellsWhy() {
        receiver.answers("/gone", Answer.status(404));
        put(owner, "orders/gone", "/gone");
        awaitState("orders/gone", "Failed");
        assertThat(problem("orders/gone")).contains("404");
        assertThat(receiver.requests("/gone")).hasSize(1);
    }

    @Test
    void whoSaysNothingMayOpenTheUrlOnceOnAnyInstance() {
        receiver.answers("/manual", Answer.status(200));
        put(owner, "orders/manual", "/manual");
        awaitState("orders/manual", "AwaitingManualAction");
        assertThat(problem("orders/manual")).contains("without the validationResponse");
        var url = URI.create(validation("/manual").path("validationUrl").textValue());
        refused(open(other, url.getRawPath() + "?id=orders%2Fmanual&code=42"), 404, "NotFound/ResourceNotFound");
        refused(open(other, url.getRawPath() + "?id=orders%2Fmanual"), 404, "NotFound/ResourceNotFound");
        refused(open(other, url.getRawPath()), 404, "NotFound/ResourceNotFound");
        assertThat(state("orders/manual")).isEqualTo("AwaitingManualAction");
        var opened = open(other, url.getRawPath() + "?" + url.getRawQuery());
        assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
        awaitState("orders/manual", "Succeeded");
        refused(open(other, url.getRawPath() + "?" + url.getRawQuery()), 404, "NotFound/ResourceNotFound");
        refused(
                other.send(HttpRequest.newBuilder(other.uri("/validate")).DELETE()),
                405,
                "MethodNotAllowed/MethodNotAllowed");
    }

    @Test
    void anEndpointMayOpenTheUrlBeforeItAnswers() {
        receiver.answers("/eager", Answer.computed(request -> {
            var url =
                    URI.create(json(request.text()).at("/0/data/validationUrl").textValue());
            return Answer.status(owner.send(HttpRequest.newBuilder(url)).statusCode());
        }));
        put(owner, "orders/eager", "/eager");
        awaitState("orders/eager", "Succeeded");
        assertThat(receiver.requests("/eager")).hasSize(1);
    }

    @Test
    void afterTenMinutesTheUrlIsWorthNothing() {
        write(
                "orders/late",
                "/late",
                HeaderNames.SUBSCRIPTION_UID,
                "u1",
                HeaderNames.PROVISIONING_STATE,
                "AwaitingManualAction",
                HeaderNames.PROVISIONING_SINCE,
                Instant.now().minusSeconds(601).toString(),
                HeaderNames.VALIDATION_CODE,
                "c1");
        awaitState("orders/late", "Failed");
        assertThat(problem("orders/late")).contains("10 minutes");
        refused(open(owner, "/validate?id=orders%2Flate&code=c1"), 404, "NotFound/ResourceNotFound");
        assertThat(receiver.requests("/late")).isEmpty();
    }

    @Test
    void aCloudEventsEndpointAllowsTheOriginAndARate() {
        receiver.answers(
                "/cloud",
                new Answer.Status(
                        200,
                        Map.of("WebHook-Allowed-Origin", "eventgrid.azure.net", "WebHook-Allowed-Rate", "120"),
                        ""));
        put(owner, "clouds/cloud", "/cloud");
        awaitState("clouds/cloud", "Succeeded");
        var request = receiver.requests("/cloud").getFirst();
        assertThat(request.method()).isEqualTo("OPTIONS");
        assertThat(request.header("webhook-request-origin")).containsExactly("eventgrid.azure.net");
        assertThat(request.header("webhook-request-callback"))
                .singleElement()
                .asString()
                .contains("/validate?id=clouds%2Fcloud&code=");
        assertThat(header(newest("clouds/cloud"), HeaderNames.ALLOWED_RATE)).isEqualTo("120");
        put(owner, "clouds/cloud", "/cloud");
        assertThat(state("clouds/cloud")).isEqualTo("Succeeded");
        assertThat(header(newest("clouds/cloud"), HeaderNames.ALLOWED_RATE)).isEqualTo("120");
    }

    @Test
    void aCloudEventsEndpointThatAllowsAnotherOriginFails() {
        receiver.answers("/other", Answer.status(200, Map.of("WebHook-Allowed-Origin", "example.com")));
        put(owner, "clouds/other", "/other");
        awaitState("clouds/other", "Failed");
        assertThat(problem("clouds/other")).contains("WebHook-Allowed-Origin");
    }

    @Test
    void aCloudEventsEndpointMayCallBack() {
        receiver.answers("/later", Answer.status(204));
        put(owner, "clouds/later", "/later");
        awaitState("clouds/later", "AwaitingManualAction");
        var callback = URI.create(receiver.requests("/later")
                .getFirst()
                .header("webhook-request-callback")
                .getFirst());
        assertThat(other.post(callback.getRawPath() + "?" + callback.getRawQuery(), "")
                        .statusCode())
                .isEqualTo(200);
        awaitState("clouds/later", "Succeeded");
    }

    /** B-SUB-2. */
    @Test
    void whatForeignToolsWroteIsValidatedToo() {
        receiver.answers("/foreign", YES);
        write("orders/foreign", "/foreign");
        awaitState("orders/foreign", "Succeeded");
        assertThat(receiver.requests("/foreign")).hasSize(1);
        var uid = header(newest("orders/foreign"), HeaderNames.SUBSCRIPTION_UID);
        receiver.answers("/foreign2", Answer.status(403));
        write("orders/foreign", "/foreign2");
        awaitState("orders/foreign", "Failed");
        assertThat(header(newest("orders/foreign"), HeaderNames.SUBSCRIPTION_UID))
                .isEqualTo(uid);
        assertThat(header(newest("orders/foreign"), HeaderNames.VALIDATED)).isEqualTo("true");
    }

    @Test
    void aNewEndpointIsAskedAnythingElseThatChangesAsksNobody() {
        receiver.answers("/one", YES);
        receiver.answers("/two", Answer.status(200));
        put(owner, "orders/moving", "/one");
        awaitState("orders/moving", "Succeeded");
        put(other, "orders/moving", "/one");
        assertThat(state("orders/moving")).isEqualTo("Succeeded");
        var moved = put(other, "orders/moving", "/two");
        assertThat(moved.at("/properties/provisioningState").textValue()).isEqualTo("Updating");
        awaitState("orders/moving", "AwaitingManualAction");
        assertThat(header(newest("orders/moving"), HeaderNames.VALIDATED)).isEqualTo("true");
        assertThat(receiver.requests("/one")).hasSize(1);
    }

    @Test
    void anAddressThatIsNotAllowedIsNotAsked() {
        write("orders/inside", URI.create("http://10.0.0.1/"));
        awaitState("orders/inside", "Failed");
        assertThat(problem("orders/inside")).contains("endpoint.allow.networks");
    }

    @Test
    void whenTheOwnerStopsTheOtherGoesOn() {
        receiver.answers("/handover", Answer.hang());
        var first = new Ingest(broker.bootstrapServers(), withPrefix("handover."));
        first.manage("PUT", "/topics/orders", "{}");
        put(first, "orders/handover", "/handover");
        await().atMost(PATIENCE).until(() -> !receiver.requests("/handover").isEmpty());
        receiver.answers("/handover", YES);
        try (var second = new Ingest(broker.bootstrapServers(), withPrefix("handover."))) {
            first.close();
            await().atMost(PATIENCE)
                    .untilAsserted(
                            () -> assertThat(second.manage("GET", "/topics/orders/eventSubscriptions/handover", "")
                                            .body())
                                    .contains("\"provisioningState\":\"Succeeded\""));
        }
        assertThat(receiver.requests("/handover").stream()
                        .map(request -> json(request.text()).at("/0/data/validationCode"))
                        .distinct())
                .as("the code of a handshake stays the same, so that every URL sent is good")
                .hasSize(1);
    }

    private static Map<String, String> withPrefix(String prefix) {
        var settings = new HashMap<>(SETTINGS);
        settings.put("topic.prefix", prefix);
        return settings;
    }

    private static HttpResponse<String> open(Ingest ingest, String path) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path)));
    }

    private static JsonNode put(Ingest ingest, String key, String path) {
        var answer = ingest.manage("PUT", path(key), body(receiver.uri(path)));
        assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 201);
        return json(answer);
    }

    private static void write(String key, String path, String... headers) {
        write(key, receiver.uri(path), headers);
    }

    private static void write(String key, URI endpoint, String... headers) {
        var record = new ProducerRecord<>(
                "tidings.subscriptions", key.getBytes(UTF_8), body(endpoint).getBytes(UTF_8));
        for (int i = 0; i < headers.length; i += 2) {
            record.headers().add(headers[i], headers[i + 1].getBytes(UTF_8));
        }
        try (var producer = log.clients().producer(Map.of())) {
            KafkaAnswer.await(producer.send(record), "writing");
        }
    }

    private static String body(URI endpoint) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
            """.formatted(endpoint);
    }

    private static String path(String key) {
        return "/topics/" + key.replace("/", "/eventSubscriptions/");
    }

    private static JsonNode get(String key) {
        return json(owner.manage("GET", path(key), ""));
    }

    private static String state(String key) {
        return get(key).at("/properties/provisioningState").asText();
    }

    private static String problem(String key) {
        return get(key).at("/properties/provisioningError").asText();
    }

    private static void awaitState(String key, String state) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(state(key)).isEqualTo(state));
    }

    private static JsonNode validation(String path) {
        List<ReceivedRequest> requests = receiver.requests(path);
        return json(requests.getLast().text()).at("/0/data");
    }

    private static ConsumerRecord<byte[], byte[]> newest(String key) {
        return log.last("tidings.subscriptions", Long.MAX_VALUE).stream()
                .filter(record -> key.equals(new String(record.key(), UTF_8)))
                .toList()
                .getLast();
    }
}
