package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the overview, the minutes and the list of rejected events say of a running system. */
class OverviewIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final SubscriptionKey REFUSING = new SubscriptionKey("orders", "refusing");

    @TempDir
    static Path folder;

    private static Instant minute;
    private static LocalTestCluster machine;

    @BeforeAll
    static void start() {
        minute = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(5));
        machine = LocalTestCluster.start(folder, Map.of("time.scale", "0.02"));
        machine.topic("orders", "EventGridSchema");
        machine.subscribe("orders", "refusing", "/refusing", "/orders", 30);
        machine.endpoint().answers("/refusing", ScriptedResponse.status(400));
        machine.edge().publish("orders", "[" + machine.order("e-1", "/orders/1") + "]");
        write(TOPICS.events(), null, "no event".getBytes(UTF_8));
        for (var worker : new String[] {"worker-1", "worker-2"}) {
            var line = new StatsLine(REFUSING, null, minute, 40, 1, new TreeMap<>(Map.of(Duration.ofMillis(7), 41L)));
            write(TOPICS.stats(), line.key(worker), line.json());
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    private static void write(String topic, byte @Nullable [] key, byte[] value) {
        try (var producer =
                KafkaClients.of(machine.cluster().bootstrapServers()).producer(Map.of())) {
            var record = new ProducerRecord<>(topic, key, value);
            HeaderText.set(record.headers(), HeaderNames.TOPIC, "orders");
            KafkaFutures.await(producer.send(record), "writing");
        }
    }

    @Test
    void theMinutesOfWorkersAddUp() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var stats = get("/topics/orders/eventSubscriptions/refusing/stats?to=" + minute.plusSeconds(60));
            assertThat(stats.path("value")).hasToString("""
                [{"minute":"%s","delivered":80,"failed":2,"p50Ms":7,"p99Ms":7}]\
                """.formatted(minute));
        });
    }

    @Test
    void rejectedEventsAreListed() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var rejected = get("/topics/orders/rejected").path("value");
            assertThat(rejected).hasSize(1);
            assertThat(rejected.path(0).path("reason").asText()).isEqualTo("InvalidJson");
            assertThat(rejected.path(0).path("source").asText()).startsWith("tidings.events-");
            assertThat(rejected.path(0).has("eventId")).isFalse();
        });
        assertThat(get("/topics/orders/rejected?reason=TooLarge").path("value")).isEmpty();
    }

    @Test
    void theOverviewSaysWhatNeedsAPersonAndWhatHappened() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var overview = get("/overview");
            assertThat(overview.has("incomplete")).isFalse();
            assertThat(overview.path("attention").findValuesAsText("kind")).contains("DeadLetters", "Rejected");
            assertThat(overview.path("subscriptions").path("total").asInt()).isOne();
            assertThat(overview.path("topics").asInt()).isOne();
            assertThat(overview.path("timeline").path("available").asBoolean()).isTrue();
            assertThat(theMinute(overview).path("delivered").asInt()).isEqualTo(80);
        });
        var letters = condition(get("/overview"), "DeadLetters");
        assertThat(letters.path("subscription").asText()).isEqualTo("refusing");
        assertThat(letters.path("count").asInt()).isOne();
    }

    private static JsonNode theMinute(JsonNode overview) {
        for (var each : overview.path("minutes")) {
            if (each.path("minute").asText().equals(minute.toString())) {
                return each;
            }
        }
        return JSON.missingNode();
    }

    private static JsonNode condition(JsonNode overview, String kind) {
        for (var condition : overview.path("attention")) {
            if (condition.path("kind").asText().equals(kind)) {
                return condition;
            }
        }
        return JSON.missingNode();
    }

    private static JsonNode get(String path) {
        try {
            return JSON.readTree(machine.edge().manage("GET", path, "").body());
        } catch (IOException e) {
            throw new AssertionError(path, e);
        }
    }
}
