package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.net.http.HttpRequest;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-SUB-1: a topic and its keys, from the first PUT to the DELETE. */
class TopicApiIT {
    private static final String EVENT = """
        {"id":"1","subject":"/o/1","eventType":"placed","eventTime":"2026-11-21T09:30:00Z","data":{"n":1}}\
        """;
    private static final String SUBSCRIPTION = """
        {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"https://e.example/"}}}}\
        """;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(new Topics("topic-management."), Map.of());
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void managementWantsTheToken() {
        var answer = ingest.send(HttpRequest.newBuilder(ingest.uri("/topics")));
        refused(answer, 401, "Unauthorized/Unauthorized");
        assertThat(answer.headers().firstValue("WWW-Authenticate"))
                .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
    }

    @Test
    void aTopicLivesFromPutToDelete() {
        assertThat(ingest.manage("GET", "/topics/shop", "").statusCode()).isEqualTo(404);
        var created = ingest.manage("PUT", "/topics/shop", "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}");
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(json(created).path("name").textValue()).isEqualTo("shop");
        assertThat(json(created).path("type").textValue()).isEqualTo("Microsoft.EventGrid/topics");
        assertThat(json(created).path("properties").path("provisioningState").textValue())
                .isEqualTo("Succeeded");
        var keys = ingest.manage("POST", "/topics/shop/listKeys", "").body();
        assertThat(ingest.manage("PUT", "/topics/shop", created.body()).statusCode())
                .isEqualTo(200);
        assertThat(ingest.manage("POST", "/topics/shop/listKeys", "").body()).isEqualTo(keys);
        assertThat(json(ingest.manage("GET", "/topics", "")).path("value").findValuesAsText("name"))
                .contains("shop", "orders");
        assertThat(ingest.manage("PUT", "/topics/shop/eventSubscriptions/one", SUBSCRIPTION)
                        .statusCode())
                .isEqualTo(201);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(204);
        assertThat(ingest.manage("GET", "/topics/shop/eventSubscriptions/one", "")
                        .statusCode())
                .isEqualTo(404);
        assertThat(ingest.manage("GET", "/topics/shop/eventSubscriptions", "").statusCode())
                .isEqualTo(404);
    }

    /** #31: B-LANE-2. */
    @Test
    void aSubscriptionIsWarnedThatIsNotOrderedAsItsTopicIsPartitioned() {
        var topic = "/topics/partitioned";
        var ordered = topic + "/eventSubscriptions/ordered";
        ingest.manage("PUT", topic, "{}");
        var body = SUBSCRIPTION.replaceFirst("}}$", ",\"tidings\":{\"orderBy\":\"/data/customerId\"}}}");
        assertThat(json(ingest.manage("PUT", ordered, body)).at("/properties/warnings"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.textValue())
                        .contains("orderBy is /data/customerId", "partitionBy is not set"));

        var partitioned = "{\"properties\":{\"tidings\":{\"partitionBy\":\"/data/customerid\"}}}";
        var refused = ingest.manage("PATCH", topic, partitioned);
        refused(refused, 409, "Conflict/Conflict");
        assertThat(refused.body()).contains("subscription ordered", "?force=true");
        refused(ingest.manage("PATCH", topic + "?dryRun=true", partitioned), 409, "Conflict/Conflict");
        var forced = ingest.manage("PATCH", topic + "?force=true", partitioned);
        assertThat(forced.statusCode()).as(forced.body()).isEqualTo(200);
        assertThat(json(forced).at("/properties/tidings/partitionBy").textValue())
                .isEqualTo("/data/customerid");
        assertThat(json(ingest.manage("GET", ordered, ""))
                        .at("/properties/warnings")
                        .isMissingNode())
                .isTrue();
        assertThat(ingest.manage("PUT", topic, partitioned).statusCode()).isEqualTo(200);
        refused(ingest.manage("PUT", topic, "{}"), 409, "Conflict/Conflict");
    }

    @Test
    void oneKeyIsRegeneratedTheOtherStays() {
        ingest.manage("PUT", "/topics/rotate", "{}");
        var before = json(ingest.manage("POST", "/topics/rotate/listKeys", ""));
        var after = json(ingest.manage("POST", "/topics/rotate/regenerateKey", "{\"keyName\":\"key1\"}"));
        assertThat(after.path("key2")).isEqualTo(before.path("key2"));
        assertThat(after.path("key1")).isNotEqualTo(before.path("key1"));
        assertThat(json(ingest.manage("POST", "/topics/rotate/listKeys", ""))).isEqualTo(after);
        var event = "[" + EVENT + "]";
        var path = "/topics/rotate/api/events";
        assertThat(ingest.post(path, event, "aeg-sas-key", before.path("key1").textValue())
                        .statusCode())
                .isEqualTo(401);
        assertThat(ingest.post(path, event, "aeg-sas-key", after.path("key1").textValue())
                        .statusCode())
                .isEqualTo(200);
        refused(
                ingest.manage("POST", "/topics/rotate/regenerateKey", "{\"keyName\":\"key3\"}"),
                400,
                "BadRequest/InvalidResource");
        refused(ingest.manage("POST", "/topics/rotate/regenerateKey", "nonsense"), 400, "BadRequest/InvalidResource");
    }

    @Test
    void aSourceComesBackAsItWasGivenAndIsRemovedByAPatch() {
        var created = ingest.manage("PUT", "/topics/sourced", source("shop.orders.v1"));
        assertThat(created.statusCode()).isEqualTo(201);
        assertThat(json(created).at("/properties/tidings/source")).hasToString("""
            {"kafkaTopic":"shop.orders.v1","format":"json","start":"latest"}\
            """);
        assertThat(ingest.manage("PUT", "/topics/sourced", created.body()).body())
                .isEqualTo(created.body());
        var patched = ingest.manage("PATCH", "/topics/sourced", "{\"properties\":{\"tidings\":null}}");
        assertThat(patched.statusCode()).isEqualTo(200);
        assertThat(json(patched).at("/properties/tidings").isMissingNode()).isTrue();
    }

    @Test
    void aKafkaTopicIsTheSourceOfOneTopicOnly() {
        assertThat(ingest.manage("PUT", "/topics/first", source("shop.payments"))
                        .statusCode())
                .isEqualTo(201);
        var second = ingest.manage("PUT", "/topics/second", source("shop.payments"));
        refused(second, 409, "Conflict/Conflict");
        assertThat(second.body()).contains("shop.payments is the source of topic first already");
        assertThat(ingest.manage("GET", "/topics/second", "").statusCode()).isEqualTo(404);
        assertThat(ingest.manage("DELETE", "/topics/first", "").statusCode()).isEqualTo(200);
        assertThat(ingest.manage("PUT", "/topics/second", source("shop.payments"))
                        .statusCode())
                .isEqualTo(201);
    }

    @Test
    void ourOwnKafkaTopicsAreNoSource() {
        var refused = ingest.manage("PUT", "/topics/circle", source("topic-management.deliveries"));
        refused(refused, 400, "BadRequest/InvalidResource");
        assertThat(refused.body()).contains("properties.tidings.source.kafkaTopic");
    }

    private static String source(String kafkaTopic) {
        return "{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"" + kafkaTopic
                + "\",\"format\":\"json\"}}}}";
    }

    @Test
    void theSchemaOfATopicCannotChange() {
        refused(
                ingest.manage("PUT", "/topics/orders", "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}"),
                400,
                "BadRequest/InvalidResource");
    }
}
