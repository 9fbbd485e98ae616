package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-1: what a change would do is shown without doing it. */
class DryRunIT {
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}}}\
        """;
    private static final String INVALID = "BadRequest/InvalidResource";
    private static final String DRY = "?dryRun=true";
    private static final Topics TOPICS = new Topics("dry-run.");

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        // The name e.example has no address, so no handshake reaches anybody.
        ingest = IngestFixture.withOrders(TOPICS, Map.of("webhook.validation", "true"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void aSubscriptionIsShownAsItWouldBeAndNotWritten() {
        var path = "/topics/orders/eventSubscriptions/proposed";
        var shown = ingest.manage("PUT", path + DRY, SUBSCRIPTION.formatted("https://e.example/hook?code=secret"));
        assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
        assertThat(shown.headers().firstValue("ETag")).isEmpty();
        assertThat(shown.body()).doesNotContain("secret");
        var properties = json(shown).path("properties");
        assertThat(properties.path("provisioningState").textValue()).isEqualTo("Creating");
        assertThat(properties.at("/destination/properties/endpointBaseUrl").textValue())
                .isEqualTo("https://e.example/hook");
        refused(ingest.manage("GET", path, ""), 404, "NotFound/ResourceNotFound");
        assertThat(KafkaLog.shared().records(TOPICS.audit(), path.substring(1))).isEmpty();
    }

    @Test
    void aPatchIsShownAndTheVersionStays() {
        var path = "/topics/orders/eventSubscriptions/patched";
        var created = ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/hook"));
        var shown = ingest.manage("PATCH", path + DRY, "{\"properties\":{\"labels\":[\"new\"],\"paused\":true}}");
        assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
        assertThat(json(shown).at("/properties/labels/0").textValue()).isEqualTo("new");
        var paused = ingest.manage("PATCH", path + DRY, "{\"properties\":{\"paused\":true}}");
        assertThat(json(paused).at("/properties/status/health").textValue()).isEqualTo("Paused");
        var kept = ingest.manage("GET", path, "");
        assertThat(json(kept).at("/properties").has("labels")).isFalse();
        assertThat(kept.headers().firstValue("ETag"))
                .isEqualTo(created.headers().firstValue("ETag"));
    }

    @Test
    void itsErrorsAreThoseOfTheChange() {
        var path = "/topics/orders/eventSubscriptions/wrong";
        var broken = ingest.manage(
                "PUT",
                path + DRY,
                "{\"properties\":{\"colour\":1,\"destination\":{\"endpointType\":\"WebHook\","
                        + "\"properties\":{\"endpointUrl\":\"ftp://e.example\"}}}}");
        refused(broken, 400, INVALID);
        assertThat(json(broken).at("/error/details").findValuesAsText("target"))
                .contains("properties.colour", "properties.destination.properties.endpointUrl");
        refused(ingest.manage("PATCH", path + DRY, "{}"), 404, "NotFound/ResourceNotFound");
        ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"));
        refused(ifMatch(path + DRY, "\"older\""), 412, "PreconditionFailed/PreconditionFailed");
    }

    @Test
    void aTopicIsTriedToo() {
        var shown = ingest.manage(
                "PUT", "/topics/proposed" + DRY, "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}");
        assertThat(shown.statusCode()).as(shown.body()).isEqualTo(200);
        assertThat(json(shown).at("/properties/inputSchema").textValue()).isEqualTo("CloudEventSchemaV1_0");
        refused(ingest.manage("GET", "/topics/proposed", ""), 404, "NotFound/ResourceNotFound");
        refused(
                ingest.manage(
                        "PATCH", "/topics/orders" + DRY, "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}"),
                400,
                INVALID);
    }

    @Test
    void nothingElseIsDoneInstead() {
        var path = "/topics/orders/eventSubscriptions/kept";
        ingest.manage("PUT", path, SUBSCRIPTION.formatted("https://e.example/"));
        for (var request : List.of("DELETE " + path, "DELETE /topics/orders", "POST " + path + "/retryNow")) {
            var parts = request.split(" ", 2);
            refused(ingest.manage(parts[0], parts[1] + DRY, ""), 400, INVALID);
        }
        refused(ingest.manage("PATCH", path + "?dryRun", "{\"paused\":true}"), 400, INVALID);
        assertThat(json(ingest.manage("GET", path, "")).at("/properties/paused").booleanValue())
                .isFalse();
    }

    private static HttpResponse<String> ifMatch(String path, String version) {
        return ingest.send(HttpRequest.newBuilder(ingest.uri(path))
                .header("Authorization", "Bearer " + IngestFixture.TOKEN)
                .header("If-Match", version)
                .method("PATCH", BodyPublishers.ofString("{\"labels\":[\"x\"]}")));
    }
}
