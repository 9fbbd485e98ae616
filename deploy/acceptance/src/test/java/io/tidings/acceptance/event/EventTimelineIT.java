package io.tidings.acceptance.event;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.timeline.StatsLine;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-1: what happened to an event is found over HTTP, also after a restart, and what needs a person. */
class EventTimelineIT {
    private static final Map<String, String> SETTINGS = Map.of("time.scale", "0.02", "attempts.log", "failures");
    private static final SubscriptionKey REFUSING = new SubscriptionKey("orders", "refusing");

    @TempDir
    static Path folder;

    private static Instant minute;
    private static LocalTestCluster machine;
    private static TestTopic orders;

    @BeforeAll
    static void start() {
        minute = Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(5));
        machine = LocalTestCluster.start(folder, SETTINGS);
        orders = machine.topic("orders");
        orders.answers("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(200));
        orders.answers("/refusing", ScriptedResponse.status(400));
        for (var name : List.of("flaky", "refusing", "fast")) {
            orders.subscribe(name, "/" + name, "/orders", "");
        }
        orders.subscribe("elsewhere", "/elsewhere", "/invoices", "");
        orders.publish("e/1", "/orders/1");
        orders.produce("no event");
        try (var producer = machine.kafka().producer(Map.of())) {
            for (var worker : List.of("worker-1", "worker-2")) {
                var line =
                        new StatsLine(REFUSING, null, minute, 40, 1, new TreeMap<>(Map.of(Duration.ofMillis(7), 41L)));
                var topic = new Topics(Topics.DEFAULT_PREFIX).stats();
                KafkaFutures.await(
                        producer.send(new ProducerRecord<>(topic, line.key(worker), line.json())), "writing");
            }
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void theTimelineTellsTheLifeOfAnEvent() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(delivery("flaky").path("state").asText()).isEqualTo("Delivered");
            assertThat(delivery("refusing").path("state").asText()).isEqualTo("DeadLettered");
            assertThat(delivery("refusing").has("blob")).isTrue();
        });
        await().atMost(PATIENCE).untilAsserted(EventTimelineIT::assertLifeIsTold);
        await().atMost(PATIENCE).untilAsserted(EventTimelineIT::assertListsTellIt);
        machine.close();
        machine = LocalTestCluster.start(folder, SETTINGS);
        orders = new TestTopic(machine, "orders");
        await().atMost(PATIENCE).untilAsserted(EventTimelineIT::assertLifeIsTold);
    }

    private static void assertLifeIsTold() {
        var record = event();
        assertThat(record.path("source").textValue()).startsWith("tidings.events-");
        assertThat(record.path("published").isTextual()).isTrue();
        var flaky = delivery("flaky").path("attempts");
        assertThat(flaky).hasSize(2);
        assertThat(flaky.path(0).path("status").intValue()).isEqualTo(503);
        assertThat(flaky.path(0).path("verdict").textValue()).isEqualTo("Retry");
        assertThat(flaky.path(1).path("outcome").textValue()).isEqualTo("Delivered");
        assertThat(delivery("refusing").path("reason").textValue()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(delivery("refusing").path("blob").path("path").textValue()).startsWith("REFUSING/");
        assertThat(record.path("matchedWithoutRecord")).hasToString("[\"fast\"]");
        assertThat(record.path("notMatched").findValuesAsText("subscription")).containsExactly("elsewhere");
        assertThat(record.path("notMatched").path(0).path("why").textValue()).contains("subjectBeginsWith");
    }

    private static void assertListsTellIt() {
        var attempts = machine.get(orders.path("flaky") + "/attempts?outcome=Busy");
        assertThat(attempts.path("value").findValuesAsText("eventId")).containsExactly("e/1");
        var letters = machine.get(orders.path("refusing") + "/deadLetters");
        assertThat(letters.path("value").findValuesAsText("eventId")).containsExactly("e/1");
        assertThat(machine.get(orders.path("flaky") + "/pending").path("total").intValue())
                .isZero();
        assertThat(machine.edge()
                        .manage("GET", "/topics/orders/events/unknown", "")
                        .statusCode())
                .isEqualTo(404);
    }

    private static JsonNode delivery(String subscription) {
        return the(event().path("deliveries"), "subscription", subscription);
    }

    /** Returns the record of the event; a missing node while nothing is known of it. */
    private static JsonNode event() {
        return machine.edge()
                .manage("GET", "/topics/orders/events/e%2F1", "")
                .json()
                .path("records")
                .path(0);
    }

    @Test
    void theMinutesOfWorkersAddUp() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var stats = machine.get(orders.path("refusing") + "/stats?to=" + minute.plusSeconds(60));
            assertThat(stats.path("value")).hasToString("""
                [{"minute":"%s","delivered":80,"failed":2,"p50Ms":7,"p99Ms":7}]\
                """.formatted(minute));
        });
    }

    @Test
    void rejectedEventsAreListed() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var rejected = machine.get("/topics/orders/rejected").path("value");
            assertThat(rejected).hasSize(1);
            assertThat(rejected.path(0).path("reason").asText()).isEqualTo("InvalidJson");
            assertThat(rejected.path(0).path("source").asText()).startsWith("tidings.events-");
            assertThat(rejected.path(0).has("eventId")).isFalse();
        });
        assertThat(machine.get("/topics/orders/rejected?reason=TooLarge").path("value"))
                .isEmpty();
    }

    @Test
    void theOverviewSaysWhatNeedsAPersonAndWhatHappened() {
        await().atMost(PATIENCE).untilAsserted(() -> {
            var overview = machine.get("/overview");
            assertThat(overview.has("incomplete")).isFalse();
            assertThat(overview.path("attention").findValuesAsText("kind")).contains("DeadLetters", "Rejected");
            assertThat(overview.path("subscriptions").path("total").asInt()).isEqualTo(4);
            assertThat(overview.path("topics").asInt()).isOne();
            assertThat(overview.path("timeline").path("available").asBoolean()).isTrue();
            assertThat(the(overview.path("minutes"), "minute", minute.toString())
                            .path("delivered")
                            .asInt())
                    .isEqualTo(80);
        });
        var letters = the(machine.get("/overview").path("attention"), "kind", "DeadLetters");
        assertThat(letters.path("subscription").asText()).isEqualTo("refusing");
        assertThat(letters.path("count").asInt()).isOne();
    }

    /** The one of a list that has this value; a missing node if none has. */
    private static JsonNode the(JsonNode list, String member, String value) {
        return StreamSupport.stream(list.spliterator(), false)
                .filter(each -> each.path(member).asText().equals(value))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }
}
