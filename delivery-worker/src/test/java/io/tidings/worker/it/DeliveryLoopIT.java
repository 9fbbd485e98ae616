package io.tidings.worker.it;

import static io.tidings.worker.SubscriptionRecords.DEAD_LETTERS;
import static io.tidings.worker.it.WorkerFixture.SOON;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.RetryState;
import io.tidings.runtime.liveness.Hang;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.SubscriptionRecords;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-DEL-1, B-DEL-2, B-DLQ-2 and B-SUB-5 on a real broker with a scripted endpoint. */
@Timeout(400)
class DeliveryLoopIT {
    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void deliversRetriesAndGivesUp() {
        webhook.answersPerEvent(
                "/flaky", ScriptedResponse.status(503), ScriptedResponse.status(500), ScriptedResponse.status(200));
        webhook.answers("/bad", ScriptedResponse.status(400));
        try (var bench = WorkerFixture.on(webhook, "basics", 2, 0.02)) {
            bench.subscribe("good", "/good");
            bench.subscribe("flaky", "/flaky");
            bench.subscribe("bad", "/bad", DEAD_LETTERS);
            bench.deliver("good", 100);
            bench.deliver("flaky", 20);
            bench.deliver("bad", 5);
            // The flaky endpoint refuses every first attempt, which would put it on probation.
            try (var worker = bench.worker("one", Map.of("probation.threshold", "1000"))) {
                await().atMost(SOON).untilAsserted(() -> {
                    assertThat(webhook.requests("/good")).hasSize(100);
                    assertThat(webhook.requests("/flaky")).hasSize(60);
                    assertThat(webhook.requests("/bad")).hasSize(5);
                });
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(bench.records(bench.topics().deadLetters()))
                                        .hasSize(5));
                await().atMost(SOON).until(worker::ready);
                assertThat(worker.hanging(Duration.ofSeconds(20))).isEmpty();
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(worker.hanging(Duration.ZERO))
                                .extracting(Hang::loop)
                                .containsExactlyInAnyOrder(
                                        "delivery-worker-session", "table-follower", "standing-follower"));
            }
            assertThat(webhook.requests("/good").getFirst().header("aeg-delivery-count"))
                    .containsExactly("0");
            assertThat(bench.requests("/flaky", "flaky-7").stream().map(DeliveryLoopIT::count))
                    .containsExactly("0", "1", "2");
        }
    }

    @Test
    void aSubscriptionThatWasCreatedAgainDoesNotGetWhatWasPendingForTheOldOne() {
        try (var bench = WorkerFixture.on(webhook, "again", 1, 0.05)) {
            bench.subscribe("billing", "uid-new", "/hook", "");
            bench.subscribe("other", "/other");
            bench.deliver("billing", 3);
            bench.deliver("other", 1);
            try (var _ = bench.worker("one")) {
                bench.awaitRequests("/other", 1);
                bench.awaitCounted("tidings.dropped", "SubscriptionDeleted", 3);
            }
            assertThat(webhook.requests("/hook")).isEmpty();
        }
    }

    @Test
    void aDeliveryIsNeverDroppedBecauseItsSubscriptionWasNotReadYet() {
        try (var bench = WorkerFixture.on(webhook, "fresh", 2, 0.05);
                var _ = bench.readyWorker("one")) {
            for (int i = 0; i < 30; i++) {
                long position = bench.subscribe("new-" + i, "/hook");
                bench.write(WorkerFixture.record(
                        bench.topics().deliveries(),
                        null,
                        WorkerFixture.delivery("new-" + i, 0, position, RetryState.START)));
            }
            bench.awaitRequests("/hook", 30);
            assertThat(bench.counted("tidings.dropped", "SubscriptionDeleted")).isZero();
        }
    }

    @Test
    void deliveriesOfAnUnreadableSubscriptionWaitUntilItIsRepaired() {
        try (var bench = WorkerFixture.on(webhook, "mended", 1, 0.02)) {
            bench.write(SubscriptionRecords.illegible(bench.topics().subscriptions(), WorkerFixture.key("billing")));
            bench.deliver("billing", 1);
            try (var _ = bench.worker("one")) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(bench.counted("tidings.deferred", "SubscriptionUnreadable"))
                                .isPositive());
                bench.subscribe("billing", "/hook");
                bench.awaitRequests("/hook", 1);
                assertThat(bench.counted("tidings.dropped", "SubscriptionDeleted"))
                        .isZero();
            }
        }
    }

    @Test
    void anUnreadableRecordGoesToRejectedWithTheReasonAndStopsNothing() {
        try (var bench = WorkerFixture.on(webhook, "unreadable", 1, 0.05)) {
            bench.subscribe("billing", "/hook");
            var deliveries = bench.topics().deliveries();
            bench.write(new ProducerRecord<>(deliveries, 0, key(), "no headers".getBytes(UTF_8)));
            var future = WorkerFixture.record(deliveries, 0, WorkerFixture.delivery("billing", 1, 1, RetryState.START));
            future.headers().add(HeaderNames.FORMAT, "2".getBytes(UTF_8));
            bench.write(future);
            bench.write(new ProducerRecord<>(deliveries, 0, key(), null));
            bench.write(new ProducerRecord<>(
                    bench.topics().retry(RetryTier.TEN_SECONDS), 0, key(), "in a tier".getBytes(UTF_8)));
            bench.deliver("billing", 1);
            try (var _ = bench.worker("one")) {
                bench.awaitRequests("/hook", 1);
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(
                                        bench.records(bench.topics().rejected()).stream()
                                                .map(record -> text(record.headers(), HeaderNames.REASON)))
                                .containsExactlyInAnyOrder(
                                        "UnknownFormat", "UnknownFormat", "UnknownFormat", "InvalidDelivery"));
                assertThat(bench.records(bench.topics().rejected()).stream()
                                .map(record -> text(record.headers(), HeaderNames.ERROR)))
                        .anyMatch(sentence -> sentence.contains("tidings-format is \"2\""));
                assertThat(bench.records(bench.topics().rejected()).stream()
                                .map(record -> text(record.headers(), HeaderNames.SOURCE)))
                        .as("where each was read")
                        .containsExactlyInAnyOrder(
                                deliveries + "-0@0",
                                deliveries + "-0@1",
                                deliveries + "-0@2",
                                bench.topics().retry(RetryTier.TEN_SECONDS) + "-0@0");
            }
        }
    }

    private static byte[] key() {
        return "orders/billing".getBytes(UTF_8);
    }

    private static String text(Headers headers, String name) {
        return new String(headers.lastHeader(name).value(), UTF_8);
    }

    private static String count(ReceivedRequest request) {
        return request.header("aeg-delivery-count").getFirst();
    }
}
