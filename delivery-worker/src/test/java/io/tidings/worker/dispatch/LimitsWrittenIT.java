package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/** B-LIMIT: other limits of a subscription hold at once, whatever is in flight. */
class LimitsWrittenIT {
    @Test
    void aLowerNumberOfRequestsAtOnceHoldsWhileMoreAreOpen() {
        var first = new CountDownLatch(1);
        try (var webhook = ScriptedWebhook.start();
                var bench = new DispatcherFixture(Map.of("worker.max.in.flight.per.subscription", "4"))) {
            subscribe(bench, webhook, 4);
            bench.warmUp(4);
            webhook.answers("/hook", ScriptedResponse.after(first, 200));
            for (int delivery = 0; delivery < 9; delivery++) {
                bench.deliver();
            }
            await().until(() -> {
                bench.turn();
                return webhook.requests("/hook").size() == 4 + 4;
            });

            subscribe(bench, webhook, 1);
            webhook.answers("/hook", ScriptedResponse.hang());
            first.countDown();
            await().until(() -> {
                bench.turn();
                return webhook.requests("/hook").size() == 4 + 4 + 1 && bench.partition.inFlight() == 1;
            });
            bench.turn();
            assertThat(bench.partition.inFlight()).as("no more than the limit").isOne();
        }
    }

    private static void subscribe(DispatcherFixture bench, ScriptedWebhook webhook, int concurrent) {
        var limits = ",\"tidings\":{\"limits\":{\"concurrentRequests\":" + concurrent + "}}";
        bench.subscribe("uid", webhook.uri("/hook").toString(), "", limits);
    }
}
