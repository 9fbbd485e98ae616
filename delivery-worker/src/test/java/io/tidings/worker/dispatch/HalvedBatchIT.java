package io.tidings.worker.dispatch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-DEL-6: a batch that is too large for its endpoint is halved until it fits. */
class HalvedBatchIT {
    private final BatchBench batches = new BatchBench();
    private final ScriptedWebhook webhook = batches.webhook;
    private final DispatcherFixture bench = batches.bench;

    @AfterEach
    void close() {
        batches.close();
    }

    /** B-RETRY-2: every event of a batch that is too large has its own end. */
    @Test
    void ifEveryResponseIs413EachEventIsGivenUpOnceAndTheEndpointIsNotBlamed() {
        batches.subscribe(",\"maxEventsPerBatch\":64");
        webhook.answers("/hook", ScriptedResponse.status(413));
        batches.deliver(64);
        await().pollInterval(Duration.ofMillis(2)).until(bench::settled);
        assertThat(batches.sizes()).hasSize(2 * 64 - 1).startsWith(64, 32, 16);
        assertThat(bench.counted("tidings.dropped", "reason", "UndeliverableDueToHttpRequestEntityTooLarge"))
                .isEqualTo(64);
        assertThat(bench.counted("tidings.delivery.batch.halved")).isEqualTo(63);
        assertThat(bench.partition.ledger().low()).isEqualTo(64);
        assertThat(bench.breakers.known(Examples.LANE).pristine()).isTrue();
    }

    /** B-DEL-6: only the 413 of a single event is final. */
    @Test
    void theOneEventThatIsTooLargeIsFoundByHalvesAndTheOthersAreDeliveredInTheSameAttempt() {
        batches.subscribe(",\"maxEventsPerBatch\":100");
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> new ScriptedResponse.Status(
                        new String(request.body(), UTF_8).contains("large") ? 413 : 200, Map.of(), "")));
        batches.deliver(5);
        bench.deliver(RetryState.START, "{\"id\":\"large\"}");
        batches.deliver(2);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(8, 4, 4, 2, 1, 1, 2);
        assertThat(webhook.requests())
                .allSatisfy(request ->
                        assertThat(request.header("aeg-delivery-count")).containsExactly("0"));
        assertThat(bench.counted("tidings.delivery.success")).isEqualTo(7);
        assertThat(bench.counted("tidings.dropped", "reason", "UndeliverableDueToHttpRequestEntityTooLarge"))
                .isOne();
        assertThat(bench.parks()).isEmpty();
    }

    /** B-DEL-6: each half is all or none, and a failure counts once for each of its events. */
    @Test
    void aHalfThatFailsIsRetriedAndTheOtherHalfIsDelivered() {
        batches.subscribe(",\"maxEventsPerBatch\":4");
        webhook.answers(
                "/hook", ScriptedResponse.status(413), ScriptedResponse.status(503), ScriptedResponse.status(200));
        batches.deliver(4);
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(4, 2, 2);
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
            assertThat(batches.sizes()).containsExactly(4, 2);
            assertThat(strict.counted("tidings.deferred", "reason", "Probation"))
                    .isEqualTo(2);
        }
    }

    /** B-DEL-4: the half whose response is waited for late does not hold the other one up. */
    @Test
    void aHalfThatTimesOutLeavesItsSlotToTheOther() {
        batches.subscribe(",\"maxEventsPerBatch\":4");
        webhook.answers("/hook", ScriptedResponse.status(413), ScriptedResponse.hang(), ScriptedResponse.status(200));
        batches.deliver(4);
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 2;
        });
        bench.moveClock(Duration.ofSeconds(30));
        await().until(bench::settled);
        assertThat(batches.sizes()).containsExactly(4, 2, 2);
        assertThat(bench.counted("tidings.delivery.success")).isEqualTo(2);
        assertThat(bench.parks()).hasSize(2);
    }
}
