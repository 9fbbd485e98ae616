package io.tidings.worker.it;

import static io.tidings.worker.it.WorkerFixture.SOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.RetryState;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-LANE-2 on a real broker: the events of each order key arrive in order, through failures and restarts. */
@Timeout(400)
@Order(1)
class OrderIT {
    private static final Pattern NUMBER = Pattern.compile("\"id\":\"billing-(\\d+)\"");
    private static final int KEYS = 10;
    private static final int EACH = 20;
    /** The number of requests after which the endpoint is unavailable, until it is back. */
    private static final int LAST_BEFORE_THE_OUTAGE = 110;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final Map<Integer, Integer> delivered = new ConcurrentHashMap<>();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicBoolean back = new AtomicBoolean();

    @AfterEach
    void closeReceiver() {
        webhook.close();
    }

    @Test
    void eventsOfOneKeyArriveInOrderThroughFailuresAndRestarts() {
        webhook.answers("/hook", ScriptedResponse.computed(this::answer));
        try (var bench = WorkerFixture.on(webhook, "order", 2, 0.02)) {
            bench.subscribe("billing", "/hook", ",\"tidings\":{\"orderBy\":\"subject\"}");
            var quick = Map.of("drain.timeout", "1ms");
            try (var _ = bench.readyWorker("one", quick)) {
                deliver(bench, 0, KEYS * EACH / 2);
                await().atMost(SOON).until(() -> requests.get() > 60);
            }
            deliver(bench, KEYS * EACH / 2, KEYS * EACH);
            try (var _ = bench.readyWorker("two", quick)) {
                await().atMost(SOON).until(() -> requests.get() > LAST_BEFORE_THE_OUTAGE + 5);
            }
            assertThat(bench.deliveries(bench.topics().waiting()))
                    .as("those behind one that waits in the ladder lie in the log, each once")
                    .isNotEmpty();
            try (var _ = bench.readyWorker("three", quick)) {
                back.set(true);
                await().atMost(SOON.multipliedBy(2)).untilAsserted(() -> {
                    assertThat(violations).isEmpty();
                    assertThat(delivered).hasSize(KEYS);
                    assertThat(delivered.values()).containsOnly(EACH);
                });
            }
            assertThat(violations).isEmpty();
        }
    }

    @Test
    void otherKeysPassOneThatWaits() {
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> ScriptedResponse.status(number(request) % 2 == 0 ? 404 : 200)));
        try (var bench = WorkerFixture.on(webhook, "order-pass", 1, 1)) {
            bench.subscribe("billing", "/hook", ",\"tidings\":{\"orderBy\":\"subject\"}");
            try (var _ = bench.readyWorker("one", Map.of("probation.threshold", "1000"))) {
                bench.writeAll(records(bench, 0, 40, 2));
                await().atMost(SOON).until(() -> webhook.requests("/hook").size() == 20 + 1);
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(bench.deliveries(bench.topics().waiting()))
                                        .as("those behind the one that failed wait in the log")
                                        .hasSize(19));
                assertThat(bench.deliveries(bench.topics().retry(RetryTier.FIVE_MINUTES)))
                        .hasSize(1);
                await().atMost(SOON).until(() -> bench.shown("tidings.blocked.keys") == 1);
            }
        }
    }

    /** A burst of which the first event fails: one round trip per event, and each is written once. */
    @Test
    void aBurstBehindAFailedEventIsDeliveredAtOneRoundTripPerEvent() {
        webhook.answers("/hook", ScriptedResponse.computed(this::answerFirstWithAFailure));
        try (var bench = WorkerFixture.on(webhook, "order-burst", 1, 0.02)) {
            bench.subscribe("billing", "/hook", ",\"tidings\":{\"orderBy\":\"subject\"}");
            try (var _ = bench.readyWorker("one", Map.of())) {
                bench.writeAll(records(bench, 0, 1_000, 1));
                await().atMost(SOON).untilAsserted(() -> {
                    assertThat(violations).isEmpty();
                    assertThat(delivered.getOrDefault(0, 0)).isEqualTo(1_000);
                });
                assertThat(bench.deliveries(bench.topics().waiting()))
                        .as("each is written once")
                        .hasSizeLessThanOrEqualTo(999);
                assertThat(List.of(RetryTier.values()).stream()
                                .flatMap(tier -> bench.deliveries(bench.topics().retry(tier)).stream())
                                .filter(delivery -> delivery.retryState().attempts() > 0))
                        .as("only the one that failed was in the ladder")
                        .hasSizeLessThanOrEqualTo(2);
            }
        }
    }

    private ScriptedResponse.Status answerFirstWithAFailure(ReceivedRequest request) {
        int number = number(request);
        int before = delivered.getOrDefault(0, 0);
        if (before < number) {
            violations.add("event " + number + " after " + before + " deliveries");
        }
        if (requests.incrementAndGet() == 1) {
            return ScriptedResponse.status(503);
        }
        delivered.merge(0, number + 1, Math::max);
        return ScriptedResponse.status(200);
    }

    private static int number(ReceivedRequest request) {
        var matcher = NUMBER.matcher(request.text());
        assertThat(matcher.find()).isTrue();
        return Integer.parseInt(matcher.group(1));
    }

    /** Fails a quarter of the requests. Before an event arrives, all earlier ones of its key must be delivered. */
    private ScriptedResponse.Status answer(ReceivedRequest request) {
        int number = number(request);
        int key = number % KEYS;
        int place = number / KEYS;
        int before = delivered.getOrDefault(key, 0);
        if (before < place) {
            violations.add("event " + place + " of key " + key + " after " + before + " deliveries");
        }
        int count = requests.incrementAndGet();
        boolean unavailable = count > LAST_BEFORE_THE_OUTAGE && !back.get();
        if (unavailable || (number * 31 + count) % 4 == 0) {
            return ScriptedResponse.status(503);
        }
        delivered.merge(key, place + 1, Math::max);
        return ScriptedResponse.status(200);
    }

    private static void deliver(WorkerFixture bench, int from, int to) {
        bench.writeAll(records(bench, from, to, KEYS));
    }

    private static List<ProducerRecord<byte[], byte[]>> records(WorkerFixture bench, int from, int to, int keys) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int number = from; number < to; number++) {
            var delivery = WorkerFixture.delivery("billing", number, 0, RetryState.START)
                    .ordered(new DeliveryOrder("key-" + number % keys, null));
            records.add(WorkerFixture.record(bench.topics().deliveries(), null, delivery));
        }
        return records;
    }
}
