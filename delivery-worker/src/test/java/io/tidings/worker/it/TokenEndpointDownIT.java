package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-AUTH-2 on a real broker: without a token nothing is sent, the delivery is retried, and the endpoint is on probation. */
@Timeout(300)
class TokenEndpointDownIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void close() {
        webhook.close();
    }

    @Test
    void deliveriesAreRetriedUntilThereIsATokenAgain() {
        webhook.answers("/token", ScriptedResponse.status(503));
        try (var bench = WorkerFixture.on(webhook, "token-down", 1, 0.04)) {
            bench.subscribe("billing", "/hook", """
                ,"tidings":{"authentication":{"oauth2":\
                {"tokenUrl":"%s","clientId":"tidings","clientSecret":"hush"}}}\
                """.formatted(webhook.uri("/token")));
            try (var _ = bench.readyWorker("one", Map.of("probation.threshold", "3"))) {
                bench.deliver("billing", 5);
                await().atMost(SOON)
                        .until(() -> healths(bench).stream().anyMatch(health -> health.probation() != null));
                var failed = healths(bench).getLast();
                assertThat(failed.lastOutcome()).isEqualTo(LastOutcome.UNAUTHORIZED);
                assertThat(failed.lastError())
                        .contains("no access token", "responded 503")
                        .doesNotContain("hush");
                assertThat(bench.counted("tidings.delivery.attempt.fail", "Unauthorized"))
                        .isPositive();
                assertThat(webhook.requests("/hook")).isEmpty();

                webhook.answers(
                        "/token",
                        new ScriptedResponse.Status(
                                200,
                                Map.of("Content-Type", "application/json"),
                                "{\"access_token\":\"t\",\"token_type\":\"Bearer\",\"expires_in\":60}"));
                bench.awaitRequests("/hook", 5);
            }
            assertThat(bench.records(bench.topics().deadLetters())).isEmpty();
        }
    }

    private static List<EndpointHealth> healths(WorkerFixture bench) {
        return bench.records(bench.topics().probation()).stream()
                .filter(record -> record.value() != null)
                .map(WorkerFixture::health)
                .toList();
    }
}
