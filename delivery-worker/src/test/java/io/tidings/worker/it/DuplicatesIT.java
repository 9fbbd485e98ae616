package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Decision 3: what a killed topology wrote twice is delivered once, also by another worker than the first one was. */
@Timeout(400)
class DuplicatesIT {
    private static final String NAME = "billing";

    private final ScriptedWebhook webhook = ScriptedWebhook.start();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void aDeliveryThatIsWrittenTwiceIsDeliveredOnce() {
        try (var bench = WorkerFixture.on(webhook, "repeats-twice", 1, 0.01)) {
            long read = bench.subscribe(NAME, "/hook");
            var deliveries = deliveries(0, 50, read);
            try (var _ = bench.worker("one")) {
                write(bench, deliveries);
                write(bench, deliveries.subList(20, 50));
                write(bench, deliveries(50, 51, read));
                awaitAll(51);
            }
            assertThat(webhook.requests()).hasSize(51);
            assertThat(bench.counted("tidings.repeated")).isEqualTo(30);
        }
    }

    @Test
    void aNewOwnerKnowsWhatTheFormerOneHasDelivered() {
        try (var bench = WorkerFixture.on(webhook, "repeats-over", 2, 0.01)) {
            long read = bench.subscribe(NAME, "/hook");
            var deliveries = deliveries(0, 500, read);
            try (var _ = bench.worker("one")) {
                write(bench, deliveries);
                awaitAll(500);
            }
            assertThat(webhook.requests()).hasSize(500);
            try (var _ = bench.worker("one")) {
                write(bench, deliveries);
                write(bench, deliveries(500, 501, read));
                awaitAll(501);
            }
            assertThat(webhook.requests()).hasSize(501);
            assertThat(bench.counted("tidings.repeated")).isEqualTo(500);
        }
    }

    /** A redrive carries the source of the event, too, and is delivered all the same. */
    @Test
    void aRedriveIsNoRepeat() {
        try (var bench = WorkerFixture.on(webhook, "repeats-redriven", 1, 0.01)) {
            long read = bench.subscribe(NAME, "/hook");
            try (var _ = bench.worker("one")) {
                var first = deliveries(0, 1, read).getFirst();
                write(bench, List.of(first, first.redriven(first.uid(), read, Instant.now())));
                await().atMost(SOON).until(() -> webhook.requests().size() == 2);
            }
        }
    }

    private void awaitAll(int events) {
        await().atMost(SOON)
                .until(() -> webhook.requests().stream()
                                .map(ReceivedRequest::text)
                                .distinct()
                                .count()
                        == events);
    }

    private static List<Delivery> deliveries(int from, int to, long subscriptionsRead) {
        return IntStream.range(from, to)
                .mapToObj(number -> WorkerFixture.delivery(NAME, number, subscriptionsRead, RetryState.START))
                .toList();
    }

    private static void write(WorkerFixture bench, List<Delivery> deliveries) {
        bench.writeAll(deliveries.stream()
                .map(delivery -> WorkerFixture.record(bench.topics().deliveries(), null, delivery))
                .toList());
    }
}
