package io.tidings.topology.it;

import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** B-DEDUP-3 across owners of a partition. */
class DeduplicationIT {
    private static final int KILLS = 4;
    private static final int EVENTS_BETWEEN = 1_500;

    @TempDir
    private Path folder;

    private TopologyFixture bench;
    private int published;

    @BeforeEach
    void open(TestInfo test) {
        bench = TopologyFixture.open(
                test.getTestMethod().orElseThrow().getName().substring(0, 8), folder);
        bench.putTopic("shop", bytes("{\"properties\":{\"tidings\":{\"deduplicate\":{}}}}"));
        bench.putSubscription("shop/billing", "u", subscription());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    /** With the key that ingest gives it. */
    private void publish(int id) {
        var event = order(Integer.toString(id));
        bench.sendLater(new ProducerRecord<>(
                bench.topics().events(),
                null,
                bytes(Integer.toString(id)),
                event,
                headers(HeaderNames.TOPIC, "shop", HeaderNames.SUBSCRIPTIONS_OFFSET, "1")));
        published++;
    }

    @Test
    void whoeverTakesAPartitionOverKnowsWhichEventsWereDelivered() throws Exception {
        bench.stopFirst();
        bench.restartFirst(); // it knows the rule now
        publish(1);
        publish(2);
        assertThat(bench.deliveries(2)).hasSize(2);
        bench.stopFirst();
        publish(2);
        publish(3);
        publish(1);
        bench.flush();
        bench.restartFirst();
        assertThat(bench.deliveries(1))
                .extracting(delivery -> delivery.event().id())
                .containsExactly("3");
        assertThat(bench.rejected(2, HeaderNames.REASON)).containsExactly("Duplicate", "Duplicate");
        assertThat(bench.counted("tidings.duplicates", "topic", "shop")).isEqualTo(2);
        await().atMost(PATIENCE).until(() -> bench.committed() == published);
        assertThat(bench.deliveries(0)).isEmpty();
    }

    /** A process may write a delivery twice, but always that of the first event of an id. */
    @Test
    void killsLoseNoEventAndLetNoSecondOneThrough() throws Exception {
        bench.stopFirst();
        var delivered = new ArrayList<Delivery>();
        try (var processes = new ProcessGroup(folder.resolve("processes"))) {
            for (int round = 0; round <= KILLS; round++) {
                var process = start(processes);
                publishTwice(round * EVENTS_BETWEEN);
                if (round < KILLS) {
                    delivered.addAll(bench.deliveries(EVENTS_BETWEEN / 3));
                    process.kill();
                }
            }
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> bench.committed() == published);
            await().atMost(PATIENCE).until(() -> {
                delivered.addAll(bench.deliveries(0));
                return ids(delivered) == (KILLS + 1) * EVENTS_BETWEEN;
            });
        }
        var sources = new HashMap<String, List<EventSource>>();
        delivered.forEach(delivery -> sources.merge(
                delivery.event().id(), List.of(delivery.event().source()), DeduplicationIT::withoutRepeats));
        assertThat(secondOnes(sources)).isEmpty();
    }

    private static long ids(List<Delivery> delivered) {
        return delivered.stream()
                .map(delivery -> delivery.event().id())
                .distinct()
                .count();
    }

    private ChildProcess start(ProcessGroup processes) {
        var process = FragileProgram.start(
                processes, bench.topics().prefix(), TopologyFixture.FIRST, folder.resolve("state"));
        assertThat(process.announcement()).isEqualTo("ready");
        return process;
    }

    /** The second time a while later, so that kills come in between. */
    private void publishTwice(int from) {
        int apart = EVENTS_BETWEEN / 3;
        for (int i = 0; i < EVENTS_BETWEEN + apart; i++) {
            if (i < EVENTS_BETWEEN) {
                publish(from + i);
            }
            if (i >= apart) {
                publish(from + i - apart);
            }
        }
        bench.flush();
    }

    private static List<EventSource> withoutRepeats(List<EventSource> some, List<EventSource> others) {
        return Stream.concat(some.stream(), others.stream()).distinct().toList();
    }

    private static Map<String, List<EventSource>> secondOnes(Map<String, List<EventSource>> sources) {
        return sources.entrySet().stream()
                .filter(each -> each.getValue().size() > 1)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }
}
