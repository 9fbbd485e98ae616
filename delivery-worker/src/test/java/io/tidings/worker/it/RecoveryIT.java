package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryProgress.State;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-RECOVER-1 and B-RECOVER-3 on a real broker: what waits for an endpoint is sent when the endpoint is back, once. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // each test has all its own, and waits most of the time
@Order(1)
class RecoveryIT {
    private static final ScriptedResponse OK = ScriptedResponse.status(200);
    private static final ScriptedResponse ERROR = ScriptedResponse.status(500);
    private static final Map<String, String> QUICK = Map.of("probation.threshold", "3", "retry.jitter", "0");

    /** The number of deliveries that put the endpoint on probation. */
    private static final int FAILED = 3;

    private static final int WAITING = 1_200;

    /** More than a recovery moves at a time, and no more than may be queued. */
    private static final int MORE_THAN_A_CHUNK = 900;

    /** The tier of five minutes holds its records for 45 seconds. */
    private static final double SCALE = 0.15;

    private static final int FIRST = 100;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void whatWaitsIsSentWhenTheEndpointIsBackAndNotAgainWhenItIsDue() {
        webhook.answers("/hook", ERROR, ERROR, ERROR, OK);
        try (var bench = WorkerFixture.on(webhook, "recover", 1, SCALE)) {
            bench.subscribe("billing", "/hook");
            bench.subscribe("other", "/other");
            var due = Instant.now().plusSeconds(45);
            bench.letWait("other", RetryTier.FIVE_MINUTES, 0, 10, deferredUntil(due));
            bench.letWait("billing", RetryTier.FIVE_MINUTES, FIRST, WAITING, deferredUntil(due));
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                bench.awaitRequests("/hook", FAILED + FAILED + WAITING);
                assertThat(Instant.now()).as("they are due later").isBefore(due);
                assertThat(webhook.requests("/other")).isEmpty();
                bench.awaitCounted("tidings.recovery.moved", "billing", WAITING);
                bench.awaitRequests("/other", 10);
                await().atMost(SOON).until(() -> bench.shown("tidings.pending", "5m") == 0);
            }
            assertThat(webhook.requests("/hook")).hasSize(FAILED + FAILED + WAITING);
            assertThat(progress(bench).state()).isEqualTo(State.COMPLETED);
            assertThat(progress(bench).moved()).isEqualTo(WAITING);
        }
    }

    @Test
    void neitherAFloorNorARetryAfterIsCutShort() {
        webhook.answers("/hook", ERROR, ERROR, ERROR, OK);
        try (var bench = WorkerFixture.on(webhook, "floors", 1, SCALE)) {
            bench.subscribe("billing", "/hook");
            var busy = new LastAttempt(LastOutcome.BUSY, 503, Instant.now());
            var due = Instant.now().plusSeconds(45);
            var floor = Instant.now().plusSeconds(30);
            bench.letWait("billing", RetryTier.FIVE_MINUTES, 100, 1, new RetryState(4, 0, due, busy, due, false));
            bench.letWait("billing", RetryTier.FIVE_MINUTES, 200, 1, new RetryState(4, 0, due, busy, floor, false));
            bench.letWait("billing", RetryTier.FIVE_MINUTES, 300, 1, new RetryState(4, 0, due, busy));
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                bench.awaitRequests("/hook", FAILED + FAILED + 3);
            }
            assertThat(received(bench, 300)).isBefore(floor);
            assertThat(received(bench, 200)).isBetween(floor, due);
            assertThat(received(bench, 100)).isAfterOrEqualTo(due);
            assertThat(bench.requests("/hook", "billing-300").getFirst().header("aeg-delivery-count"))
                    .containsExactly("4");
        }
    }

    /** Otherwise it would wait in the next tiers until it is due. */
    @Test
    void whatItsTierReleasesBeforeItIsMovedIsSentAtOnceToo() {
        var probed = new CountDownLatch(1); // or the probation might be over before the test sees it
        var open = new CountDownLatch(1);
        webhook.answers("/hook", ERROR, ERROR, ERROR, after(probed), after(open));
        try (var bench = WorkerFixture.on(webhook, "released", 1, SCALE)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                await().atMost(SOON).until(() -> bench.shown("tidings.probation", "billing") == 1);
                var appended = Instant.now();
                bench.letWait(
                        "billing",
                        RetryTier.ONE_MINUTE,
                        FIRST,
                        MORE_THAN_A_CHUNK,
                        deferredUntil(appended.plusSeconds(300)));
                probed.countDown();
                var released = appended.plusSeconds(9 + 2);
                await().atMost(SOON).until(() -> Instant.now().isAfter(released));
                open.countDown();
                bench.awaitRequests("/hook", FAILED + FAILED + MORE_THAN_A_CHUNK);
                assertThat(bench.counted("tidings.recovery.moved", "billing")).isLessThan(MORE_THAN_A_CHUNK);
            } finally {
                probed.countDown();
                open.countDown();
            }
        }
    }

    private static ScriptedResponse after(CountDownLatch opening) {
        return ScriptedResponse.computed(_ -> {
            try {
                opening.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt(); // the webhook is closed
            }
            return ScriptedResponse.status(200);
        });
    }

    /** The worker that takes over reads what was moved before it sends anything. */
    @Test
    void anotherWorkerGoesOnWhereTheFirstStopped() {
        webhook.answers("/hook", ERROR, ERROR, ERROR, OK);
        try (var bench = WorkerFixture.on(webhook, "moves-on", 1, SCALE)) {
            bench.subscribe("billing", "/hook");
            bench.subscribe("last", "/last");
            var due = Instant.now().plusSeconds(45);
            bench.letWait("billing", RetryTier.FIVE_MINUTES, FIRST, WAITING, deferredUntil(due));
            bench.letWait("last", RetryTier.FIVE_MINUTES, 0, 1, deferredUntil(due));
            bench.deliver("billing", FAILED);
            var settings = new HashMap<>(QUICK);
            settings.put("consumer.session.timeout.ms", "10000"); // or they would be due before the other has them
            try (var _ = bench.readyWorker("one", settings)) {
                await().atMost(SOON).until(() -> webhook.requests("/hook").size() > FAILED + FAILED + 10);
            }
            try (var _ = bench.readyWorker("two", settings)) {
                bench.awaitRequests("/hook", FAILED + FAILED + WAITING);
                bench.awaitRequests("/last", 1); // so the tier has come to all that lay before it
            }
            assertThat(IntStream.range(FIRST, FIRST + WAITING)
                            .mapToObj(number -> bench.requests("/hook", "billing-" + number)))
                    .allSatisfy(requests -> assertThat(requests).hasSize(1));
        }
    }

    @Test
    void aFailureStopsTheMovingAndHardlyAnAttemptIsLost() {
        webhook.answers("/hook", ERROR, ERROR, ERROR, OK, ERROR);
        try (var bench = WorkerFixture.on(webhook, "flaps", 1, SCALE)) {
            bench.subscribe("billing", "/hook");
            bench.letWait(
                    "billing",
                    RetryTier.ONE_HOUR,
                    FIRST,
                    WAITING,
                    deferredUntil(Instant.now().plusSeconds(360)));
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(progress(bench).state()).isEqualTo(State.STOPPED));
                assertThat(bench.counted("tidings.recovery.moved", "billing")).isLessThan(WAITING);
                assertThat(progress(bench).until()).isAfter(progress(bench).since());
            }
        }
    }

    @Test
    void aSubscriptionCanLeaveTheRestToTheSchedule() {
        webhook.answers("/hook", ERROR, ERROR, ERROR, OK);
        try (var bench = WorkerFixture.on(webhook, "schedule", 1, SCALE)) {
            bench.subscribe("billing", "/hook", ",\"tidings\":{\"recovery\":\"schedule\"}");
            var due = Instant.now().plusSeconds(20);
            bench.letWait("billing", RetryTier.ONE_MINUTE, FIRST, 10, deferredUntil(due));
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                bench.awaitRequests("/hook", FAILED + FAILED + 10);
            }
            assertThat(bench.counted("tidings.recovery.moved", "billing")).isZero();
            assertThat(received(bench, FIRST)).isAfterOrEqualTo(due);
        }
    }

    /** Without the request the endpoint would be tried again after five minutes. */
    @Test
    void anOperatorEndsTheWaitOfAProbation() {
        webhook.answers("/hook", ScriptedResponse.status(404));
        try (var bench = WorkerFixture.on(webhook, "retry-now", 1, 1)) {
            bench.subscribe("billing", "/hook");
            bench.deliver("billing", FAILED);
            try (var _ = bench.readyWorker("one", QUICK)) {
                await().atMost(SOON).until(() -> bench.shown("tidings.probation", "billing") == 1);
                bench.letWait(
                        "billing",
                        RetryTier.ONE_HOUR,
                        FIRST,
                        50,
                        deferredUntil(Instant.now().plusSeconds(3600)));
                webhook.answers("/hook", OK);
                bench.retryNow("billing", "/hook");
                bench.awaitRequests("/hook", FAILED + 50);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(progress(bench).state()).isEqualTo(State.COMPLETED));
                assertThat(progress(bench).requested()).isNotNull();
            }
        }
    }

    private Instant received(WorkerFixture bench, int number) {
        return bench.requests("/hook", "billing-" + number).getFirst().received();
    }

    private static RetryState deferredUntil(Instant due) {
        return RetryState.START.deferred(LastOutcome.PROBATION, due);
    }

    /** The newest progress of the subscription's recovery, as a GET would show it. */
    private static RecoveryProgress progress(WorkerFixture bench) {
        var table = new RecoveryTable();
        for (var record : bench.records(bench.topics().probation())) {
            var key = new String(record.key(), UTF_8);
            if (RecoveryTable.isKey(key)) {
                assertThat(table.read(key, record.partition(), record.headers(), record.value()))
                        .isEmpty();
            }
        }
        var progress = table.progress(WorkerFixture.key("billing"), "uid-billing");
        assertThat(progress).isPresent();
        return progress.get();
    }
}
