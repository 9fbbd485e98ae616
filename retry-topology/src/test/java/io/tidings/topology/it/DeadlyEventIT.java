package io.tidings.topology.it;

import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** An event that ends every process that matches it, whatever it is in the event that does. */
@Order(1)
class DeadlyEventIT {
    private static final int GOOD = 1000;
    private static final String GOOD_ONES = "\"filter\":{\"subjectBeginsWith\":\"good\"}";

    @TempDir
    private Path folder;

    private TopologyFixture bench;
    private ProcessGroup processes;
    private final Map<String, ChildProcess> instances = new TreeMap<>();
    private int ends;

    @BeforeEach
    void open(TestInfo test) {
        bench = TopologyFixture.open(
                test.getTestMethod().orElseThrow().getName().substring(0, 6), folder);
        bench.putTopic(FragileProgram.DEADLY);
        bench.putSubscription("shop/billing", "u", subscription());
        bench.stopFirst();
        processes = new ProcessGroup(folder.resolve("processes"));
    }

    private void startBoth() {
        for (var instance : new String[] {"one", "two"}) {
            start(instance);
            assertThat(instances.get(instance).announcement()).isEqualTo("ready");
        }
    }

    @AfterEach
    void close() {
        processes.close();
        bench.close();
    }

    private void start(String instance) {
        instances.put(
                instance, FragileProgram.start(processes, bench.topics().prefix(), instance, folder.resolve("state")));
    }

    /** As what runs the programs does. */
    private void restartWhatHasEnded() {
        instances.forEach((instance, process) -> {
            if (!process.alive()) {
                ends++;
                start(instance);
            }
        });
    }

    private void publish(String topic, int number) {
        bench.sendLater(new ProducerRecord<byte[], byte[]>(
                bench.topics().events(), 0, null, order(Integer.toString(number)), headers(HeaderNames.TOPIC, topic)));
    }

    @Test
    void anEventThatAlwaysEndsTheProcessIsRejectedAndTheEventsBehindItAreDelivered() {
        eventsBehindADeadlyOneAreDelivered(PATIENCE.multipliedBy(3));
    }

    @Test
    @Tag("long")
    void theEventsBehindADeadlyOneAreDeliveredWithinAMinute() {
        eventsBehindADeadlyOneAreDelivered(Duration.ofMinutes(1));
    }

    private void eventsBehindADeadlyOneAreDelivered(Duration limit) {
        startBoth();
        publish("shop", 0);
        bench.flush();
        var delivered = new HashSet<String>();
        bench.deliveries(1).forEach(delivery -> delivered.add(delivery.event().id()));
        publish(FragileProgram.DEADLY, 1);
        for (int number = 0; number < GOOD; number++) {
            publish("shop", 2 + number);
        }
        bench.flush();
        await().atMost(limit).pollInterval(Duration.ofMillis(100)).until(() -> {
            restartWhatHasEnded();
            bench.deliveries(0)
                    .forEach(delivery -> delivered.add(delivery.event().id()));
            return delivered.size() == GOOD + 1;
        });
        assertThat(ends).isGreaterThan(2);
        assertRejected(bench.topics().events(), 1);
    }

    @Test
    void aRecordOfASourceThatAlwaysEndsTheProcessIsRejectedAndTheOthersAreDelivered() throws Exception {
        var orders = source();
        bench.putSubscription("deadly/good", "g", subscription(GOOD_ONES));
        startBoth();
        write(orders, "good");
        var delivered = new HashSet<>(ids("g", 1));
        write(orders, "bad");
        for (int number = 0; number < GOOD; number++) {
            write(orders, "good");
        }
        awaitGood(delivered, "g");
        assertThat(ends).isGreaterThan(2);
        int before = ends;
        // Would match everything, if the record were read.
        bench.putSubscription("deadly/late", "l", subscription());
        delivered.clear();
        awaitGood(delivered, "l");
        assertThat(ends).as("what was rejected is not read again").isEqualTo(before);
        assertRejected(orders, 1);
    }

    @Test
    void whatEndsTheProcessWhileASubscriptionCatchesUpIsRejectedToo() throws Exception {
        var orders = source();
        bench.putSubscription("deadly/all", "a", subscription());
        startBoth();
        for (int number = 0; number < GOOD; number++) {
            write(orders, "good");
        }
        write(orders, "bad");
        write(orders, "good");
        assertThat(ids("a", GOOD + 2)).hasSize(GOOD + 2);
        bench.send(bench.topics().subscriptions(), bytes("deadly/all"), null, headers());
        bench.putSubscription("deadly/good", "g", subscription(GOOD_ONES));
        awaitGood(new HashSet<>(), "g");
        assertThat(ends).isGreaterThan(2);
        assertRejected(orders, GOOD);
    }

    /** Matching repeats what it had not committed when it lost a partition, so the record may have been rejected twice. */
    private void assertRejected(String kafkaTopic, long offset) {
        assertThat(bench.rejected(1, HeaderNames.REASON)).containsOnly("Unprocessable");
        assertThat(bench.rejected(1, HeaderNames.SOURCE)).containsOnly(kafkaTopic + "-0@" + offset);
    }

    private String source() {
        var orders = "their." + bench.topics().prefix() + "orders";
        TestTopics.create(bench.admin(), new NewTopic(orders, Optional.of(1), Optional.empty()));
        bench.putTopic(FragileProgram.DEADLY, bytes("""
            {"properties":{"tidings":{"source":{"kafkaTopic":"%s","format":"json","start":"earliest"}}}}\
            """.formatted(orders)));
        return orders;
    }

    /** The key is the subject of the event. */
    private void write(String kafkaTopic, String key) {
        bench.sendLater(new ProducerRecord<byte[], byte[]>(kafkaTopic, bytes(key), bytes("{}")));
    }

    private List<String> ids(String uid, int count) {
        bench.flush();
        return bench.deliveries(count).stream()
                .filter(delivery -> delivery.uid().equals(uid))
                .map(delivery -> delivery.event().id())
                .toList();
    }

    /** Waits for all good records, while processes end. */
    private void awaitGood(Set<String> delivered, String uid) {
        await().atMost(PATIENCE.multipliedBy(3))
                .pollInterval(Duration.ofMillis(100))
                .until(() -> {
                    restartWhatHasEnded();
                    delivered.addAll(ids(uid, 0));
                    return delivered.size() >= GOOD + 1;
                });
        assertThat(delivered).hasSize(GOOD + 1);
    }

    /** A machine that is lost leaves the same commit. */
    @Test
    @Tag("long")
    void killedProcessesCostNoEventAndTheCareForThemEnds() throws Exception {
        startBoth();
        var delivered = new HashSet<String>();
        for (int kills = 0; kills < 4; kills++) {
            for (int number = 0; number < GOOD; number++) {
                publish("shop", kills * GOOD + number);
            }
            bench.flush();
            instances.values().forEach(ChildProcess::kill);
            restartWhatHasEnded();
            for (var instance : instances.values()) {
                assertThat(instance.announcement()).isEqualTo("ready");
            }
        }
        await().atMost(PATIENCE).until(() -> {
            bench.deliveries(0)
                    .forEach(delivery -> delivered.add(delivery.event().id()));
            return delivered.size() == 4 * GOOD;
        });
        await().atMost(PATIENCE).until(() -> bench.committed() == 4 * GOOD);
        assertThat(bench.committed(new TopicPartition(bench.topics().events(), 0))
                        .metadata())
                .matches("[^!]+![0-9a-f-]+\\|.+");
        var rejected = bench.topics().rejected();
        for (int partition = 0; partition < bench.partitions(rejected); partition++) {
            var end = Map.of(new TopicPartition(rejected, partition), OffsetSpec.latest());
            assertThat(bench.admin().listOffsets(end).all().get().values())
                    .extracting(ListOffsetsResultInfo::offset)
                    .containsExactly(0L);
        }
    }
}
