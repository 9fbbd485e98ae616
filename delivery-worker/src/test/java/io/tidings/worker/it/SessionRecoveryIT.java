package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.Delivery;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.session.InstanceIdTaken;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.WorkerProgram;
import io.tidings.worker.group.PartitionNumberAssignor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Decision 15: a worker that has lost its session opens another one and goes on from what is committed. */
@Timeout(400)
@Order(1)
class SessionRecoveryIT {
    private static final int EVENTS = 300;

    /** Every event is parked twice before it is delivered, so that a fork would show. */
    private static final Map<String, String> SETTINGS =
            Map.of("purge.delivered", "false", "probation.threshold", "1000", "attempts.log", "all");

    /** The session of a worker without settings. */
    private static final Map<String, String> SHORT_SESSION = Map.of("consumer.session.timeout.ms", "10000");

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aWorkerWhosePlaceWasTakenOnceComesBackAndDelivers() {
        failsTwice();
        try (var bench = WorkerFixture.on(webhook, "taken", 2, 0.05)) {
            bench.subscribe("billing", "/hook");
            try (var worker = bench.readyWorker("one", SETTINGS)) {
                bench.deliver("billing", EVENTS);
                awaitFirstRequests();
                takeThePlaceOf("one", bench);
                await().atMost(SOON).until(() -> bench.counted("tidings.repairs", "fenced") >= 1);
                awaitEveryEventDelivered();
                assertEveryEventHasOneChain(bench);
                await().atMost(SOON).until(worker::ready);
                assertThat(worker.ended()).isNotDone();
            }
        }
    }

    @Test
    void aProducerThatTheBrokerHasFencedIsMadeAnew() {
        var fenced = new CountDownLatch(1); // no event ends before, or the worker might have nothing more to write
        webhook.answersPerEvent(
                "/hook",
                ScriptedResponse.status(500),
                ScriptedResponse.computed(_ -> {
                    awaitUninterrupted(fenced);
                    return ScriptedResponse.status(500);
                }),
                ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "producer", 2, 0.05);
                var admin = bench.clients().admin()) {
            bench.subscribe("billing", "/hook");
            try (var worker = bench.readyWorker("one", SETTINGS)) {
                bench.deliver("billing", EVENTS);
                await().atMost(SOON).until(() -> !webhook.requests("/hook").isEmpty());
                KafkaFutures.await(
                        admin.fenceProducers(List.of(bench.group() + "-one")).all(), "fencing the producer");
                fenced.countDown();
                await().atMost(SOON).until(() -> bench.counted("tidings.repairs", "fenced") >= 1);
                awaitEveryEventDelivered();
                assertEveryEventHasOneChain(bench);
                assertThat(worker.ended()).isNotDone();
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void ofTwoWorkersWithTheSameIdOneEndsWithASentenceAndTheOtherDelivers() {
        try (var bench = WorkerFixture.on(webhook, "twins", 2, 0.05)) {
            bench.subscribe("billing", "/hook");
            try (var one = bench.worker("same");
                    var other = bench.worker("same")) {
                await().atMost(SOON).until(() -> ended(one) || ended(other));
                var left = ended(one) ? other : one;
                var gone = ended(one) ? one : other;
                assertThat(gone.ended().toCompletableFuture().exceptionNow())
                        .isInstanceOf(InstanceIdTaken.class)
                        .hasMessageContaining("worker.instance.id same is used by another process too");
                bench.deliver("billing", 20);
                await().atMost(SOON)
                        .until(() -> webhook.requests("/hook").stream()
                                        .map(ReceivedRequest::text)
                                        .distinct()
                                        .count()
                                == 20);
                await().atMost(SOON).until(left::ready);
                assertThat(left.ended()).isNotDone();
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aTransactionThatHasTimedOutAtTheBrokerIsNotTheEnd(@TempDir Path folder) throws IOException {
        var settings = Map.of(
                "producer.transaction.timeout.ms", "2000",
                "producer.delivery.timeout.ms", "1500",
                "producer.request.timeout.ms", "1000",
                "consumer.session.timeout.ms", "30000");
        freezeUnderLoad(folder, Duration.ofSeconds(6), settings);
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aWorkerLivesThroughAFrozenBrokerForLongerThanItsSession(@TempDir Path folder) throws IOException {
        freezeUnderLoad(folder, Duration.ofSeconds(14), Map.of());
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aWorkerLivesThroughABrokerThatStandsStillForLongerThanItsCommitIsWaitedFor(@TempDir Path folder)
            throws IOException {
        var settings = Map.of(
                "kafka.default.api.timeout.ms", "6000",
                "producer.max.block.ms", "3000",
                "kafka.request.timeout.ms", "3000");
        freezeUnderLoad(folder, Duration.ofSeconds(30), settings);
    }

    private void freezeUnderLoad(Path folder, Duration freeze, Map<String, String> more) throws IOException {
        failsTwice();
        try (var link = BrokerLink.open();
                var broker = LocalBroker.start(link.settings(folder));
                var bench = WorkerFixture.on(webhook, broker, "frozen", 2, 0.05)) {
            bench.subscribe("billing", "/hook");
            try (var worker = bench.readyWorker("one", with(more))) {
                bench.deliver("billing", EVENTS);
                awaitFirstRequests();
                link.freeze();
                long until = System.nanoTime() + freeze.toNanos();
                await().atMost(SOON).until(() -> System.nanoTime() - until >= 0);
                assertThat(worker.ended()).isNotDone();
                link.thaw();
                awaitEveryEventDelivered();
                assertEveryEventHasOneChain(bench);
                await().atMost(SOON).until(worker::ready);
                assertThat(worker.ended()).isNotDone();
            }
        }
    }

    @Test
    @Execution(ExecutionMode.CONCURRENT) // has all its own, and waits most of the time
    void aWorkerLivesThroughABrokerThatIsAwayForLongerThanItsSession(@TempDir Path folder) throws IOException {
        failsTwice();
        var settings = Map.of(
                "kafka.default.api.timeout.ms", "6000",
                "producer.max.block.ms", "3000",
                "kafka.request.timeout.ms", "3000");
        try (var link = BrokerLink.open()) {
            var first = LocalBroker.start(link.settings(folder));
            try (var bench = WorkerFixture.on(webhook, first, "away", 2, 0.05)) {
                bench.subscribe("billing", "/hook");
                try (var worker = bench.readyWorker("one", with(settings))) {
                    bench.deliver("billing", EVENTS);
                    awaitFirstRequests();
                    first.close();
                    await().atMost(SOON).until(() -> !worker.ready());
                    long until = System.nanoTime() + Duration.ofSeconds(20).toNanos();
                    await().atMost(SOON).until(() -> System.nanoTime() - until >= 0);
                    try (var _ = LocalBroker.start(link.settings(folder))) {
                        awaitEveryEventDelivered();
                        assertEveryEventHasOneChain(bench);
                        await().atMost(SOON).until(worker::ready);
                        assertThat(worker.ended()).isNotDone();
                    }
                }
            }
        }
    }

    private static Map<String, String> with(Map<String, String> more) {
        var all = new HashMap<>(SETTINGS);
        all.putAll(SHORT_SESSION);
        all.putAll(more);
        return all;
    }

    private void failsTwice() {
        webhook.answersPerEvent(
                "/hook", ScriptedResponse.status(500), ScriptedResponse.status(500), ScriptedResponse.status(200));
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void awaitFirstRequests() {
        await().atMost(SOON)
                .pollInterval(Duration.ofMillis(5))
                .until(() -> webhook.requests("/hook").size() > EVENTS / 4);
    }

    /** The third request of an event succeeds. */
    private void awaitEveryEventDelivered() {
        await().atMost(SOON.multipliedBy(2))
                .until(() -> webhook.requests("/hook").stream()
                                .collect(Collectors.groupingBy(ReceivedRequest::text, Collectors.counting()))
                                .values()
                                .stream()
                                .filter(requests -> requests >= 3)
                                .count()
                        == EVENTS);
    }

    /**
     * No attempt was counted twice: two records of the same attempt would each lead to a dead letter of its own. A
     * request that was stopped before it was sent, because results waited for their commit, is a deferral and no
     * attempt.
     */
    private static void assertEveryEventHasOneChain(WorkerFixture bench) {
        for (var tier : List.of(RetryTier.TEN_SECONDS, RetryTier.THIRTY_SECONDS)) {
            assertThat(bench.deliveries(bench.topics().retry(tier)).stream().map(SessionRecoveryIT::step))
                    .doesNotHaveDuplicates();
        }
        assertThat(bench.deliveries(bench.topics().retry(RetryTier.TEN_SECONDS)).stream()
                        .map(delivery -> delivery.event().id()))
                .isSubsetOf(IntStream.range(0, EVENTS)
                        .mapToObj(number -> "billing-" + number)
                        .toList());
    }

    private static String step(Delivery delivery) {
        var state = delivery.retryState();
        return delivery.event().id() + " after attempt " + state.attempts() + ", deferral " + state.deferrals();
    }

    private static boolean ended(WorkerProgram worker) {
        return worker.ended().toCompletableFuture().isDone();
    }

    /** Joins with the worker's instance id, as a second process would, and goes away again. */
    private static void takeThePlaceOf(String instance, WorkerFixture bench) {
        try (var twin = bench.clients()
                .consumer(Map.of(
                        "group.id",
                        bench.group(),
                        "group.protocol",
                        "classic",
                        "group.instance.id",
                        instance,
                        "partition.assignment.strategy",
                        PartitionNumberAssignor.class.getName(),
                        "enable.auto.commit",
                        false,
                        "auto.offset.reset",
                        "earliest"))) {
            twin.subscribe(bench.topics().ladder());
            await().atMost(SOON).until(() -> {
                twin.enforceRebalance();
                twin.poll(Duration.ofMillis(100));
                return !twin.groupMetadata().memberId().isEmpty();
            });
        }
    }
}
