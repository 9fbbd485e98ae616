package io.tidings.ingest.it;

import static io.tidings.ingest.it.Responses.json;
import static io.tidings.ingest.it.Responses.refused;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-PAUSE: pauses in which what waits is held are kept in the subscription's records. */
class HoldApiIT {
    private static final Topics TOPICS = new Topics("hold.");
    private static final String HOLD = "{\"tidings\":{\"whilePaused\":\"hold\"}}";
    private static final String PAUSE = "{\"properties\":{\"paused\":true}}";
    private static final String RESUME = "{\"properties\":{\"paused\":false}}";

    private static IngestFixture ingest;
    private final SubscriptionLog log = new SubscriptionLog(TOPICS);

    @BeforeAll
    static void start() {
        ingest = IngestFixture.withOrders(TOPICS, Map.of());
    }

    @AfterAll
    static void stop() {
        ingest.close();
    }

    @Test
    void eachRecordTellsWhenThePausesBeforeItBeganAndEnded() {
        create("billing");
        patch("billing", HOLD);
        assertThat(pauses("billing")).isNull();
        assertThat(header(log.newest("orders/billing"), HeaderNames.REQUIRES)).isEqualTo("whilePaused");

        var properties = patch("billing", PAUSE);
        var from = appended("billing");
        assertThat(pauses("billing")).isEqualTo("/");
        assertThat(properties.at("/status/heldSince").asText()).isEqualTo(from.toString());

        patch("billing", "{\"labels\":[\"x\"]}");
        assertThat(pauses("billing")).isEqualTo(from + "/");
        assertThat(get("billing").at("/status/heldSince").asText()).isEqualTo(from.toString());

        properties = patch("billing", RESUME);
        var to = appended("billing");
        assertThat(pauses("billing")).isEqualTo(from + "/");
        assertThat(properties.path("status").has("heldSince")).isFalse();

        patch("billing", "{\"labels\":[\"y\"]}");
        assertThat(pauses("billing")).isEqualTo(from + "/" + to);
        patch("billing", PAUSE);
        assertThat(pauses("billing")).isEqualTo(from + "/" + to + ",/");
    }

    @Test
    void aChangedWishHoldsFromTheNextPauseOn() {
        create("changed");
        patch("changed", PAUSE);
        patch("changed", HOLD);
        assertThat(pauses("changed")).isNull();
        assertThat(get("changed").path("status").has("heldSince")).isFalse();

        patch("changed", RESUME);
        patch("changed", PAUSE);
        var from = appended("changed");
        patch("changed", "{\"tidings\":{\"whilePaused\":null}}");
        assertThat(pauses("changed")).isEqualTo(from + "/");
        assertThat(get("changed").path("status").has("heldSince")).isTrue();
    }

    @Test
    void aSubscriptionIsCreatedPaused() {
        create("early", ",\"paused\":true,\"tidings\":{\"whilePaused\":\"hold\"}");
        assertThat(get("early").at("/status/heldSince").asText())
                .isEqualTo(first("early").toString());
    }

    @Test
    void anotherSubscriptionOfTheSameNameHasItsOwnPauses() {
        create("again", ",\"paused\":true,\"tidings\":{\"whilePaused\":\"hold\"}");
        assertThat(ingest.manage("DELETE", path("again"), "").statusCode()).isEqualTo(200);
        create("again");
        assertThat(pauses("again")).isNull();
    }

    @Test
    void anotherWordIsRefused() {
        create("refused");
        var response = ingest.manage("PATCH", path("refused"), "{\"tidings\":{\"whilePaused\":\"keep\"}}");
        refused(response, 400, "BadRequest/InvalidResource");
        assertThat(response.body()).contains("properties.tidings.whilePaused", "must be expire or hold");
    }

    private static void create(String name) {
        create(name, "");
    }

    private static void create(String name, String more) {
        var created = ingest.manage("PUT", path(name), """
            {"properties":{"destination":{"endpointType":"WebHook",\
            "properties":{"endpointUrl":"https://e.example/hook"}}%s}}\
            """.formatted(more));
        assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    }

    private static JsonNode patch(String name, String body) {
        var patched = ingest.manage("PATCH", path(name), body);
        assertThat(patched.statusCode()).as(patched.body()).isEqualTo(200);
        return json(patched).path("properties");
    }

    private static JsonNode get(String name) {
        return json(ingest.manage("GET", path(name), "")).path("properties");
    }

    private static String path(String name) {
        return "/topics/orders/eventSubscriptions/" + name;
    }

    private @Nullable String pauses(String name) {
        return header(log.newest("orders/" + name), HeaderNames.PAUSES);
    }

    private Instant appended(String name) {
        return Instant.ofEpochMilli(log.newest("orders/" + name).timestamp());
    }

    private static Instant first(String name) {
        return Instant.ofEpochMilli(KafkaLog.shared()
                .records(TOPICS.subscriptions(), "orders/" + name)
                .getFirst()
                .timestamp());
    }

    private static @Nullable String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return HeaderText.of(record.headers(), name);
    }
}
