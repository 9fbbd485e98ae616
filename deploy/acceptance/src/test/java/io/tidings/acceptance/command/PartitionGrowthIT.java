package io.tidings.acceptance.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.cli.terminal.StopSignal;
import io.tidings.contract.Topics;
import io.tidings.contract.lane.Growth;
import io.tidings.local.PartitionGrowth;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedResponse.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-LANE-3: partitions are added while all programs run and events come, and deliveries wait for a retry. */
class PartitionGrowthIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final List<Integer> SUBSCRIPTIONS =
            IntStream.range(0, 8).boxed().toList();

    private static final Pattern ID = Pattern.compile("e-\\d{5}");

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    @BeforeAll
    static void start() {
        machine = LocalTestCluster.start(folder, Map.of("time.scale", "0.1"));
        machine.topic("orders", "EventGridSchema");
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void eventsAreDeliveredOnceWhilePartitionsAreAddedTwice() throws Exception {
        for (int number : SUBSCRIPTIONS) {
            machine.subscribe("orders", "billing-" + number, path(number), "/orders", 30);
        }
        for (int number : SUBSCRIPTIONS) {
            failFirstTime(path(number));
        }
        var published = new AtomicInteger();
        var enough = new CountDownLatch(1);
        try (var publishing = Executors.newSingleThreadExecutor()) {
            var all = publishing.submit(() -> {
                do {
                    var id = "e-%05d".formatted(published.getAndIncrement());
                    machine.publish(id, "/orders/" + id);
                } while (!enough.await(20, TimeUnit.MILLISECONDS));
                return null;
            });
            try {
                await().until(() -> published.get() > 50);
                stoppedGrowth(8);
                assertThat(grow(8)).contains("tidings.deliveries has 8 partitions", "done:");
                assertThat(grow(12)).contains("tidings.deliveries has 12 partitions", "done:");
                int before = published.get();
                await().atMost(LocalTestCluster.PATIENCE).until(() -> newNumbersHold() && published.get() > before);
            } finally {
                enough.countDown();
            }
            all.get();
        }
        int events = published.get();
        assertThat(partitions().values()).containsOnly(12);
        for (int number : SUBSCRIPTIONS) {
            await().atMost(LocalTestCluster.PATIENCE)
                    .untilAsserted(() -> assertThat(received(number))
                            .hasSize(events)
                            .allSatisfy((id, times) -> assertThat(times).as(id).isEqualTo(waits(id) ? 2 : 1)));
        }
    }

    /** Every fourth event waits for a retry, which is too seldom for probation. */
    private static void failFirstTime(String path) {
        var failed = ConcurrentHashMap.<String>newKeySet();
        machine.endpoint().answers(path, ScriptedResponse.computed(request -> {
            var id = id(request.text());
            return new Status(id.isPresent() && waits(id.get()) && failed.add(id.get()) ? 500 : 200, Map.of(), "");
        }));
    }

    private static boolean waits(String id) {
        return Integer.parseInt(id.substring(2)) % 4 == 0;
    }

    private static Optional<String> id(String text) {
        return ID.matcher(text).results().map(MatchResult::group).findFirst();
    }

    private static void stoppedGrowth(int wanted) throws InterruptedException {
        var told = new ArrayList<String>();
        var stop = new StopSignal();
        stop.ask();
        assertThat(growth(wanted, told, stop).run(false)).isFalse();
        assertThat(told)
                .containsExactly("tidings.probation has 8 partitions", "stopped; the same command does the rest");
        await().untilAsserted(
                        () -> assertThat(new TreeSet<>(partitions().values())).containsExactly(4, 8));
    }

    private static String grow(int wanted) throws InterruptedException {
        var told = new ArrayList<String>();
        assertThat(growth(wanted, told, new StopSignal()).run(false)).isTrue();
        return String.join("\n", told);
    }

    private static PartitionGrowth growth(int wanted, List<String> told, StopSignal stop) {
        return new PartitionGrowth(
                KafkaClients.of(machine.cluster().bootstrapServers()), TOPICS, wanted, told::add, stop);
    }

    private static Map<String, Integer> partitions() {
        try (var admin = KafkaClients.of(machine.cluster().bootstrapServers()).admin()) {
            return KafkaFutures.await(admin.describeTopics(Growth.order(TOPICS)).allTopicNames(), "describing")
                    .entrySet()
                    .stream()
                    .collect(Collectors.toMap(
                            Map.Entry::getKey,
                            topic -> topic.getValue().partitions().size()));
        }
    }

    /** Returns whether deliveries were read from a number that did not exist at the start. */
    private static boolean newNumbersHold() {
        try (var admin = KafkaClients.of(machine.cluster().bootstrapServers()).admin()) {
            return KafkaFutures.await(
                            admin.listConsumerGroupOffsets(TOPICS.workersGroup())
                                    .partitionsToOffsetAndMetadata(),
                            "asking for offsets")
                    .entrySet()
                    .stream()
                    .anyMatch(each -> each.getKey().topic().equals(TOPICS.deliveries())
                            && each.getKey().partition() >= 8
                            && each.getValue().offset() > 0);
        }
    }

    private static String path(int subscription) {
        return "/billing-" + subscription;
    }

    /** How often each event was received. */
    private static Map<String, Integer> received(int subscription) {
        var times = new TreeMap<String, Integer>();
        machine.endpoint().requests(path(subscription)).stream()
                .map(request -> id(request.text()))
                .flatMap(Optional::stream)
                .forEach(id -> times.merge(id, 1, Integer::sum));
        return times;
    }
}
