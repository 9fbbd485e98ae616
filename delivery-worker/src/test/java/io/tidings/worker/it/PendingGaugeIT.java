package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * {@code tidings_pending} on a real broker: how many deliveries wait in which tier. It is an estimate of offsets, of which
 * at least half are records: each transaction has a marker and at least one record. So it is between half and twice the
 * number, however the worker's results were spread over transactions.
 */
@Timeout(400)
class PendingGaugeIT {
    private static final int WARM = 32;

    @Test
    void waitingDeliveriesAreCountedByTier() {
        try (var webhook = ScriptedWebhook.start()) {
            try (var bench = WorkerFixture.on(webhook, "pending", 2, 1)) {
                bench.subscribe("missing", "/missing");
                bench.subscribe("good", "/good");
                try (var _ = bench.worker("one", Map.of("probation.threshold", "1000"))) {
                    // A new endpoint is asked for one after the other, and each would have a transaction of its own.
                    bench.deliver("missing", WARM);
                    bench.awaitRequests("/missing", WARM);
                    webhook.answers("/missing", ScriptedResponse.status(404));
                    bench.deliver("missing", 20);
                    bench.deliver("good", 20);
                    await().atMost(SOON).untilAsserted(() -> {
                        assertThat(bench.shown("tidings.pending", "5m")).isBetween(10.0, 40.0);
                        assertThat(bench.shown("tidings.pending", "deliveries")).isZero();
                    });
                }
            }
            try (var bench = WorkerFixture.on(webhook, "pending", 2, 1);
                    var _ = bench.worker("two", Map.of("probation.threshold", "1000"))) {
                bench.deliver("missing", 10);
                await().atMost(SOON).untilAsserted(() -> {
                    assertThat(bench.shown("tidings.pending", "5m")).isBetween(15.0, 60.0);
                    assertThat(bench.shown("tidings.pending", "10s")).isZero();
                });
            }
        }
    }
}
