package io.tidings.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.SubscriptionRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-PULL on a real broker: events of a queue are received from the worker that owns it. */
@Timeout(400)
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own
class QueueIT {
    private static final Map<String, String> LISTENS = Map.of("receive.listen", "127.0.0.1:0", "drain.timeout", "1ms");

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final HttpClient client = HttpClient.newHttpClient();

    private record Lock(String event, String token, int count) {}

    @AfterEach
    void close() {
        client.shutdownNow();
        webhook.close();
    }

    @Test
    void eachEventIsReceivedUntilItIsAcknowledged() throws Exception {
        try (var bench = WorkerFixture.on(webhook, "queue-received", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "", "");
            try (var _ = bench.readyWorker("one", LISTENS)) {
                var owner = owner(bench);
                deliver(bench, "pulled", 0, 20, read);

                var received = receiveAll(owner, 20);
                assertThat(received).extracting(Lock::count).containsOnly(1);
                assertThat(receive(owner, 10, 0)).as("others get none of them").isEmpty();
                assertThat(bench.shown("tidings.locked")).isNotNegative();

                var released = received.getFirst();
                assertThat(settle(owner, "release&delay=0", List.of(released))).containsExactly("");
                assertThat(receive(owner, 10, 20_000)).singleElement().satisfies(again -> {
                    assertThat(again.event()).isEqualTo(released.event());
                    assertThat(again.count()).isEqualTo(2);
                    assertThat(settle(owner, "acknowledge", List.of(released, again)))
                            .containsExactly("TokenLost", "");
                });
                var others = received.subList(1, received.size());
                assertThat(settle(owner, "renew", others)).hasSize(19).containsOnly("");
                assertThat(settle(owner, "acknowledge", others)).hasSize(19).containsOnly("");
                assertThat(settle(owner, "acknowledge", others)).hasSize(19).containsOnly("TokenLost");
                assertThat(receive(owner, 10, 0)).isEmpty();
                bench.awaitCounted("tidings.delivery.success", "pulled", 20);
            }
        }
    }

    @Test
    void aRejectedEventAndOneThatWasReceivedTooOftenBecomeDeadLetters() throws Exception {
        try (var bench = WorkerFixture.on(webhook, "queue-rejected", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "\"maxDeliveryCount\":1", SubscriptionRecords.DEAD_LETTERS);
            try (var _ = bench.readyWorker("one", LISTENS)) {
                var owner = owner(bench);
                deliver(bench, "pulled", 0, 2, read);
                var received = receiveAll(owner, 2);

                assertThat(settle(owner, "reject", received.subList(0, 1))).containsExactly("");
                assertThat(settle(owner, "release&delay=0", received.subList(1, 2)))
                        .containsExactly("");

                await().atMost(WorkerFixture.SOON)
                        .untilAsserted(() -> assertThat(
                                        bench.records(bench.topics().deadLetters()))
                                .extracting(record -> text(record.value(), "deadletterreason"))
                                .containsExactlyInAnyOrder("RejectedByReceiver", "MaxDeliveryAttemptsExceeded"));
                assertThat(bench.records(bench.topics().deadLetters()))
                        .extracting(record -> text(record.value(), "deliveryattempts"))
                        .containsOnly("1");
            }
        }
    }

    /** The worker ends without a drain. */
    @Test
    void aTokenIsGoodAtTheNextOwnerAndNobodyElseGetsTheEvent() throws Exception {
        try (var bench = WorkerFixture.on(webhook, "queue-moved", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "", "");
            List<Lock> received;
            try (var _ = bench.readyWorker("one", LISTENS)) {
                var owner = owner(bench);
                deliver(bench, "pulled", 0, 10, read);
                received = receiveAll(owner, 10);
                assertThat(settle(owner, "acknowledge", received.subList(0, 4))).containsOnly("");
            }
            try (var _ = bench.readyWorker("two", LISTENS)) {
                var owner = owner(bench);
                assertThat(receive(owner, 10, 1_000)).isEmpty();
                assertThat(settle(owner, "acknowledge", received))
                        .containsExactly("TokenLost", "TokenLost", "TokenLost", "TokenLost", "", "", "", "", "", "");
                assertThat(receive(owner, 10, 1_000)).isEmpty();
            }
        }
    }

    /** B-PULL-2. */
    @Test
    void aLockHoldsBackNoCommittedOffset() throws Exception {
        int others = 100_000;
        try (var bench = WorkerFixture.on(webhook, "queue-offsets", 1, 1)) {
            bench.subscribe("free", "/free", ",\"tidings\":{\"attempts\":\"failures\"}");
            long read = bench.subscribeQueue("pulled", "\"receiveLockDurationInSeconds\":300", "");
            try (var _ = bench.readyWorker("one", LISTENS);
                    var admin = bench.clients().admin()) {
                var owner = owner(bench);
                deliver(bench, "pulled", 0, 1, read);
                var received = receiveAll(owner, 1);
                deliver(bench, "free", 0, others, read);
                await().atMost(Duration.ofMinutes(5))
                        .pollInterval(Duration.ofSeconds(5))
                        .until(() -> settle(owner, "renew", received).equals(List.of(""))
                                && bench.counted("tidings.delivery.success", "free") == others);
                await().atMost(WorkerFixture.SOON)
                        .untilAsserted(() -> assertThat(admin.listConsumerGroupOffsets(bench.group())
                                        .partitionsToOffsetAndMetadata()
                                        .get()
                                        .get(new TopicPartition(bench.topics().deliveries(), 0))
                                        .offset())
                                .isEqualTo(others + 1));
                assertThat(settle(owner, "acknowledge", received)).containsExactly("");
            }
        }
    }

    /** Nobody receives, and nothing else comes. */
    @Test
    void anEventThatNobodyReceivesExpires() {
        try (var bench = WorkerFixture.on(webhook, "queue-expired", 1, 0.05)) {
            long read =
                    bench.subscribeQueue("pulled", "\"eventTimeToLive\":\"PT1M\"", SubscriptionRecords.DEAD_LETTERS);
            try (var _ = bench.readyWorker("one")) {
                deliver(bench, "pulled", 0, 30, read);

                await().atMost(WorkerFixture.SOON)
                        .untilAsserted(
                                () -> assertThat(bench.records(bench.topics().deadLetters()))
                                        .extracting(record -> text(record.value(), "deadletterreason"))
                                        .hasSize(30)
                                        .containsOnly("TimeToLiveExceeded"));
            }
        }
    }

    /** B-LANE-2: the next event of a key comes when the one before it has ended. */
    @Test
    void receiversGetOneEventOfAnOrderKeyAtATime() throws Exception {
        try (var bench = WorkerFixture.on(webhook, "queue-ordered", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "", ",\"tidings\":{\"orderBy\":\"subject\"}");
            try (var _ = bench.readyWorker("one", LISTENS)) {
                var owner = owner(bench);
                var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
                for (int number = 0; number < 6; number++) {
                    var delivery = WorkerFixture.delivery("pulled", number, read, RetryState.START)
                            .ordered(new DeliveryOrder("customer-" + number % 2, null));
                    records.add(WorkerFixture.record(bench.topics().deliveries(), 0, delivery));
                }
                bench.writeAll(records);

                var first = receiveAll(owner, 2);
                assertThat(receive(owner, 10, 1_000)).isEmpty();
                assertThat(settle(owner, "release&delay=0", first.subList(0, 1)))
                        .containsExactly("");
                assertThat(receiveAll(owner, 1))
                        .extracting(Lock::event)
                        .containsExactly(first.getFirst().event());
                assertThat(settle(owner, "acknowledge", first.subList(1, 2))).containsExactly("");
                assertThat(receiveAll(owner, 1))
                        .singleElement()
                        .satisfies(next -> assertThat(number(next)).isEqualTo(number(first.getLast()) + 2));
            }
        }
    }

    /** Several receivers: each event of a key is received when the one before it has ended, and by one of them. */
    @Test
    void severalReceiversKeepTheOrderOfEachKey() throws Exception {
        int keys = 4;
        int events = 120;
        try (var bench = WorkerFixture.on(webhook, "queue-shared", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "", ",\"tidings\":{\"orderBy\":\"subject\"}");
            try (var _ = bench.readyWorker("one", LISTENS);
                    var receivers = Executors.newVirtualThreadPerTaskExecutor()) {
                var owner = owner(bench);
                bench.writeAll(IntStream.range(0, events)
                        .mapToObj(number -> WorkerFixture.record(
                                bench.topics().deliveries(),
                                0,
                                WorkerFixture.delivery("pulled", number, read, RetryState.START)
                                        .ordered(new DeliveryOrder("customer-" + number % keys, null))))
                        .toList());

                var order = new ConcurrentHashMap<Integer, List<Integer>>();
                var got = new AtomicInteger();
                var all = new ArrayList<Future<?>>();
                for (int receiver = 0; receiver < 6; receiver++) {
                    all.add(receivers.submit(() -> {
                        while (got.get() < events) {
                            for (var lock : receive(owner, 3, 1_000)) {
                                int number = number(lock);
                                // It is noted before the next one of its key can be handed out.
                                order.computeIfAbsent(number % keys, _ -> new CopyOnWriteArrayList<>())
                                        .add(number);
                                got.incrementAndGet();
                                assertThat(settle(owner, "acknowledge", List.of(lock)))
                                        .containsExactly("");
                            }
                        }
                        return null;
                    }));
                }
                for (var each : all) {
                    each.get();
                }
                assertThat(order).hasSize(keys);
                order.forEach((key, numbers) -> assertThat(numbers)
                        .containsExactlyElementsOf(IntStream.range(0, events / keys)
                                .mapToObj(place -> key + place * keys)
                                .toList()));
            }
        }
    }

    private static int number(Lock lock) {
        return Integer.parseInt(lock.event().substring(lock.event().lastIndexOf('-') + 1));
    }

    /** Who waits is woken by an event. */
    @Test
    void aReceiverThatWaitsGetsWhatComes() throws Exception {
        try (var bench = WorkerFixture.on(webhook, "queue-waits", 1, 1)) {
            long read = bench.subscribeQueue("pulled", "", "");
            try (var _ = bench.readyWorker("one", LISTENS)) {
                var owner = owner(bench);
                var waiting = client.sendAsync(
                        post(owner + receiving(10, 60_000), ""), HttpResponse.BodyHandlers.ofByteArray());
                deliver(bench, "pulled", 0, 1, read);

                assertThat(locks(waiting.get().body())).hasSize(1);
            }
        }
    }

    private static void deliver(WorkerFixture bench, String name, int from, int count, long read) {
        var records = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int number = from; number < from + count; number++) {
            var delivery = WorkerFixture.delivery(name, number, read, RetryState.START);
            records.add(WorkerFixture.record(bench.topics().deliveries(), 0, delivery));
        }
        bench.writeAll(records);
    }

    /** As ingest finds it. */
    private static String owner(WorkerFixture bench) {
        var owners = new NumberOwners();
        await().atMost(WorkerFixture.SOON).until(() -> {
            bench.records(bench.topics().probation()).stream()
                    .filter(record -> new String(record.key(), UTF_8).equals(NumberOwners.KEY))
                    .forEach(record -> assertThat(owners.read(record.partition(), record.value()))
                            .isEmpty());
            return owners.address(0).filter(QueueIT::listens).isPresent();
        });
        return "http://" + owners.address(0).orElseThrow();
    }

    private static boolean listens(String address) {
        try (var socket = new Socket()) {
            int colon = address.lastIndexOf(':');
            socket.connect(
                    new InetSocketAddress(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1))));
            return true;
        } catch (IOException e) {
            return false; // that of the former worker
        }
    }

    private List<Lock> receiveAll(String owner, int count) throws IOException, InterruptedException {
        var all = new ArrayList<Lock>();
        while (all.size() < count) {
            var some = receive(owner, 10, 60_000);
            assertThat(some).isNotEmpty();
            all.addAll(some);
        }
        return all;
    }

    private List<Lock> receive(String owner, int most, int millis) throws IOException, InterruptedException {
        var response = client.send(post(owner + receiving(most, millis), ""), HttpResponse.BodyHandlers.ofByteArray());
        assertThat(response.statusCode()).isEqualTo(200);
        return locks(response.body());
    }

    private static String receiving(int most, int millis) {
        return "/queue/receive?queue=orders/pulled&uid=uid-pulled&number=0&most=" + most + "&millis=" + millis + "&id="
                + UUID.randomUUID();
    }

    private List<String> settle(String owner, String action, List<Lock> locks) {
        var path = "/queue/settle?queue=orders/pulled&uid=uid-pulled&number=0&action=" + action;
        var tokens = String.join("\n", locks.stream().map(Lock::token).toList());
        try {
            var response = client.send(post(owner + path, tokens), HttpResponse.BodyHandlers.ofString());
            assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
            return response.body().lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static HttpRequest post(String uri, String body) {
        return HttpRequest.newBuilder(URI.create(uri))
                .timeout(Duration.ofSeconds(90))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
    }

    private static List<Lock> locks(byte[] body) throws IOException {
        var locks = new ArrayList<Lock>();
        for (var each : json(body).path("value")) {
            var properties = each.path("brokerProperties");
            locks.add(new Lock(
                    each.path("event").path("id").asText(),
                    properties.path("lockToken").asText(),
                    properties.path("deliveryCount").intValue()));
        }
        return locks;
    }

    private static String text(byte[] record, String member) {
        try {
            return json(record).path(member).asText();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static JsonNode json(byte[] body) throws IOException {
        return new ObjectMapper().readTree(body);
    }
}
