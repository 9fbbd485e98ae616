package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-6 and B-DEL-2 at a scripted endpoint: what goes into one request, and what becomes of it. */
class BatchIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench =
            new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "10000"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void queuedEventsAreSentTogetherUpToTheLimits() {
        subscribe(",\"maxEventsPerBatch\":4");
        deliver(10);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(4, 4, 2);
        assertThat(webhook.requests().stream().flatMap(BatchIT::ids))
                .containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void aSingleEventDoesNotWaitForOthersAndIsABatchToo() {
        subscribe(",\"maxEventsPerBatch\":100");
        deliver(1);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(1);
        var cloudEvent = "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\"}";
        bench.deliver(
                RetryState.START,
                EventSchema.CLOUD_EVENTS,
                cloudEvent,
                bench.now().wall());
        await().until(bench::settled);
        var second = webhook.requests().getLast();
        assertThat(second.header("content-type")).containsExactly("application/cloudevents-batch+json; charset=utf-8");
        assertThat(new String(second.body(), UTF_8)).isEqualTo("[" + cloudEvent + "]");
    }

    @Test
    void thePreferredSizeIsNotExceededButALargerEventGoesAlone() {
        subscribe(",\"preferredBatchSizeInKilobytes\":1");
        var large = "{\"id\":\"large\",\"data\":\"" + "x".repeat(2000) + "\"}";
        var half = "{\"id\":\"half\",\"data\":\"" + "x".repeat(480) + "\"}";
        for (var event : List.of(half, half, half, large, half, half)) {
            bench.deliver(RetryState.START, event);
        }
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(2, 1, 1, 2);
    }

    @Test
    void oneEventPerBatchMeansNoBatching() {
        subscribe(",\"maxEventsPerBatch\":1,\"preferredBatchSizeInKilobytes\":1024");
        deliver(3);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(1, 1, 1);
    }

    /** B-DEL-2. */
    @Test
    void aBatchMixesNeitherSchemasNorDynamicHeaders() {
        subscribe("""
            ,"maxEventsPerBatch":100,"deliveryAttributeMappings":[\
            {"name":"X-Tenant","type":"Dynamic","properties":{"sourceField":"data.tenant"}}]\
            """);
        for (var tenant : List.of("a", "a", "b", "b", "b")) {
            bench.deliver(RetryState.START, "{\"id\":\"1\",\"data\":{\"tenant\":\"" + tenant + "\"}}");
        }
        bench.deliver(
                RetryState.START,
                EventSchema.CLOUD_EVENTS,
                "{\"id\":\"1\",\"data\":{\"tenant\":\"b\"}}",
                bench.now().wall());
        bench.deliver(RetryState.START, "{\"id\":\"1\"}");
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(2, 3, 1, 1);
        assertThat(webhook.requests())
                .extracting(request -> request.headers().get("x-tenant"))
                .containsExactly(List.of("a"), List.of("b"), List.of("b"), null);
    }

    /** B-DEL-2, B-DEL-6: each event has its own count; the request says the largest. */
    @Test
    void aFailedBatchFailsEveryEventOnItsOwnCount() {
        subscribe(",\"maxEventsPerBatch\":10");
        webhook.answers("/hook", ScriptedResponse.status(500));
        bench.deliver();
        var last = new LastAttempt(LastOutcome.BUSY, 503, bench.now().wall());
        bench.deliver(new RetryState(2, 0, bench.now().wall(), last), "{\"id\":\"retry\"}");
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.header("aeg-delivery-count")).containsExactly("2"));
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(2)
                .allSatisfy(
                        delivery -> assertThat(delivery.retryState().attempts()).isOne());
        assertThat(bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)))
                .singleElement()
                .satisfies(
                        delivery -> assertThat(delivery.retryState().attempts()).isEqualTo(3));
    }

    /** B-RETRY-2: every event of a batch that is too large has its own end. */
    @Test
    void ifEveryResponseIs413EachEventIsGivenUpOnceAndTheEndpointIsNotBlamed() {
        subscribe(",\"maxEventsPerBatch\":64");
        webhook.answers("/hook", ScriptedResponse.status(413));
        deliver(64);
        await().pollInterval(Duration.ofMillis(2)).until(bench::settled);
        assertThat(sizes()).hasSize(2 * 64 - 1).startsWith(64, 32, 16);
        assertThat(bench.counted("tidings.dropped", "reason", "UndeliverableDueToHttpRequestEntityTooLarge"))
                .isEqualTo(64);
        assertThat(bench.counted("tidings.delivery.batch.halved")).isEqualTo(63);
        assertThat(bench.partition.ledger().low()).isEqualTo(64);
        assertThat(bench.breakers.known(Examples.BILLING).pristine()).isTrue();
    }

    /** B-DEL-6: only the 413 of a single event is final. */
    @Test
    void theOneEventThatIsTooLargeIsFoundByHalvesAndTheOthersAreDeliveredInTheSameAttempt() {
        subscribe(",\"maxEventsPerBatch\":100");
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> new ScriptedResponse.Status(
                        new String(request.body(), UTF_8).contains("large") ? 413 : 200, Map.of(), "")));
        deliver(5);
        bench.deliver(RetryState.START, "{\"id\":\"large\"}");
        deliver(2);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(8, 4, 4, 2, 1, 1, 2);
        assertThat(webhook.requests())
                .allSatisfy(request ->
                        assertThat(request.header("aeg-delivery-count")).containsExactly("0"));
        assertThat(bench.counted("tidings.delivery.success")).isEqualTo(7);
        assertThat(bench.counted("tidings.dropped", "reason", "UndeliverableDueToHttpRequestEntityTooLarge"))
                .isOne();
        assertThat(bench.partition.parks()).isEmpty();
    }

    /** B-DEL-6: each half is all or none, and a failure counts once for each of its events. */
    @Test
    void aHalfThatFailsIsRetriedAndTheOtherHalfIsDelivered() {
        subscribe(",\"maxEventsPerBatch\":4");
        webhook.answers(
                "/hook", ScriptedResponse.status(413), ScriptedResponse.status(503), ScriptedResponse.status(200));
        deliver(4);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(4, 2, 2);
        assertThat(bench.counted("tidings.delivery.success")).isEqualTo(2);
        assertThat(bench.parked(bench.topics.retry(RetryTier.THIRTY_SECONDS)))
                .hasSize(2)
                .allSatisfy(
                        delivery -> assertThat(delivery.retryState().attempts()).isOne());
    }

    /** B-PROB-2: nothing is sent to an endpoint on probation, nor is what was not sent an attempt. */
    @Test
    void whenAHalfBringsProbationTheOtherIsDeferred() {
        try (var strict = new DispatcherFixture(Map.of("probation.threshold", "1"))) {
            strict.subscribe("uid", webhook.uri("/hook").toString(), ",\"maxEventsPerBatch\":4");
            webhook.answers(
                    "/hook", ScriptedResponse.status(413), ScriptedResponse.status(503), ScriptedResponse.status(200));
            for (int i = 0; i < 4; i++) {
                strict.deliver();
            }
            await().until(strict::settled);
            assertThat(sizes()).containsExactly(4, 2);
            assertThat(strict.counted("tidings.deferred", "reason", "Probation"))
                    .isEqualTo(2);
        }
    }

    /** B-DEL-4: the half whose response is waited for late does not hold the other one up. */
    @Test
    void aHalfThatTimesOutLeavesItsSlotToTheOther() {
        subscribe(",\"maxEventsPerBatch\":4");
        webhook.answers("/hook", ScriptedResponse.status(413), ScriptedResponse.hang(), ScriptedResponse.status(200));
        deliver(4);
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 2;
        });
        bench.moveClock(Duration.ofSeconds(30));
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(4, 2, 2);
        assertThat(bench.counted("tidings.delivery.success")).isEqualTo(2);
        assertThat(bench.partition.parks()).hasSize(2);
    }

    /** B-DEL-5. */
    @Test
    void headersThatAreLeftOutAreCounted() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), """
            ,"deliveryAttributeMappings":[\
            {"name":"X-Tenant","type":"Dynamic","properties":{"sourceField":"data.tenant"}},\
            {"name":"X-Region","type":"Dynamic","properties":{"sourceField":"data.region"}}]\
            """);
        bench.deliver(RetryState.START, "{\"id\":\"1\",\"data\":{\"tenant\":\"a\",\"region\":\"b\"}}");
        bench.deliver(RetryState.START, "{\"id\":\"2\",\"data\":{\"tenant\":\"a\"}}");
        bench.deliver(RetryState.START, "{\"id\":\"3\"}");
        await().until(bench::settled);
        assertThat(bench.counted("tidings.delivery.headers.left.out")).isEqualTo(1 + 2);
    }

    /** The defaults of what a subscription with batching leaves open. */
    @Test
    void aBatchHas500EventsWhereOnlyItsSizeIsSet() {
        subscribe(",\"preferredBatchSizeInKilobytes\":1024");
        deliver(501);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(500, 1);
    }

    @Test
    void aBatchHas64KilobytesWhereOnlyTheNumberOfEventsIsSet() {
        subscribe(",\"maxEventsPerBatch\":5000");
        var kilobyte = "{\"id\":\"%s\"}".formatted("x".repeat(1024 - 9));
        for (int i = 0; i < 65; i++) {
            bench.deliver(RetryState.START, kilobyte);
        }
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(64, 1);
    }

    /** B-PROB-1. */
    @Test
    void aFailedBatchIsOneFailure() {
        subscribe(",\"maxEventsPerBatch\":100");
        webhook.answers("/hook", ScriptedResponse.status(503));
        deliver(50);
        await().until(bench::settled);
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().consecutiveFailures())
                .isOne();
    }

    /** B-DEL-6: a delivery that is not to be sent any more does not hold up the others. */
    @Test
    void anExpiredEventLeavesTheBatch() {
        subscribe(",\"maxEventsPerBatch\":100");
        bench.deliver();
        bench.deliver(
                RetryState.START,
                EventSchema.EVENT_GRID,
                "{\"id\":\"old\"}",
                bench.now().wall().minusSeconds(90_000));
        bench.deliver();
        await().until(bench::settled);
        assertThat(webhook.requests().stream().flatMap(BatchIT::ids)).containsExactly("0", "2");
        assertThat(sizes()).containsExactly(2);
        assertThat(bench.counted("tidings.dropped", "reason", "TimeToLiveExceeded"))
                .isOne();
    }

    private void subscribe(String members) {
        bench.subscribe("uid", webhook.uri("/hook").toString(), members);
    }

    private void deliver(int count) {
        for (int i = 0; i < count; i++) {
            bench.deliver();
        }
    }

    private List<Integer> sizes() {
        return webhook.requests().stream().map(request -> body(request).size()).toList();
    }

    private static Stream<String> ids(ReceivedRequest request) {
        return body(request).findValuesAsText("id").stream();
    }

    private static JsonNode body(ReceivedRequest request) {
        try {
            return JSON.readTree(request.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
