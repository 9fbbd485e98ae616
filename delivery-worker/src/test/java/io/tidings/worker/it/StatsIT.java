package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.timeline.StatsLine;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lines of {@code stats}, which a worker that is stopped writes at once. */
@Timeout(400)
class StatsIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void theLinesOfASubscriptionAddUpToItsDeliveries() throws IOException {
        webhook.answersPerEvent("/flaky", ScriptedResponse.status(500), ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "stats", 2, 0.02)) {
            bench.subscribe("flaky", "/flaky");
            bench.subscribe("idle", "/idle");
            bench.deliver("flaky", 10);
            try (var _ = bench.worker("one", Map.of("probation.threshold", "1000"))) {
                bench.awaitRequests("/flaky", 20);
                bench.awaitCounted("tidings.delivery.success", "flaky", 10); // the last response is read
            }
            var lines = new ArrayList<StatsLine>();
            for (var record : bench.records(bench.topics().stats())) {
                lines.add(StatsLine.read(record.value()));
            }
            assertThat(lines).allSatisfy(line -> {
                assertThat(line.subscription().name()).isEqualTo("flaky");
                assertThat(line.minute().getEpochSecond() % 60).isZero();
            });
            var sum = lines.stream().reduce(StatsLine::plus).orElseThrow();
            assertThat(sum.delivered()).isEqualTo(10);
            assertThat(sum.failed()).isEqualTo(10);
            assertThat(sum.latencies().values().stream().mapToLong(each -> each).sum())
                    .isEqualTo(20);
            assertThat(sum.outcomes()).containsExactly(Map.entry("GenericError", 10L));
            assertThat(sum.ages().values().stream().mapToLong(each -> each).sum())
                    .isEqualTo(10);
        }
    }

    @Test
    void aWorkerThatIsToldSoWritesNone() {
        try (var bench = WorkerFixture.on(webhook, "no-stats", 2, 0.02)) {
            bench.subscribe("good", "/good");
            bench.deliver("good", 1);
            try (var _ = bench.worker("one", Map.of("stats.enabled", "false"))) {
                await().atMost(SOON).until(() -> webhook.requests("/good").size() == 1);
            }
            assertThat(bench.records(bench.topics().stats())).isEmpty();
        }
    }
}
