package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.Examples;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** B-PROXY: while the proxy is away the deliveries wait, and no endpoint is blamed for it. */
class ProxyAwayIT {
    private static final int DELIVERIES = 5;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final DispatcherFixture bench = new DispatcherFixture(
            Map.of("probation.threshold", "3", "endpoint.proxy", "http://127.0.0.1:" + FreePort.next()));

    @AfterEach
    void close() {
        bench.close();
        webhook.close();
    }

    @Test
    void deliveriesAreDeferredWithoutAnAttempt() {
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", "");
        assertDeferred();
    }

    @Test
    void soAreThoseThatNeedATokenFirst() {
        bench.subscribe(
                "uid",
                webhook.uri("/hook").toString(),
                "",
                ",\"tidings\":{\"authentication\":{\"oauth2\":{\"tokenUrl\":\"%s\",\"clientId\":\"tidings\",\"clientSecret\":\"hush\"}}}"
                        .formatted(webhook.uri("/token")));
        assertDeferred();
    }

    private void assertDeferred() {
        for (int i = 0; i < DELIVERIES; i++) {
            bench.deliver();
        }
        await().atMost(Duration.ofMinutes(1)).until(bench::settled);
        assertThat(bench.parked(bench.topics.retry(RetryTier.TEN_SECONDS)))
                .hasSize(DELIVERIES)
                .allSatisfy(parked -> assertThat(parked.retryState().attempts()).isZero());
        assertThat(bench.counted("tidings.deferred", "reason", "ProxyUnavailable"))
                .isEqualTo(DELIVERIES);
        bench.written.standings();
        assertThat(bench.writtenDown.of(Examples.BILLING, "uid"))
                .as("failures that are written down")
                .isEmpty();
        assertThat(webhook.requests()).isEmpty();
    }
}
