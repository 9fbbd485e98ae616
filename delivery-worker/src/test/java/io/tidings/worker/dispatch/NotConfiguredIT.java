package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-AUTH-3: a certificate that this worker lacks is our failure. The delivery waits, and the subscription says why. */
class NotConfiguredIT {
    private static final String BY_PARTNER = ",\"tidings\":{\"authentication\":{\"identity\":\"partner\"}}";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(Map.of("probation.threshold", "3"));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void anUnknownNameDefersForTenSecondsAndIsNoFailureOfTheEndpoint() {
        var url = webhook.uri("/hook").toString();
        bench.subscribe("uid", url, "", BY_PARTNER);
        var begun = bench.now().wall();
        for (int i = 0; i < 5; i++) {
            bench.deliver();
        }
        await().until(bench::settled);
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(5)
                .allSatisfy(parked -> {
                    assertThat(parked.retryState().attempts()).isZero();
                    assertThat(parked.retryState().due()).isBetween(begun.plusSeconds(10), begun.plusSeconds(11));
                });
        assertThat(bench.registry
                        .get("tidings.deferred")
                        .tag("reason", "NotConfigured")
                        .counter()
                        .count())
                .isEqualTo(5);
        bench.written.standings();
        var told = bench.writtenDown.of(Examples.BILLING, "uid").orElseThrow();
        assertThat(told.lastError()).contains("endpoint.identity.partner");
        assertThat(told.consecutiveFailures()).isZero();
        assertThat(told.probation()).isNull();
        assertThat(webhook.requests()).isEmpty();

        bench.moveClock(Duration.ofSeconds(2));
        bench.subscribe("uid", url, "", "");
        bench.deliver();
        await().until(() -> {
            bench.turn();
            return !webhook.requests("/hook").isEmpty();
        });
        await().untilAsserted(() -> {
            bench.turn();
            bench.written.standings();
            assertThat(bench.writtenDown
                            .of(Examples.BILLING, "uid")
                            .orElseThrow()
                            .lastError())
                    .isNull();
        });
    }
}
