package io.tidings.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.awaitility.Awaitility.await;

import com.standardwebhooks.Webhook;
import io.tidings.contract.RetryTier;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-AUTH-1 on a real broker: an id outlives the worker that made it. */
@Timeout(400)
class SignedDeliveryIT {
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void theNextOwnerSendsARetryUnderTheSameIdAndARedrivenDeliveryUnderAnother() {
        webhook.answers("/hook", ScriptedResponse.status(503), ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "signed", 1, 0.2)) {
            bench.subscribe("billing", "/hook", ",\"tidings\":{\"signing\":{\"secret\":\"" + SECRET + "\"}}");
            bench.deliver("billing", 1);
            try (var _ = bench.worker("one")) {
                bench.awaitRequests("/hook", 1);
                await().atMost(WorkerFixture.SOON)
                        .until(() -> !bench.records(bench.topics().retry(RetryTier.THIRTY_SECONDS))
                                .isEmpty());
            }
            var retried = bench.deliveries(bench.topics().retry(RetryTier.THIRTY_SECONDS))
                    .getFirst();
            try (var _ = bench.worker("two")) {
                bench.awaitRequests("/hook", 2);
                bench.write(WorkerFixture.record(
                        bench.topics().deliveries(),
                        0,
                        retried.redriven(retried.uid(), retried.subscriptionsRead(), Instant.now())));
                bench.awaitRequests("/hook", 3);
            }
            var requests = webhook.requests("/hook");
            assertThat(requests)
                    .allSatisfy(request -> assertThatCode(
                                    () -> new Webhook(SECRET).verify(request.text(), request.headers()))
                            .doesNotThrowAnyException());
            assertThat(id(requests.get(1))).isEqualTo(id(requests.get(0)));
            assertThat(id(requests.get(2))).isNotEqualTo(id(requests.get(0)));
        }
    }

    private static String id(ReceivedRequest request) {
        return request.header("webhook-id").getFirst();
    }
}
