package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.contract.Topics;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-ACCESS-3: the record of what was changed, and by whom. */
class AuditIT {
    private static final Topics TOPICS = new Topics("audit.");
    private static final AuditLog AUDIT = new AuditLog(TOPICS);
    private static final String SECRET = "hush-hush";

    @TempDir
    private static Path folder;

    private static IngestFixture ingest;

    @BeforeAll
    static void start() throws IOException {
        var tokens = Files.writeString(
                folder.resolve("tokens"),
                TokenLines.line("viewer", "r", "reader", "orders")
                        + TokenLines.line("on-call", "o", "operator", "ord*")
                        + TokenLines.line("owner", "a", "admin", "orders"));
        ingest = IngestFixture.withOrders(
                TOPICS, Map.of("tokens.file", tokens.toString(), "endpoint.allow.http", "true"));
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void everyChangeIsAnAuditRecordWithoutSecrets() {
        var path = "/topics/orders/eventSubscriptions/audited";
        var key = "topics/orders/eventSubscriptions/audited";
        assertThat(ingest.manageAs("a", "PUT", path, subscription("/a")).statusCode())
                .isEqualTo(201);
        assertThat(ingest.manageAs("o", "PATCH", path, "{\"paused\":true}", "x-request-id", "r-7")
                        .headers()
                        .firstValue("x-ms-request-id"))
                .contains("r-7");
        assertThat(ingest.manageAs("a", "POST", path + "/getFullUrl", "").body())
                .contains(SECRET);
        refused(ingest.manageAs("a", "PUT", path, "{}"), 400, "BadRequest/InvalidResource");
        refused(ingest.manageAs("r", "DELETE", path, ""), 403, "Forbidden/Forbidden");
        assertThat(ingest.manageAs("a", "DELETE", path, "").statusCode()).isEqualTo(200);
        assertThat(ingest.manageAs("a", "DELETE", path, "").statusCode()).isEqualTo(204);

        var records = AUDIT.records(key);
        assertThat(records)
                .extracting(record -> record.path("who").textValue() + " "
                        + record.path("action").textValue())
                .containsExactly("owner PUT", "on-call PATCH", "owner getFullUrl", "owner DELETE");
        assertThat(records).allSatisfy(record -> {
            assertThat(record.path("from").textValue()).isEqualTo("127.0.0.1");
            assertThat(record.path("resource").textValue()).isEqualTo(key);
            assertThat(record.toString()).doesNotContain(SECRET);
        });
        var paused = records.get(1);
        assertThat(paused.path("requestId").textValue()).isEqualTo("r-7");
        assertThat(paused.at("/before/properties/paused").booleanValue()).isFalse();
        assertThat(paused.at("/after/properties/paused").booleanValue()).isTrue();
        assertThat(records.getFirst().has("before")).isFalse();
        assertThat(records.getLast().has("after")).isFalse();
    }

    @Test
    void deletingATopicIsARecordOfEachSubscriptionAndOfTheTopic() {
        assertThat(ingest.manage("PUT", "/topics/shop", "{}").statusCode()).isEqualTo(201);
        assertThat(ingest.manage("POST", "/topics/shop/regenerateKey", "{\"keyName\":\"key1\"}")
                        .statusCode())
                .isEqualTo(200);
        var key = ingest.key("shop", 1);
        var path = "/topics/shop/eventSubscriptions/billing";
        assertThat(ingest.manage("PUT", path, subscription("/a")).statusCode()).isEqualTo(201);
        assertThat(ingest.manage("DELETE", "/topics/shop", "").statusCode()).isEqualTo(200);
        assertThat(AUDIT.actions("topics/shop"))
                .containsExactly("admin PUT", "admin regenerateKey", "admin listKeys", "admin DELETE");
        assertThat(AUDIT.actions("topics/shop/eventSubscriptions/billing"))
                .containsExactly("admin PUT", "admin DELETE");
        assertThat(AUDIT.records("topics/shop").toString()).doesNotContain(key);
    }

    @Test
    void eachLookAtAnEventIsARecord() {
        var event = EveryApiCall.EVENT.replace("{}", "{\"card\":\"hush\"}");
        assertThat(ingest.post(IngestFixture.ORDERS, event, "aeg-sas-key", ingest.key("orders", 1))
                        .statusCode())
                .isEqualTo(200);
        var record = KafkaLog.shared().last(TOPICS.events(), 1).getFirst();
        var source = record.topic() + "-" + record.partition() + "@" + record.offset();
        var path = "/topics/orders/records/" + source;
        refused(ingest.manageAs("r", "GET", path, ""), 403, "Forbidden/Forbidden");
        assertThat(ingest.manageAs("o", "GET", path, "").body()).contains("hush");
        assertThat(ingest.manageAs("a", "GET", path, "").body()).contains("hush");
        var records = AUDIT.records("topics/orders/records/" + source);
        assertThat(AUDIT.actions("topics/orders/records/" + source)).containsExactly("on-call GET", "owner GET");
        assertThat(records.toString()).doesNotContain("hush");
    }

    @Test
    void adminsReadTheRecordsOfTheirTopicsTheNewestFirst() {
        assertThat(ingest.manage("PUT", "/topics/secret", "{}").statusCode()).isEqualTo(201);
        var path = "/topics/orders/eventSubscriptions/listed";
        assertThat(ingest.manageAs("a", "PUT", path, subscription("/a")).statusCode())
                .isEqualTo(201);
        assertThat(ingest.manageAs("o", "PATCH", path, "{\"paused\":true}").statusCode())
                .isEqualTo(200);
        var job = json(ingest.manageAs("o", "POST", "/jobs", """
            {"kind":"redrive","topic":"orders","subscription":"listed","dryRun":true}\
            """)).path("id").textValue();

        var listed = json(ingest.manageAs("a", "GET", "/audit?resource=" + path, ""));
        assertThat(listed.path("value"))
                .extracting(record -> record.path("who").textValue() + " "
                        + record.path("action").textValue())
                .containsExactly("on-call PATCH", "owner PUT");
        assertThat(listed.at("/value/0/before/properties/paused").booleanValue())
                .isFalse();
        assertThat(listed.at("/value/0/after/properties/paused").booleanValue()).isTrue();
        var mine = ingest.manageAs("a", "GET", "/audit?$top=1000", "").body();
        assertThat(mine).contains("\"jobs/" + job).doesNotContain("topics/secret", SECRET);
        assertThat(ingest.manage("GET", "/audit?who=admin", "").body())
                .contains("topics/secret")
                .doesNotContain("on-call");
        refused(ingest.manageAs("o", "GET", "/audit", ""), 403, "Forbidden/Forbidden");
        assertThat(AUDIT.records("audit")).isEmpty();

        var first = json(ingest.manageAs("a", "GET", "/audit?resource=topics/orders&$top=1", ""));
        assertThat(first.path("value")).hasSize(1);
        var next = URI.create(first.path("nextLink").textValue());
        var second = json(ingest.manageAs("a", "GET", next.getRawPath() + "?" + next.getRawQuery(), ""));
        assertThat(second.at("/value/0/offset").longValue())
                .isLessThan(first.at("/value/0/offset").longValue());
    }

    private static String subscription(String path) {
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{
              "endpointUrl":"http://endpoint.example%s?code=%s"}}}}\
            """.formatted(path, SECRET);
    }
}
