package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Decision 5 and B-PROB-5 at a scripted endpoint: a slow subscription does not hold its partition. */
class OverloadIT {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("worker.max.queued.per.subscription", "3"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void theExcessOfAnEndpointThatHangsIsDeferredAfterTheStall() {
        hanging();
        assertThat(bench.dispatcher.roomFor(bench.partition))
                .as("no more is read")
                .isFalse();
        bench.turn();
        assertThat(bench.parks()).isEmpty();
        bench.moveClock(PATIENCE);
        bench.turn();
        assertThat(bench.dispatcher.roomFor(bench.partition)).isTrue();
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(2)
                .allSatisfy(delivery -> {
                    assertThat(delivery.retryState().attempts()).isZero();
                    assertThat(delivery.retryState().deferrals()).isOne();
                    assertThat(delivery.retryState().last().outcome()).isEqualTo(LastOutcome.DELIVERING);
                    assertThat(bench.now().wall().until(delivery.retryState().due(), ChronoUnit.MILLIS))
                            .isCloseTo(10_000L, within(1_000L));
                });
        assertThat(bench.counted("tidings.deferred", "reason", "Overload")).isEqualTo(2);
    }

    @Test
    void everyFurtherDeferralIsLonger() {
        hanging();
        bench.moveClock(PATIENCE);
        bench.turn();
        var retryState = RetryState.START;
        for (int i = 0; i < 3; i++) {
            retryState = retryState.deferred(LastOutcome.DELIVERING, bench.now().wall());
        }
        bench.deliver(retryState, "{}");
        bench.turn();
        assertThat(bench.parked(bench.topics.retry(RetryTier.FIVE_MINUTES)))
                .singleElement()
                .satisfies(delivery ->
                        assertThat(delivery.retryState().deferrals()).isEqualTo(4));
    }

    @Test
    void aBacklogOfAnEndpointThatRespondsIsNeverDeferred() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        webhook.answers("/hook", ScriptedResponse.status(200));
        for (int i = 0; i < 50; i++) {
            bench.deliver();
        }
        for (int taken = 1; taken <= 50; taken++) {
            awaitTaken(taken);
            bench.moveClock(PATIENCE.dividedBy(2));
        }
        assertThat(bench.settled()).isTrue();
        assertThat(webhook.requests()).hasSize(50);
        assertThat(bench.parks()).isEmpty();
    }

    private void awaitTaken(int deliveries) {
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            bench.turn();
            return bench.counted("tidings.delivery.success") >= deliveries;
        });
    }

    /** One request hangs, three deliveries wait, two have no room. */
    private void hanging() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "");
        webhook.answers("/hook", ScriptedResponse.hang());
        for (int i = 0; i < 6; i++) {
            bench.deliver();
        }
        await().until(() -> {
            bench.turn();
            return webhook.requests().size() == 1;
        });
    }
}
