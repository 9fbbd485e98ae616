package io.tidings.ingest.it;

import static io.tidings.ingest.it.KafkaLog.header;
import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-2, B-SUB-3: one owner validates endpoints, with a real broker and real sockets. */
class ValidationHandshakeIT {
    private static final ScriptedResponse YES = ScriptedResponse.agreeing();

    private static ValidationFixture bench;

    @BeforeAll
    static void start() {
        bench = ValidationFixture.open("handshake");
    }

    @AfterAll
    static void stop() {
        bench.close();
    }

    @Test
    void anEndpointThatReturnsTheCodeIsValidatedWhilePutDoesNotWait() {
        var waits = new CountDownLatch(1);
        bench.webhook.answers("/echo", ValidationFixture.after(waits, ((ScriptedResponse.Computed) YES).status()));
        var created = bench.put(bench.other, "orders/echo", "/echo?key=1");
        assertThat(created.at("/properties/provisioningState").textValue()).isEqualTo("Creating");
        waits.countDown();
        bench.awaitState("orders/echo", "Succeeded");
        assertThat(bench.get("orders/echo").at("/properties/provisioningError").isMissingNode())
                .isTrue();
        var asked = bench.webhook.requests("/echo");
        assertThat(asked).hasSize(1);
        var request = asked.getFirst();
        assertThat(request.method() + " " + request.query()).isEqualTo("POST key=1");
        assertThat(request.header("aeg-event-type")).containsExactly("SubscriptionValidation");
        assertThat(request.header("aeg-subscription-name")).containsExactly("ECHO");
        assertThat(request.header("content-type")).containsExactly("application/json; charset=utf-8");
        var event = json(request.text()).path(0);
        assertThat(event.path("topic").textValue()).endsWith("/topics/orders");
        assertThat(event.path("eventType").textValue()).isEqualTo("Microsoft.EventGrid.SubscriptionValidationEvent");
        assertThat(bench.newest("orders/echo").headers().lastHeader(HeaderNames.VALIDATION_CODE))
                .isNull();
    }

    /** A topic has 16 of 64 requests, so three of them leave room for a fourth; with 22 each there would be none. */
    @Test
    void hangingEndpointsOfOneTopicDoNotKeepThoseOfOthersWaiting() {
        var waits = new CountDownLatch(1);
        bench.webhook.answers("/hanging", ValidationFixture.after(waits, ((ScriptedResponse.Computed) YES).status()));
        bench.webhook.answers("/prompt", YES);
        for (var topic : List.of("crowd", "throng", "mob")) {
            bench.owner.manage("PUT", "/topics/" + topic, "{}");
            for (int i = 0; i < 22; i++) {
                bench.put(bench.owner, topic + "/hanging" + i, "/hanging");
            }
        }
        await().atMost(ValidationFixture.PATIENCE)
                .until(() -> bench.webhook.requests("/hanging").size() >= 3 * 16);
        var asked = Instant.now();
        bench.put(bench.owner, "orders/prompt", "/prompt");
        bench.awaitState("orders/prompt", "Succeeded");
        // More would mean that the fourth had to wait until some had timed out, which takes 30 seconds.
        assertThat(bench.webhook.requests("/hanging").stream().map(ReceivedRequest::received))
                .filteredOn(each -> each.isAfter(asked.minusSeconds(29)) && each.isBefore(asked))
                .hasSizeLessThanOrEqualTo(3 * 16);
        waits.countDown();
    }

    @Test
    void anotherCodeFails() {
        bench.webhook.answers("/wrong", new ScriptedResponse.Status(200, Map.of(), "{\"validationResponse\":\"42\"}"));
        bench.put(bench.owner, "orders/wrong", "/wrong");
        bench.awaitState("orders/wrong", "Failed");
        assertThat(bench.problem("orders/wrong")).contains("another validationResponse");
        bench.webhook.answers("/wrong", YES);
        bench.put(bench.owner, "orders/wrong", "/wrong");
        bench.awaitState("orders/wrong", "Succeeded");
    }

    @Test
    void aRefusalFailsAtOnceWithItsReason() {
        bench.webhook.answers("/gone", ScriptedResponse.status(404));
        bench.put(bench.owner, "orders/gone", "/gone");
        bench.awaitState("orders/gone", "Failed");
        assertThat(bench.problem("orders/gone")).contains("404");
        assertThat(bench.webhook.requests("/gone")).hasSize(1);
    }

    @Test
    void anUndecidedEndpointMayOpenTheUrlOnceOnAnyInstance() {
        bench.webhook.answers("/manual", ScriptedResponse.status(200));
        bench.put(bench.owner, "orders/manual", "/manual");
        bench.awaitState("orders/manual", "AwaitingManualAction");
        assertThat(bench.problem("orders/manual")).contains("without the validationResponse");
        var url = URI.create(json(bench.webhook.requests("/manual").getLast().text())
                .at("/0/data/validationUrl")
                .textValue());
        refused(open(bench.other, url.getRawPath() + "?id=orders%2Fmanual&code=42"), 404, "NotFound/ResourceNotFound");
        refused(open(bench.other, url.getRawPath() + "?id=orders%2Fmanual"), 404, "NotFound/ResourceNotFound");
        refused(open(bench.other, url.getRawPath()), 404, "NotFound/ResourceNotFound");
        assertThat(bench.state("orders/manual")).isEqualTo("AwaitingManualAction");
        var opened = open(bench.other, url.getRawPath() + "?" + url.getRawQuery());
        assertThat(opened.statusCode()).as(opened.body()).isEqualTo(200);
        bench.awaitState("orders/manual", "Succeeded");
        refused(open(bench.other, url.getRawPath() + "?" + url.getRawQuery()), 404, "NotFound/ResourceNotFound");
        refused(
                bench.other.send(
                        HttpRequest.newBuilder(bench.other.uri("/validate")).DELETE()),
                405,
                "MethodNotAllowed/MethodNotAllowed");
    }

    @Test
    void pausingDoesNotStartTheHandshakeAgain() {
        bench.webhook.answers("/pausing", ScriptedResponse.status(200));
        bench.put(bench.owner, "orders/pausing", "/pausing");
        bench.awaitState("orders/pausing", "AwaitingManualAction");
        var paused = bench.owner.manage("PATCH", "/topics/orders/eventSubscriptions/pausing", "{\"paused\":true}");
        assertThat(paused.statusCode()).as(paused.body()).isEqualTo(200);
        assertThat(json(paused).at("/properties/paused").booleanValue()).isTrue();
        assertThat(json(paused).at("/properties/provisioningState").textValue()).isEqualTo("AwaitingManualAction");
        assertThat(bench.webhook.requests("/pausing")).hasSize(1);
    }

    @Test
    void anEndpointMayOpenTheUrlBeforeItResponds() {
        bench.webhook.answers("/eager", ScriptedResponse.computed(request -> {
            var url =
                    URI.create(json(request.text()).at("/0/data/validationUrl").textValue());
            return ScriptedResponse.status(
                    bench.owner.send(HttpRequest.newBuilder(url)).statusCode());
        }));
        bench.put(bench.owner, "orders/eager", "/eager");
        bench.awaitState("orders/eager", "Succeeded");
        assertThat(bench.webhook.requests("/eager")).hasSize(1);
    }

    @Test
    void afterTenMinutesTheUrlIsWorthNothing() {
        bench.write(
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
        bench.awaitState("orders/late", "Failed");
        assertThat(bench.problem("orders/late")).contains("10 minutes");
        refused(open(bench.owner, "/validate?id=orders%2Flate&code=c1"), 404, "NotFound/ResourceNotFound");
        assertThat(bench.webhook.requests("/late")).isEmpty();
    }

    /** B-SUB-2. */
    @Test
    void aRecordOfAnotherToolIsValidatedToo() {
        bench.webhook.answers("/foreign", YES);
        bench.write("orders/foreign", "/foreign");
        bench.awaitState("orders/foreign", "Succeeded");
        assertThat(bench.webhook.requests("/foreign")).hasSize(1);
        var uid = header(bench.newest("orders/foreign"), HeaderNames.SUBSCRIPTION_UID);
        bench.webhook.answers("/foreign2", ScriptedResponse.status(403));
        bench.write("orders/foreign", "/foreign2");
        bench.awaitState("orders/foreign", "Failed");
        assertThat(header(bench.newest("orders/foreign"), HeaderNames.SUBSCRIPTION_UID))
                .isEqualTo(uid);
        assertThat(header(bench.newest("orders/foreign"), HeaderNames.VALIDATED))
                .isEqualTo("true");
    }

    @Test
    void onlyANewEndpointHasAHandshake() {
        bench.webhook.answers("/one", YES);
        var waits = new CountDownLatch(1);
        bench.webhook.answers("/two", ValidationFixture.after(waits, _ -> ScriptedResponse.status(200)));
        bench.put(bench.owner, "orders/moving", "/one");
        bench.awaitState("orders/moving", "Succeeded");
        bench.put(bench.other, "orders/moving", "/one");
        assertThat(bench.state("orders/moving")).isEqualTo("Succeeded");
        var moved = bench.put(bench.other, "orders/moving", "/two");
        assertThat(moved.at("/properties/provisioningState").textValue()).isEqualTo("Updating");
        waits.countDown();
        bench.awaitState("orders/moving", "AwaitingManualAction");
        assertThat(header(bench.newest("orders/moving"), HeaderNames.VALIDATED)).isEqualTo("true");
        assertThat(bench.webhook.requests("/one")).hasSize(1);
    }

    @Test
    void anAddressThatIsNotAllowedIsNotAsked() {
        bench.write("orders/inside", URI.create("http://10.0.0.1/"));
        bench.awaitState("orders/inside", "Failed");
        assertThat(bench.problem("orders/inside")).contains("endpoint.allow.networks");
    }

    @Test
    void whenTheOwnerStopsTheOtherGoesOn() {
        var topics = new Topics("handover.");
        bench.webhook.answers("/handover", ScriptedResponse.hang());
        var first = IngestFixture.under(topics, ValidationFixture.SETTINGS);
        first.manage("PUT", "/topics/orders", "{}");
        bench.put(first, "orders/handover", "/handover");
        await().atMost(ValidationFixture.PATIENCE)
                .until(() -> !bench.webhook.requests("/handover").isEmpty());
        bench.webhook.answers("/handover", YES);
        try (var second = IngestFixture.under(topics, ValidationFixture.SETTINGS)) {
            first.close();
            await().atMost(ValidationFixture.PATIENCE)
                    .untilAsserted(
                            () -> assertThat(second.manage("GET", "/topics/orders/eventSubscriptions/handover", "")
                                            .body())
                                    .contains("\"provisioningState\":\"Succeeded\""));
        }
        assertThat(bench.webhook.requests("/handover").stream()
                        .map(request -> json(request.text()).at("/0/data/validationCode"))
                        .distinct())
                .as("the code of a handshake stays the same, so that every URL sent is good")
                .hasSize(1);
    }

    private static HttpResponse<String> open(IngestFixture ingest, String path) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path)));
    }
}
