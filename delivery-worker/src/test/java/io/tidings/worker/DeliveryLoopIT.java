package io.tidings.worker;

import static io.tidings.worker.WorkerBench.DEAD_LETTERS;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.testbed.Answer;
import io.tidings.testbed.LocalBroker;
import io.tidings.testbed.ReceivedRequest;
import io.tidings.testbed.Receiver;
import io.tidings.worker.progress.Gaps;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-DEL-1, B-DEL-2, B-RETRY-1, B-RETRY-3, B-RETRY-6, B-DLQ-2 and B-SUB-5 on a real broker with a scripted endpoint. */
@Timeout(90)
class DeliveryLoopIT {
    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    static Path folder;

    private static LocalBroker broker;

    private final Receiver receiver = Receiver.start();

    @BeforeAll
    static void startBroker() {
        broker = LocalBroker.start(LocalBroker.Settings.in(folder));
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void closeReceiver() {
        receiver.close();
    }

    @Test
    void deliversRetriesAndGivesUp() {
        receiver.answersPerEvent("/flaky", Answer.status(503), Answer.status(500), Answer.status(200));
        receiver.answers("/bad", Answer.status(400));
        try (var bench = WorkerBench.on(broker, "basics", 2, 0.02)) {
            bench.subscribe("orders", "good", receiver, "/good", "");
            bench.subscribe("orders", "flaky", receiver, "/flaky", "");
            bench.subscribe("orders", "bad", receiver, "/bad", DEAD_LETTERS);
            bench.deliver("orders", "good", 100);
            bench.deliver("orders", "flaky", 20);
            bench.deliver("orders", "bad", 5);
            try (var worker = bench.worker("one", Map.of())) {
                await().atMost(SOON).untilAsserted(() -> {
                    assertThat(receiver.requests("/good")).hasSize(100);
                    assertThat(receiver.requests("/flaky")).hasSize(60);
                    assertThat(receiver.requests("/bad")).hasSize(5);
                });
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(bench.records(bench.topics().deadLetters()))
                                        .hasSize(5));
                assertThat(worker.ready()).isTrue();
            }
            assertThat(receiver.requests("/good").getFirst().header("aeg-delivery-count"))
                    .containsExactly("0");
            assertThat(requestsOf("/flaky", "flaky-7").stream().map(DeliveryLoopIT::count))
                    .containsExactly("0", "1", "2");
        }
    }

    @Test
    void aNewOwnerSkipsWhatItsPredecessorFinished() {
        try (var bench = WorkerBench.on(broker, "gaps", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            bench.deliver("orders", "billing", 6);
            var finished = new BitSet();
            finished.set(1);
            finished.set(3, 5);
            var partition = new TopicPartition(bench.topics().deliveries(), 0);
            try (var consumer =
                    bench.clients().consumer(Map.of("group.id", bench.group(), "enable.auto.commit", false))) {
                consumer.assign(List.of(partition));
                consumer.commitSync(Map.of(partition, new OffsetAndMetadata(0, Gaps.write(finished))));
            }
            try (var _ = bench.worker("one", Map.of());
                    var admin = bench.clients().admin()) {
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(KafkaAnswer.await(
                                                admin.listConsumerGroupOffsets(bench.group())
                                                        .partitionsToOffsetAndMetadata(),
                                                "asking for offsets")
                                        .get(partition))
                                .isEqualTo(new OffsetAndMetadata(6)));
            }
            assertThat(receiver.requests().stream().map(ReceivedRequest::text))
                    .hasSize(3)
                    .anyMatch(body -> body.contains("billing-0\""))
                    .anyMatch(body -> body.contains("billing-2\""))
                    .anyMatch(body -> body.contains("billing-5\""));
        }
    }

    @Test
    void aSubscriptionThatWasCreatedAgainDoesNotGetWhatWasPendingForTheOldOne() {
        try (var bench = WorkerBench.on(broker, "again", 1, 0.05)) {
            bench.subscribe("orders", "billing", "uid-new", receiver, "/hook", "");
            bench.subscribe("orders", "other", receiver, "/other", "");
            bench.deliver("orders", "billing", 3);
            bench.deliver("orders", "other", 1);
            try (var _ = bench.worker("one", Map.of())) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/other")).hasSize(1));
                await().atMost(SOON)
                        .untilAsserted(() -> assertThat(bench.counted("tidings.dropped", "SubscriptionDeleted"))
                                .isEqualTo(3));
            }
            assertThat(receiver.requests("/hook")).isEmpty();
        }
    }

    @Test
    void aDeliveryIsNeverDroppedBecauseItsSubscriptionWasNotReadYet() {
        try (var bench = WorkerBench.on(broker, "fresh", 2, 0.05);
                var worker = bench.worker("one", Map.of())) {
            await().atMost(SOON).until(worker::ready);
            for (int i = 0; i < 30; i++) {
                long position = bench.subscribe("orders", "new-" + i, "uid-new-" + i, receiver, "/hook", "");
                bench.write(WorkerBench.record(
                        bench.topics().deliveries(),
                        null,
                        WorkerBench.delivery("orders", "new-" + i, 0, position, LadderPlace.START)));
            }
            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(receiver.requests("/hook")).hasSize(30));
            assertThat(bench.counted("tidings.dropped", "SubscriptionDeleted")).isZero();
        }
    }

    @Test
    void deliveriesOfASubscriptionNobodyCanReadWaitUntilItIsMended() {
        try (var bench = WorkerBench.on(broker, "mended", 1, 0.02)) {
            bench.write(
                    new ProducerRecord<>(bench.topics().subscriptions(), key(), "{\"properties\":{}}".getBytes(UTF_8)));
            bench.deliver("orders", "billing", 1);
            try (var _ = bench.worker("one", Map.of())) {
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(() -> assertThat(bench.counted("tidings.deferred", "SubscriptionUnreadable"))
                                .isPositive());
                bench.subscribe("orders", "billing", receiver, "/hook", "");
                await().atMost(Duration.ofSeconds(30))
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(1));
                assertThat(bench.counted("tidings.dropped", "SubscriptionDeleted"))
                        .isZero();
            }
        }
    }

    @Test
    void whatCannotBeReadGoesToRejectedWithTheReasonAndStopsNothing() {
        try (var bench = WorkerBench.on(broker, "unreadable", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            var deliveries = bench.topics().deliveries();
            bench.write(new ProducerRecord<>(deliveries, 0, key(), "no headers".getBytes(UTF_8)));
            var future = WorkerBench.record(
                    deliveries, 0, WorkerBench.delivery("orders", "billing", 1, 1, LadderPlace.START));
            future.headers().add(HeaderNames.FORMAT, "2".getBytes(UTF_8));
            bench.write(future);
            bench.write(new ProducerRecord<>(deliveries, 0, key(), null));
            bench.write(new ProducerRecord<>(
                    bench.topics().retry(RetryTier.TEN_SECONDS), 0, key(), "in a tier".getBytes(UTF_8)));
            bench.deliver("orders", "billing", 1);
            try (var _ = bench.worker("one", Map.of())) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(1));
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

    @Test
    void aRetryIsNeverEarlyAndHardlyLate() {
        receiver.answersPerEvent(
                "/hook", Answer.status(500), Answer.status(503), Answer.status(500), Answer.status(200));
        var waits = List.of(500L, 1500L, 3000L);
        try (var bench = WorkerBench.on(broker, "exact", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            bench.deliver("orders", "billing", 10);
            try (var _ = bench.worker("one", Map.of("retry.jitter", "0", "probation.threshold", "1000"))) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(40));
            }
        }
        var lateness = new ArrayList<Long>();
        for (int event = 0; event < 10; event++) {
            var requests = requestsOf("/hook", "billing-" + event);
            for (int i = 0; i < waits.size(); i++) {
                lateness.add(Duration.between(
                                        requests.get(i).received(),
                                        requests.get(i + 1).received())
                                .toMillis()
                        - waits.get(i));
            }
        }
        Collections.sort(lateness);
        assertThat(lateness.getFirst()).as("earliest").isNotNegative();
        // Of all but a few: the machine that tests may be busy with something else for a moment.
        assertThat(lateness.get(lateness.size() * 8 / 10)).as("late in ms").isLessThanOrEqualTo(250);
    }

    @Test
    void aLongWaitIsMadeOfHopsWhichAreNoAttempts() {
        try (var bench = WorkerBench.on(broker, "hops", 1, 0.05)) {
            bench.subscribe("orders", "billing", receiver, "/hook", "");
            var due = Instant.now().plusSeconds(6);
            var place = new LadderPlace(2, 0, due, new LastAttempt(LastOutcome.BUSY, 503, Instant.now()));
            bench.write(WorkerBench.record(
                    bench.topics().retry(RetryTier.TEN_SECONDS),
                    0,
                    WorkerBench.delivery("orders", "billing", 0, 1, place)));
            try (var _ = bench.worker("one", Map.of("purge.delivered", "false"))) {
                await().atMost(SOON)
                        .untilAsserted(
                                () -> assertThat(receiver.requests("/hook")).hasSize(1));
            }
            var request = receiver.requests("/hook").getFirst();
            assertThat(request.received()).isBetween(due, due.plusSeconds(1));
            assertThat(count(request)).isEqualTo("2");
            assertThat(bench.deliveries(bench.topics().retry(RetryTier.ONE_MINUTE)))
                    .singleElement()
                    .satisfies(hop -> assertThat(hop.place()).isEqualTo(place));
        }
    }

    @Test
    void partitionsMoveBetweenWorkersAndEveryEventKeepsItsOneChain() {
        receiver.answersPerEvent("/hook", Answer.status(500), Answer.status(500), Answer.status(200));
        var settings = Map.of("purge.delivered", "false", "probation.threshold", "1000");
        try (var bench = WorkerBench.on(broker, "moving", 4, 0.05)) {
            for (int i = 0; i < 8; i++) {
                bench.subscribe("orders", "sub-" + i, receiver, "/hook", "");
            }
            try (var one = bench.worker("one", settings)) {
                await().atMost(SOON).until(one::ready);
                for (int i = 0; i < 8; i++) {
                    bench.deliver("orders", "sub-" + i, 50);
                }
                try (var two = bench.worker("two", settings)) {
                    await().atMost(SOON).until(two::ready);
                    for (int i = 0; i < 8; i++) {
                        bench.subscribe("orders", "late-" + i, receiver, "/hook", "");
                        bench.deliver("orders", "late-" + i, 20);
                    }
                }
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(eventsThatSucceeded()).hasSize(8 * 50 + 8 * 20));
            }
            for (var tier : List.of(RetryTier.TEN_SECONDS, RetryTier.THIRTY_SECONDS)) {
                int attempts = tier == RetryTier.TEN_SECONDS ? 1 : 2;
                var parked = bench.deliveries(bench.topics().retry(tier));
                assertThat(parked).allMatch(delivery -> delivery.place().attempts() == attempts);
                assertThat(parked.stream().map(delivery -> delivery.event().id()))
                        .as("one record per event in %s", tier)
                        .hasSize(8 * 50 + 8 * 20)
                        .doesNotHaveDuplicates();
            }
        }
    }

    @Test
    void aWorkerThatIsStartedAgainMovesNothing() {
        try (var bench = WorkerBench.on(broker, "restart", 4, 0.05);
                var admin = bench.clients().admin();
                var two = bench.worker("two", Map.of())) {
            Map<String, Set<TopicPartition>> before;
            try (var one = bench.worker("one", Map.of())) {
                await().atMost(SOON).until(() -> one.ready() && two.ready() && even(owners(bench, admin)));
                before = owners(bench, admin);
            }
            try (var one = bench.worker("one", Map.of())) {
                await().atMost(SOON).until(one::ready);
                assertThat(owners(bench, admin)).isEqualTo(before);
                assertThat(two.ready()).isTrue();
            }
        }
    }

    private static boolean even(Map<String, Set<TopicPartition>> owners) {
        return owners.size() == 2 && owners.values().stream().allMatch(share -> share.size() == 22);
    }

    private static Map<String, Set<TopicPartition>> owners(WorkerBench bench, Admin admin) {
        var group = KafkaAnswer.await(
                admin.describeConsumerGroups(List.of(bench.group()))
                        .describedGroups()
                        .get(bench.group()),
                "describing the group");
        return new TreeMap<>(group.members().stream()
                .collect(Collectors.toMap(
                        member -> member.groupInstanceId().orElseThrow(),
                        member -> member.assignment().topicPartitions())));
    }

    /** Those that were sent when two attempts had been made, which is answered with success. */
    private Set<String> eventsThatSucceeded() {
        Map<String, Long> requests = receiver.requests("/hook").stream()
                .map(ReceivedRequest::text)
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        return requests.entrySet().stream()
                .filter(each -> each.getValue() >= 3)
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private List<ReceivedRequest> requestsOf(String path, String event) {
        return receiver.requests(path).stream()
                .filter(request -> request.text().contains("\"" + event + "\""))
                .toList();
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
