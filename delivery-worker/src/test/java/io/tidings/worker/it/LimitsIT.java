package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.lane.Lanes;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-LIMIT on a real broker: two workers share the limits of a subscription, and another one is not slowed. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class LimitsIT {
    private static final Duration LONG = Duration.ofMinutes(3);
    private static final int HOME = Lanes.home(WorkerFixture.key("limited"), 2);

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    /** Each lane may send one a second; a worker that takes a lane over does not begin anew. */
    @Test
    void allWorkersTogetherKeepToTheRateAlsoWhenOneOfThemEnds() {
        int deliveries = 60;
        Instant begun;
        try (var bench = WorkerFixture.on(webhook, "limits-rate", 2, 1)) {
            bench.subscribe("free", "/free");
            long read = bench.subscribe(
                    "limited", "/limited", ",\"tidings\":{\"lanes\":2,\"limits\":{\"requestsPerSecond\":2}}");
            try (var _ = bench.readyWorker("two")) {
                try (var _ = bench.readyWorker("one")) {
                    begun = Instant.now();
                    deliver(bench, "limited", 0, deliveries / 2, read);
                    deliver(bench, "limited", 1, deliveries / 2, read);
                    deliver(bench, "free", 0, 150, read);
                    deliver(bench, "free", 1, 150, read);
                    bench.awaitRequests("/free", 300);
                    assertThat(webhook.requests("/limited"))
                            .as("the others were sent first")
                            .hasSizeLessThan(deliveries);
                    await().atMost(SOON).until(() -> bench.shown("tidings.waiting.for.limits") > 0);
                }
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(events("/limited")).hasSize(deliveries));
                keepsTo(2, begun, webhook.requests("/limited"));
                assertThat(bench.counted("tidings.deferred", "limited")).isZero();
            }
        }
    }

    /** A retry waits for the limit like a new delivery, and keeps its attempts. */
    @Test
    void aRetryWaitsForTheLimitToo() {
        webhook.answersPerEvent("/limited", ScriptedResponse.status(500), ScriptedResponse.status(200));
        try (var bench = WorkerFixture.on(webhook, "limits-retry", 2, 0.04)) {
            long read = bench.subscribe("limited", "/limited", ",\"tidings\":{\"limits\":{\"requestsPerSecond\":5}}");
            try (var _ = bench.readyWorker("one", Map.of("probation.threshold", "1000"))) {
                var begun = Instant.now();
                deliver(bench, "limited", HOME, 20, read);
                await().atMost(LONG)
                        .untilAsserted(
                                () -> assertThat(webhook.requests("/limited")).hasSize(40));
                keepsTo(5, begun, webhook.requests("/limited"));
                bench.awaitCounted("tidings.delivery.success", "limited", 20);
            }
        }
    }

    /** The requests of a subscription hang; what waits for them is in the log, so that the partition is read on. */
    @Test
    void noMoreRequestsAreOpenThanTheLimitAllows() {
        var told = new CountDownLatch(1);
        webhook.answers("/limited", ScriptedResponse.after(told, 200));
        try (var bench = WorkerFixture.on(webhook, "limits-open", 2, 1)) {
            bench.subscribe("free", "/free");
            long read = bench.subscribe(
                    "limited",
                    "/limited",
                    ",\"tidings\":{\"lanes\":2,\"limits\":{\"concurrentRequests\":2},"
                            + "\"retry\":{\"responseTimeout\":\"PT2M\"}}");
            try (var _ = bench.readyWorker("one");
                    var _ = bench.readyWorker("two")) {
                deliver(bench, "limited", 0, 1_500, read);
                deliver(bench, "limited", 1, 1_500, read);
                bench.awaitRequests("/limited", 2);
                deliver(bench, "free", 0, 100, read);
                deliver(bench, "free", 1, 100, read);
                bench.awaitRequests("/free", 200);
                assertThat(webhook.requests("/limited")).hasSize(2);
                told.countDown();
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(events("/limited")).hasSize(3_000));
            }
        }
    }

    /** At six a minute; the first worker ends without finishing anything. */
    @Test
    void whatWaitsOutlivesItsWorkerAndGoesWhenItsLimitIsLifted() {
        int deliveries = 50;
        try (var bench = WorkerFixture.on(webhook, "limits-lifted", 2, 1)) {
            var limits = ",\"tidings\":{\"limits\":{\"requestsPerSecond\":0.1}}";
            long read = bench.subscribe("limited", "/limited", limits);
            var quick = Map.of("drain.timeout", "1ms");
            try (var _ = bench.readyWorker("one", quick)) {
                deliver(bench, "limited", HOME, deliveries, read);
                await().atMost(SOON).until(() -> bench.shown("tidings.waiting.for.limits") >= deliveries - 10);
            }
            assertThat(webhook.requests("/limited")).hasSizeLessThan(deliveries);
            try (var _ = bench.readyWorker("two", quick)) {
                bench.subscribe("limited", "/limited");
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(events("/limited")).hasSize(deliveries));
            }
            assertThat(bench.deliveries(bench.topics().waiting()))
                    .as("each is written there once")
                    .hasSizeLessThanOrEqualTo(deliveries);
            assertThat(bench.counted("tidings.deferred", "limited")).isZero();
        }
    }

    /** Otherwise a backlog would move into the ladder, which rewrites it again and again. */
    @Test
    void whatWaitsStaysInTheLogWhileItsSubscriptionIsPaused() {
        int deliveries = 200;
        try (var bench = WorkerFixture.on(webhook, "limits-paused", 2, 1)) {
            var limits = ",\"tidings\":{\"limits\":{\"requestsPerSecond\":2}}";
            long read = bench.subscribe("limited", "/limited", limits);
            try (var _ = bench.readyWorker("one")) {
                deliver(bench, "limited", HOME, deliveries, read);
                bench.awaitRequests("/limited", 1);
                bench.subscribe("limited", "/limited", limits + ",\"paused\":true");
                var paused = Instant.now();
                await().atMost(SOON).until(() -> Instant.now().isAfter(paused.plusSeconds(5)));
                assertThat(bench.counted("tidings.deferred", "limited"))
                        .as("only what was in memory is deferred")
                        .isLessThan(20);
                bench.subscribe("limited", "/limited");
                await().atMost(LONG)
                        .untilAsserted(() -> assertThat(events("/limited")).hasSize(deliveries));
            }
        }
    }

    private static void deliver(WorkerFixture bench, String name, int partition, int count, long read) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int number = 0; number < count; number++) {
            var delivery = WorkerFixture.delivery(name, 10_000 * partition + number, read, RetryState.START);
            records.add(WorkerFixture.record(bench.topics().deliveries(), partition, delivery));
        }
        bench.writeAll(records);
    }

    /** Returns the bodies that came, each once. */
    private Set<String> events(String path) {
        var events = new HashSet<String>();
        webhook.requests(path).forEach(each -> events.add(each.text()));
        return events;
    }

    /** However late a request arrives, none arrives before it may be sent: two are one second's worth at most. */
    private static void keepsTo(int perSecond, Instant begun, List<ReceivedRequest> requests) {
        for (int number = 0; number < requests.size(); number++) {
            var earliest = Duration.ofSeconds(1)
                    .multipliedBy(Math.max(0, number - perSecond))
                    .dividedBy(perSecond);
            assertThat(requests.get(number).received()).as("request %d", number).isAfterOrEqualTo(begun.plus(earliest));
        }
    }
}
