package io.tidings.acceptance.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.installation.TestTopic;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Hops;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.event.EventLimits;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * B-PUB-3 and 4, B-DEL-1 to 4, B-RETRY-1 to 5, B-PROFILE-2, B-DLQ-1 to 6, B-OUT: what an endpoint responds decides how an
 * event goes on.
 */
@Execution(ExecutionMode.CONCURRENT) // one of them waits most of the time
class LifeOfAnEventIT {
    private static final TimeScale SCALE = new TimeScale(0.02);
    private static final Duration THIRTY_SECONDS = SCALE.of(Duration.ofSeconds(30));
    private static final List<Duration> WAITS = List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10));
    private static final Duration GIVEN_UP = Duration.ofSeconds(2800);

    private static LocalTestCluster machine;
    private static TestTopic lives;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.shared();
        lives = machine.topic("lives");
    }

    @Test
    void anEventAnswered200IsDeliveredOnce() {
        lives.subscribe("liked", "/liked");

        lives.publish("1", "/liked");

        var received = lives.awaitRequests("/liked", 1);
        assertThat(received).extracting(ReceivedRequest::text).containsExactly("[" + lives.event("1", "/liked") + "]");
        assertThat(deliveryCounts("/liked")).containsExactly("0");
    }

    @Test
    void anEventAnswered503TwiceIsDeliveredAtItsSecondRetryAndNeverEarly() {
        lives.answers(
                "/busy", ScriptedResponse.status(503), ScriptedResponse.status(503), ScriptedResponse.status(200));
        lives.subscribe("busy", "/busy");

        lives.publish("2", "/busy");

        lives.awaitRequests("/busy", 3);
        assertThat(deliveryCounts("/busy")).containsExactly("0", "1", "2");
        assertThat(waits("/busy")).allSatisfy(wait -> assertThat(wait).isGreaterThanOrEqualTo(THIRTY_SECONDS));
    }

    @Test
    void anEventAnswered400IsNotRetriedAndFoundInABlob() {
        lives.answers("/refusing", ScriptedResponse.status(400));
        lives.subscribe("refusing", "/refusing");

        lives.publish("3", "/refusing");

        var letter = lives.awaitDeadLetter("refusing");
        assertThat(deliveryCounts("/refusing")).containsExactly("0");
        assertThat(letter.path("id").asText()).isEqualTo("3");
        assertThat(letter.path("data").path("amount").asDouble()).isEqualTo(42.10);
        assertThat(letter.path("deadLetterReason").asText()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(letter.path("deliveryAttempts").asInt()).isEqualTo(1);
        assertThat(letter.path("lastDeliveryOutcome").asText()).isEqualTo("BadRequest");
        assertThat(letter.path("lastHttpStatusCode").asInt()).isEqualTo(400);
        assertThat(letter.path("publishTime").asText()).matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{7}Z");
        assertThat(letter.path("lastDeliveryAttemptTime").asText()).matches("\\d{4}-.*\\.\\d{7}Z");
    }

    @Test
    void aStatusThatASubscriptionDoesNotRetryIsNamedInTheBlob() {
        lives.answers("/strict", ScriptedResponse.status(500), ScriptedResponse.status(409));
        lives.subscribe("strict", "/strict", "/strict", """
            "tidings": {"retry": {"schedule": ["PT14S"], "jitter": 0, "noRetryStatuses": [409]}}\
            """);

        lives.publish("4", "/strict");

        var letter = lives.awaitDeadLetter("strict");
        assertThat(waits("/strict"))
                .singleElement()
                .satisfies(wait -> assertThat(wait).isGreaterThanOrEqualTo(SCALE.of(Duration.ofSeconds(14))));
        assertThat(letter.path("deadLetterReason").textValue()).isEqualTo("UndeliverableDueToHttpConflict");
        assertThat(letter.path("deliveryAttempts").intValue()).isEqualTo(2);
        assertThat(letter.path("lastDeliveryOutcome").textValue()).isEqualTo("GenericError");
        assertThat(letter.path("lastHttpStatusCode").intValue()).isEqualTo(409);
    }

    /** Through a tier on its way, so that its envelope is seen to survive one. */
    @Test
    void aCustomEventThatIsGivenUpIsFoundAsTheDataOfAnEventGridEvent() {
        var things = machine.topicWith("things", """
            "inputSchema":"CustomEventSchema","inputSchemaMapping":{"inputSchemaMappingType":"Json",
            "properties":{"id":{"sourceField":"key"},"eventType":{"sourceField":"kind"}}}\
            """);
        things.answers("/thing", ScriptedResponse.status(503), ScriptedResponse.status(400));
        things.subscribe("thing", "/thing", "", "\"eventDeliverySchema\":\"CustomInputSchema\"");
        var event = "{\"key\":5,\"kind\":\"Made\",\"sum\" : 1.50}";

        things.publishEvents(event);

        var letter = things.awaitDeadLetter("thing");
        assertThat(things.requests("/thing"))
                .extracting(ReceivedRequest::text)
                .containsExactly("[" + event + "]", "[" + event + "]");
        assertThat(letter.path("id").asText()).isEqualTo("5");
        assertThat(letter.path("eventType").asText()).isEqualTo("Made");
        assertThat(letter.path("topic").asText()).isEqualTo(LocalTestCluster.topicId("things"));
        assertThat(letter.path("metadataVersion").asText()).isEqualTo("1");
        assertThat(letter.path("data").toString()).isEqualTo("{\"key\":5,\"kind\":\"Made\",\"sum\":1.5}");
        assertThat(letter.path("deadLetterReason").asText()).isEqualTo("UndeliverableDueToHttpBadRequest");
        assertThat(letter.path("deliveryAttempts").asInt()).isEqualTo(2);
    }

    @Test
    void anEventThatGetsNoAnswerIsRetriedUntilItsAttemptsAreUsedUp() {
        lives.answers("/silent", ScriptedResponse.hang());
        lives.subscribe("silent", "/silent", "/silent", """
            "retryPolicy": {"maxDeliveryAttempts": 2}, "tidings": {"retry": {"responseTimeout": "PT5S"}}\
            """);

        lives.publish("5", "/silent");

        var letter = lives.awaitDeadLetter("silent");
        assertThat(deliveryCounts("/silent")).containsExactly("0", "1");
        assertThat(letter.path("deadLetterReason").asText()).isEqualTo("MaxDeliveryAttemptsExceeded");
        assertThat(letter.path("deliveryAttempts").asInt()).isEqualTo(2);
        assertThat(letter.path("lastDeliveryOutcome").asText()).isEqualTo("TimedOut");
        assertThat(letter.has("lastHttpStatusCode")).isFalse();
    }

    /** 16 seconds are left for a machine that is late with the sixth attempt, which is due at 1,000 s of 1,800. */
    @Test
    void thirtyMinutesAndTenAttemptsMakeSixAttemptsAndOneDeadLetter() {
        lives.answers("/failing", ScriptedResponse.status(500));
        lives.subscribe("documented", "/failing", "/failing", """
            "retryPolicy": {"maxDeliveryAttempts": 10, "eventTimeToLiveInMinutes": 30}\
            """);
        var published = Instant.now();

        lives.publish("6", "/failing");

        var letter = lives.awaitDeadLetter("documented");
        assertThat(deliveryCounts("/failing")).containsExactly("0", "1", "2", "3", "4", "5");
        var waits = waits("/failing");
        assertThat(IntStream.range(0, WAITS.size()))
                .allSatisfy(i -> assertThat(waits.get(i)).isGreaterThanOrEqualTo(SCALE.of(WAITS.get(i))));
        assertThat(letter.path("id").textValue()).isEqualTo("6");
        assertThat(letter.path("deadLetterReason").textValue()).isEqualTo("TimeToLiveExceeded");
        assertThat(letter.path("deliveryAttempts").intValue()).isEqualTo(6);
        assertThat(letter.path("lastDeliveryOutcome").textValue()).isEqualTo("GenericError");
        assertThat(letter.path("lastHttpStatusCode").intValue()).isEqualTo(500);
        assertThat(lives.blobs("documented")).hasSize(1);
        var topic = new Topics(Topics.DEFAULT_PREFIX).deadLetters();
        assertThat(KafkaRecords.of(machine.kafka(), topic).stream()
                        .filter(record ->
                                "documented".equals(HeaderText.of(record.headers(), HeaderNames.SUBSCRIPTION))))
                .singleElement()
                .satisfies(given -> assertThat(Instant.ofEpochMilli(given.timestamp()))
                        .isAfter(published.plus(SCALE.of(GIVEN_UP))));
    }

    @Test
    void theLargestEventGoesThroughEveryStageAndALargerOneThroughNone() {
        lives.answers("/large", ScriptedResponse.status(503), ScriptedResponse.status(400));
        lives.subscribe("large", "/large");
        var largest = large(EventLimits.MAX_EVENT_BYTES);

        lives.produce(large(EventLimits.MAX_EVENT_BYTES + 1));
        lives.produce(largest);

        var letter = lives.awaitDeadLetter("large");
        assertThat(lives.requests("/large"))
                .hasSize(2)
                .allSatisfy(request -> assertThat(request.body()).isEqualTo(("[" + largest + "]").getBytes(UTF_8)));
        assertThat(letter.path("data").textValue()).hasSizeGreaterThan(1_000_000);
        assertThat(letter.path("deadLetterReason").textValue()).isEqualTo("UndeliverableDueToHttpBadRequest");
        lives.answers("/large", ScriptedResponse.status(200));
        int space = "[]".length();
        lives.publishEvents(large(EventLimits.MAX_REQUEST_BYTES - space));
        assertThat(machine.edge()
                        .publish("lives", "[" + large(EventLimits.MAX_REQUEST_BYTES - space + 1) + "]")
                        .statusCode())
                .isEqualTo(413);
        assertThat(lives.awaitRequests("/large", 3)).hasSize(3);
    }

    /** With every member that is stamped when absent, and of exactly so many bytes. */
    private static String large(int bytes) {
        var frame = """
            {"id":"large","topic":"%s","subject":"/large","eventType":"Order.Placed",\
            "eventTime":"2026-11-21T09:30:00Z","data":"%s","dataVersion":"1.0","metadataVersion":"1"}\
            """;
        int rest = frame.formatted(LocalTestCluster.topicId("lives"), "").length();
        return frame.formatted(LocalTestCluster.topicId("lives"), "x".repeat(bytes - rest));
    }

    /** A subscription that delivers to its own topic does not fill the machine with one event. */
    @Test
    void anEventThatGoesInACircleEndsAsADeadLetterAfterTenHops() {
        var circle = machine.topic("circle");
        var own = machine.cluster().http() + "/topics/circle/api/events";
        circle.put("around", """
            "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}}, %s\
            """.formatted(own, circle.deadLetters()));
        circle.subscribe("witness", "/hook", "", "");

        circle.publish("7", "/o/7");

        circle.awaitDeadLetter("around");
        assertThat(circle.awaitRequests("/hook", Hops.MOST)).hasSize(Hops.MOST);
    }

    private static List<String> deliveryCounts(String path) {
        return lives.requests(path).stream()
                .flatMap(request -> request.header("aeg-delivery-count").stream())
                .toList();
    }

    /** The times between requests. */
    private static List<Duration> waits(String path) {
        var at = lives.requests(path).stream().map(ReceivedRequest::received).toList();
        return IntStream.range(1, at.size())
                .mapToObj(i -> Duration.between(at.get(i - 1), at.get(i)))
                .toList();
    }
}
