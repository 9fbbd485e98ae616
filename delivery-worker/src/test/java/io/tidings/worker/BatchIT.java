package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.EventSchema;
import io.tidings.testbed.Answer;
import io.tidings.testbed.ReceivedRequest;
import io.tidings.testbed.Receiver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-6 and B-DEL-2 at a scripted endpoint: what goes into one request, and what becomes of it. */
class BatchIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Receiver receiver = Receiver.start();
    private final DispatchBench bench = new DispatchBench(Map.of("worker.max.queued.per.subscription", "10000"));

    @AfterEach
    void close() {
        bench.close();
        receiver.close();
    }

    @Test
    void whatWaitsGoesTogetherAndNeverMoreThanIsAllowed() {
        subscribe(",\"maxEventsPerBatch\":4");
        deliver(10);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(4, 4, 2);
        assertThat(receiver.requests().stream().flatMap(BatchIT::ids))
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
                LadderPlace.START,
                EventSchema.CLOUD_EVENTS,
                cloudEvent,
                bench.now().wall());
        await().until(bench::settled);
        var second = receiver.requests().getLast();
        assertThat(second.header("content-type")).containsExactly("application/cloudevents-batch+json; charset=utf-8");
        assertThat(new String(second.body(), UTF_8)).isEqualTo("[" + cloudEvent + "]");
    }

    @Test
    void thePreferredSizeIsNotExceededButALargerEventGoesAlone() {
        subscribe(",\"preferredBatchSizeInKilobytes\":1");
        var large = "{\"id\":\"large\",\"data\":\"" + "x".repeat(2000) + "\"}";
        var half = "{\"id\":\"half\",\"data\":\"" + "x".repeat(480) + "\"}";
        for (var event : List.of(half, half, half, large, half, half)) {
            bench.deliver(LadderPlace.START, event);
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
            bench.deliver(LadderPlace.START, "{\"id\":\"1\",\"data\":{\"tenant\":\"" + tenant + "\"}}");
        }
        bench.deliver(
                LadderPlace.START,
                EventSchema.CLOUD_EVENTS,
                "{\"id\":\"1\",\"data\":{\"tenant\":\"b\"}}",
                bench.now().wall());
        bench.deliver(LadderPlace.START, "{\"id\":\"1\"}");
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(2, 3, 1, 1);
        assertThat(receiver.requests())
                .extracting(request -> request.headers().get("x-tenant"))
                .containsExactly(List.of("a"), List.of("b"), List.of("b"), null);
    }

    /** B-DEL-2, B-DEL-6: each event has its own count; the request says the largest. */
    @Test
    void aFailedBatchFailsEveryEventOnItsOwnCount() {
        subscribe(",\"maxEventsPerBatch\":10");
        receiver.answers("/hook", Answer.status(500));
        bench.deliver();
        var last = new LastAttempt(LastOutcome.BUSY, 503, bench.now().wall());
        bench.deliver(new LadderPlace(2, 0, bench.now().wall(), last), "{\"id\":\"retry\"}");
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests())
                .singleElement()
                .satisfies(request ->
                        assertThat(request.header("aeg-delivery-count")).containsExactly("2"));
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(2)
                .allSatisfy(delivery -> assertThat(delivery.place().attempts()).isOne());
        assertThat(bench.parked(bench.topics.retry(RetryTier.ONE_MINUTE)))
                .singleElement()
                .satisfies(delivery -> assertThat(delivery.place().attempts()).isEqualTo(3));
    }

    /** B-RETRY-2: every event of a batch that is too large has its own end. */
    @Test
    void fiveThousandEventsAnswered413AreAllGivenUpOnceAndTheEndpointIsNotBlamed() {
        bench.subscribe("uid", receiver.uri("/hook").toString(), """
            ,"maxEventsPerBatch":5000,"preferredBatchSizeInKilobytes":1024\
            """);
        receiver.answers("/hook", Answer.status(413));
        deliver(5000);
        await().until(bench::settled);
        assertThat(sizes()).containsExactly(5000);
        assertThat(bench.counted("tidings.dropped", "reason", "UndeliverableDueToHttpRequestEntityTooLarge"))
                .isEqualTo(5000);
        assertThat(bench.partition.ledger().low()).isEqualTo(5000);
        assertThat(bench.standings.known(Examples.BILLING).unremarkable()).isTrue();
    }

    /** B-PROB-1. */
    @Test
    void aFailedBatchIsOneFailure() {
        subscribe(",\"maxEventsPerBatch\":100");
        receiver.answers("/hook", Answer.status(503));
        deliver(50);
        await().until(bench::settled);
        bench.standingsWritten();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow().consecutiveFailures())
                .isOne();
    }

    /** B-DEL-6: a delivery that is not to be sent any more does not hold up the others. */
    @Test
    void whatHasExpiredLeavesTheBatch() {
        subscribe(",\"maxEventsPerBatch\":100");
        bench.deliver();
        bench.deliver(
                LadderPlace.START,
                EventSchema.EVENT_GRID,
                "{\"id\":\"old\"}",
                bench.now().wall().minusSeconds(90_000));
        bench.deliver();
        await().until(bench::settled);
        assertThat(receiver.requests().stream().flatMap(BatchIT::ids)).containsExactly("0", "2");
        assertThat(sizes()).containsExactly(2);
        assertThat(bench.counted("tidings.dropped", "reason", "TimeToLiveExceeded"))
                .isOne();
    }

    private void subscribe(String members) {
        bench.subscribe("uid", receiver.uri("/hook").toString(), members);
    }

    private void deliver(int count) {
        for (int i = 0; i < count; i++) {
            bench.deliver();
        }
    }

    private List<Integer> sizes() {
        return receiver.requests().stream().map(request -> body(request).size()).toList();
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
