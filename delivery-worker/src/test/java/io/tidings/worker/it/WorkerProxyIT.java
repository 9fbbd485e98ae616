package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.network.ConnectProxy;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-PROXY on a real broker: what waited for the proxy is delivered through it, and the endpoint was not blamed. */
@Timeout(300)
class WorkerProxyIT {
    private static final int DELIVERIES = 5;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void whatWaitedForTheProxyIsDeliveredThroughItWithItsToken() throws Exception {
        webhook.answers(
                "/token",
                new ScriptedResponse.Status(
                        200,
                        Map.of("Content-Type", "application/json"),
                        "{\"access_token\":\"t\",\"token_type\":\"Bearer\",\"expires_in\":60}"));
        try (var proxy = ConnectProxy.start();
                var bench = WorkerFixture.on(webhook, "proxy", 1, 0.04)) {
            bench.subscribe("billing", "/hook", """
                ,"tidings":{"authentication":{"oauth2":\
                {"tokenUrl":"%s","clientId":"tidings","clientSecret":"hush"}}}\
                """.formatted(webhook.uri("/token")));
            proxy.answer(407);
            var settings = Map.of("probation.threshold", "3", "endpoint.proxy", proxy.url());
            try (var _ = bench.readyWorker("one", settings)) {
                bench.deliver("billing", DELIVERIES);
                await().atMost(SOON).until(() -> bench.counted("tidings.deferred", "ProxyUnavailable") >= DELIVERIES);
                assertThat(webhook.requests()).isEmpty();
                proxy.answer(200);
                bench.awaitRequests("/hook", DELIVERIES);
            }
            assertThat(webhook.requests("/token")).hasSize(1);
            assertThat(bench.records(bench.topics().probation())).isEmpty();
            assertThat(bench.records(bench.topics().deadLetters())).isEmpty();
        }
    }
}
