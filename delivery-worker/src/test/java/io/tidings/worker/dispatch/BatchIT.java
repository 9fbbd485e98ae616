package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-6 and B-DEL-2 at a scripted endpoint: what goes into one request, and what becomes of it. */
class BatchIT {
    private final BatchBench batches = new BatchBench();
    private final ScriptedWebhook webhook = batches.webhook;
    private final DispatcherFixture bench = batches.bench;

    @AfterEach
    void close() {
        batches.close();
    }

    @Test
    void queuedEventsAreSentTogetherUpToTheLimits() {
        batches.subscribe(",\"maxEventsPerBatch\":4");
        batches.deliver(10);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(4, 4, 2);
        assertThat(batches.ids()).containsExactly("0", "1", "2", "3", "4", "5", "6", "7", "8", "9");
    }

    @Test
    void aSingleEventDoesNotWaitForOthersAndIsABatchToo() {
        batches.subscribe(",\"maxEventsPerBatch\":100");
        batches.deliver(1);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(1);
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
        batches.subscribe(",\"preferredBatchSizeInKilobytes\":1");
        var large = "{\"id\":\"large\",\"data\":\"" + "x".repeat(2000) + "\"}";
        var half = "{\"id\":\"half\",\"data\":\"" + "x".repeat(480) + "\"}";
        for (var event : List.of(half, half, half, large, half, half)) {
            bench.deliver(RetryState.START, event);
        }
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(2, 1, 1, 2);
    }

    @Test
    void oneEventPerBatchMeansNoBatching() {
        batches.subscribe(",\"maxEventsPerBatch\":1,\"preferredBatchSizeInKilobytes\":1024");
        batches.deliver(3);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(1, 1, 1);
    }

    /** B-DEL-2. */
    @Test
    void aBatchMixesNeitherSchemasNorDynamicHeaders() {
        batches.subscribe("""
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
        assertThat(batches.sizes()).containsExactly(2, 3, 1, 1);
        assertThat(webhook.requests())
                .extracting(request -> request.headers().get("x-tenant"))
                .containsExactly(List.of("a"), List.of("b"), List.of("b"), null);
    }

    /** B-DEL-2, B-DEL-6: each event has its own count; the request says the largest. */
    @Test
    void aFailedBatchFailsEveryEventOnItsOwnCount() {
        batches.subscribe(",\"maxEventsPerBatch\":10");
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
        batches.subscribe(",\"preferredBatchSizeInKilobytes\":1024");
        batches.deliver(501);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(500, 1);
    }

    @Test
    void aBatchHas64KilobytesWhereOnlyTheNumberOfEventsIsSet() {
        batches.subscribe(",\"maxEventsPerBatch\":5000");
        var kilobyte = "{\"id\":\"%s\"}".formatted("x".repeat(1024 - 9));
        for (int i = 0; i < 65; i++) {
            bench.deliver(RetryState.START, kilobyte);
        }
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(64, 1);
    }

    /** B-PROB-1. */
    @Test
    void aFailedBatchIsOneFailure() {
        batches.subscribe(",\"maxEventsPerBatch\":100");
        webhook.answers("/hook", ScriptedResponse.status(503));
        batches.deliver(50);
        await().until(bench::settled);
        bench.written.standings();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().consecutiveFailures())
                .isOne();
    }

    /** B-DEL-6: a delivery that is not to be sent any more does not hold up the others. */
    @Test
    void anExpiredEventLeavesTheBatch() {
        batches.subscribe(",\"maxEventsPerBatch\":100");
        bench.deliver();
        bench.deliver(
                RetryState.START,
                EventSchema.EVENT_GRID,
                "{\"id\":\"old\"}",
                bench.now().wall().minusSeconds(90_000));
        bench.deliver();
        await().until(bench::settled);
        assertThat(batches.ids()).containsExactly("0", "2");
        assertThat(batches.sizes()).containsExactly(2);
        assertThat(bench.counted("tidings.dropped", "reason", "TimeToLiveExceeded"))
                .isOne();
    }
}
