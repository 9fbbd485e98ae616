package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-PROB-2, -4, -5 and B-MATCH-5 on a real broker: endpoints that fail, over restarts and beside good ones. */
@Timeout(400)
class FailingEndpointsIT {
    private static final Map<String, String> QUICK = Map.of("probation.threshold", "3");

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    /** B-PROB-4. */
    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aNewOwnerSendsNothingBeforeProbationIsOver() {
        webhook.answers(
                "/hook",
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "failing-moves", 2, 0.1)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", 3);
            try (var _ = bench.worker("one", QUICK)) {
                await().atMost(SOON).until(() -> onProbation(bench));
            }
            assertThat(webhook.requests("/hook")).hasSize(3);
            var probation = standings(bench).getLast().probation();
            assertThat(probation.length()).isEqualTo(Duration.ofSeconds(30));
            bench.deliver("billing", 20);
            try (var _ = bench.worker("two", QUICK)) {
                bench.awaitRequests("/hook", 3 + 3 + 20);
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(standings(bench).getLast().probation())
                                        .isNull());
            }
            assertThat(webhook.requests("/hook").get(3).received()).isAfterOrEqualTo(probation.until());
        }
    }

    /** B-PROB-2: deferred deliveries are in Kafka, where people can look at them, and come back. */
    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aDeliveryDuringProbationIsDeferredOnceAndDelivered() {
        webhook.answers(
                "/hook",
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(404),
                ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "failing-put-off", 1, 0.1)) {
            bench.subscribe("billing", "/hook");
            try (var _ = bench.readyWorker("one", Map.of("probation.threshold", "3", "purge.delivered", "false"))) {
                bench.deliver("billing", 3);
                await().atMost(SOON).until(() -> onProbation(bench));
                bench.deliver("billing", 50);
                bench.awaitRequests("/hook", 3 + 3 + 50);
            }
            var deferred = List.of(RetryTier.values()).stream()
                    .flatMap(tier -> bench.deliveries(bench.topics().retry(tier)).stream())
                    .filter(delivery -> delivery.retryState().attempts() == 0)
                    .map(delivery -> delivery.event().id())
                    .distinct();
            assertThat(deferred).hasSize(50);
            assertThat(bench.records(bench.topics().deadLetters())).isEmpty();
        }
    }

    /** B-PROB-5: another subscription on the same host, port and partition. */
    @Test
    void anEndpointThatHangsDoesNotDelayOthers() {
        webhook.answers("/hangs", ScriptedResponse.hang());
        try (var bench = WorkerFixture.on(webhook, "failing-neighbours", 1, 1)) {
            bench.subscribe("hangs", "/hangs");
            bench.subscribe("good", "/good");
            // It hangs for longer than every timeout of the test.
            var settings = Map.of(
                    "worker.patience", "500ms",
                    "worker.response.timeout", "5m",
                    "worker.late.response.timeout", "5m",
                    "drain.timeout", "100ms");
            try (var _ = bench.readyWorker("one", settings)) {
                bench.deliver("hangs", 5_000);
                bench.awaitRequests("/hangs", 1);
                bench.deliver("good", 100);
                bench.awaitRequests("/good", 100);
            }
        }
    }

    /** B-PROB-5: good, but it takes less than comes, and all of it lies in front of the others. */
    @Test
    void anEndpointThatIsSlowDoesNotDelayItsNeighboursOnTheSamePartition() {
        webhook.answers("/slow", ScriptedResponse.computed(_ -> {
            LockSupport.parkNanos(Duration.ofMillis(200).toNanos());
            return new ScriptedResponse.Status(200, Map.of(), "");
        }));
        try (var bench = WorkerFixture.on(webhook, "failing-slow", 1, 1)) {
            bench.subscribe("slow", "/slow");
            bench.subscribe("good", "/good");
            var settings = Map.of(
                    "worker.patience", "500ms",
                    "worker.max.in.flight.per.subscription", "4",
                    "worker.max.queued.per.subscription", "50");
            try (var _ = bench.readyWorker("one", settings)) {
                bench.deliver("good", 1);
                bench.awaitRequests("/good", 1);
                bench.deliver("slow", 2_000); // 100 seconds
                bench.deliver("good", 99);
                bench.awaitRequests("/good", 100);
                assertThat(webhook.requests("/slow")).hasSizeLessThan(1_500);
                assertThat(bench.counted("tidings.deferred", "Overload")).isPositive();
            }
        }
    }

    /** B-MATCH-5: pending retries go to the endpoint in force, at once when it is a new one. */
    @Test
    void aPendingRetryGoesToTheNewEndpoint() {
        webhook.answers("/old", ScriptedResponse.status(500));
        try (var bench = WorkerFixture.on(webhook, "failing-re-pointed", 1, 0.05)) {
            bench.subscribe("billing", "/old");
            bench.deliver("billing", 5);
            try (var _ = bench.worker("one")) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(webhook.requests("/old")).hasSizeGreaterThanOrEqualTo(5));
                bench.subscribe("billing", "/new", """
                    ,"eventDeliverySchema":"EventGridSchema"\
                    """);
                bench.awaitRequests("/new", 5);
            }
            assertThat(webhook.requests("/new"))
                    .as("with the schema it was matched with")
                    .allSatisfy(request -> assertThat(request.header("content-type"))
                            .containsExactly("application/cloudevents+json; charset=utf-8"));
        }
    }

    /** B-MATCH-5: at once, and not after the response timeout of the former endpoint. */
    @Test
    void deliveriesBehindAHangingRequestGoToTheNewEndpoint() {
        webhook.answers("/old", ScriptedResponse.hang());
        var settings = Map.of("worker.response.timeout", "5m", "drain.timeout", "100ms");
        try (var bench = WorkerFixture.on(webhook, "failing-moved", 1, 1)) {
            bench.subscribe("billing", "/old");
            bench.deliver("billing", 3);
            try (var _ = bench.worker("one", settings)) {
                bench.awaitRequests("/old", 1);
                bench.subscribe("billing", "/new");
                bench.awaitRequests("/new", 2);
            }
            assertThat(webhook.requests("/old")).hasSize(1);
        }
    }

    /** B-SUB-5. */
    @Test
    void pendingDeliveriesOfAnExpiredSubscriptionAreDroppedAndCounted() {
        webhook.answers("/hook", ScriptedResponse.status(500));
        try (var bench = WorkerFixture.on(webhook, "failing-expires", 1, 0.05)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", 5);
            try (var _ = bench.worker("one")) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(webhook.requests("/hook")).hasSizeGreaterThanOrEqualTo(5));
                bench.subscribe("billing", "/hook", """
                    ,"expirationTimeUtc":"%s"\
                    """.formatted(Instant.now()));
                bench.awaitCounted("tidings.dropped", "SubscriptionExpired", 5);
            }
        }
    }

    private static boolean onProbation(WorkerFixture bench) {
        var standings = standings(bench);
        return !standings.isEmpty() && standings.getLast().probation() != null;
    }

    private static List<EndpointHealth> standings(WorkerFixture bench) {
        return bench.records(bench.topics().probation()).stream()
                .filter(record -> !RecoveryTable.isKey(new String(record.key(), UTF_8)))
                .map(WorkerFixture::health)
                .toList();
    }
}
