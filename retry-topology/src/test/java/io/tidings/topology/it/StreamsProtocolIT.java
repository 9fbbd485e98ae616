package io.tidings.topology.it;

import static io.tidings.topology.it.ForwardingProgram.SESSION;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.topology.it.ForwardingProgram.Protocol;
import io.tidings.topology.it.ForwardingProgram.Start;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/**
 * A prototype: a program of the form of the topology on the group protocol of Kafka Streams (KIP-1071). Each test is a
 * finding of docs/internals/group-protocol.md.
 */
@Tag("long")
class StreamsProtocolIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int PARTITIONS = 4;
    private static final int ROUNDS = 1;

    @TempDir
    static Path folder;

    private static LocalBroker broker;
    private static Admin admin;
    private static Producer<byte[], byte[]> producer;
    private static ProcessGroup processes;
    private static int groups;

    private String prefix = "";

    @BeforeAll
    static void start() {
        var session = Long.toString(SESSION.toMillis());
        var heartbeat = Long.toString(ForwardingProgram.HEARTBEAT.toMillis());
        broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka"))
                .with("group.streams.min.session.timeout.ms", session)
                .with("group.streams.session.timeout.ms", session)
                .with("group.streams.min.heartbeat.interval.ms", heartbeat)
                .with("group.streams.heartbeat.interval.ms", heartbeat)
                // As LocalBroker has it for the classic protocol; both wait for 3 s otherwise.
                .with("group.streams.initial.rebalance.delay.ms", "0"));
        admin = clients().admin();
        producer = clients().producer(Map.of("linger.ms", 0));
        processes = new ProcessGroup(folder.resolve("processes"));
    }

    @AfterAll
    static void stop() {
        processes.close();
        producer.close();
        admin.close();
        broker.close();
    }

    @BeforeEach
    void newTopics() {
        prefix = "streams-" + groups++ + ".";
        TestTopics.create(
                admin,
                new NewTopic(prefix + "events", PARTITIONS, (short) 1),
                new NewTopic(prefix + "deliveries", PARTITIONS, (short) 1));
    }

    @Test
    void aSourceOfTopicsByPatternIsRefused() {
        var start = member(Protocol.STREAMS, "one");

        assertThatThrownBy(() -> ForwardingProgram.start(start, ForwardingTopology.ofPattern(prefix), Map.of()))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining("attern subscription");
    }

    @Test
    void aStaticMemberIsRefused() {
        var start = member(Protocol.STREAMS, "one");
        var identity = Map.of("main.consumer.group.instance.id", "topology-0");

        assertThatThrownBy(() -> ForwardingProgram.start(start, ForwardingTopology.ofTopic(prefix), identity))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("static membership");
    }

    @Test
    void everyEventIsForwardedWhileMembersJoinAndLeave() {
        var published = publish();
        try (var one = ForwardingProgram.start(member(Protocol.STREAMS, "one"))) {
            awaitForwarded(published);
            try (var two = ForwardingProgram.start(member(Protocol.STREAMS, "two"))) {
                awaitHalf(one);
                awaitHalf(two);
                published.addAll(publish());
                awaitForwarded(published);
            }
            published.addAll(publish());
            awaitForwarded(published);
        }
    }

    /** The figures of the page; how long each takes depends on the machine, so that only the bounds are tested. */
    @Test
    void aLeavingMemberIsReplacedAtOnceAndAKilledOneWhenItsSessionHasEnded(TestReporter reporter) {
        for (var protocol : Protocol.values()) {
            var starts = new ArrayList<Duration>();
            var leaves = new ArrayList<Duration>();
            var kills = new ArrayList<Duration>();
            for (int i = 0; i < ROUNDS; i++) {
                newTopics();
                var waiting = publish();
                long started = System.nanoTime();
                try (var one = ForwardingProgram.start(member(protocol, "one"))) {
                    awaitForwarded(waiting);
                    starts.add(since(started));
                    try (var _ = ForwardingProgram.start(member(protocol, "two"))) {
                        awaitHalf(one);
                    }
                    leaves.add(untilForwarded());
                    var three = ForwardingProgram.startProcess(processes, member(protocol, "three"));
                    awaitHalf(one);
                    three.kill();
                    kills.add(untilForwarded());
                }
            }
            reporter.publishEntry(Map.of(
                    "protocol", protocol.name(),
                    "start", millis(starts),
                    "leave", millis(leaves),
                    "kill", millis(kills)));
            assertThat(starts).allSatisfy(each -> assertThat(each).isLessThan(SESSION));
            assertThat(leaves).allSatisfy(each -> assertThat(each).isLessThan(SESSION));
            assertThat(kills)
                    .allSatisfy(each -> assertThat(each).isBetween(SESSION.dividedBy(2), SESSION.multipliedBy(3)));
        }
    }

    /** Until an event of each partition, published now, is forwarded. */
    private Duration untilForwarded() {
        long published = System.nanoTime();
        awaitForwarded(publish());
        return since(published);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static String millis(List<Duration> times) {
        return times.stream().map(Duration::toMillis).sorted().toList().toString();
    }

    private Start member(Protocol protocol, String name) {
        return new Start(broker.bootstrapServers(), prefix, protocol, name, folder.resolve("state"));
    }

    private static void awaitHalf(ForwardingProgram program) {
        await().atMost(PATIENCE).until(() -> program.partitions() == PARTITIONS / 2);
    }

    /** One event for each partition. */
    private Set<String> publish() {
        var ids = new HashSet<String>();
        for (int partition = 0; partition < PARTITIONS; partition++) {
            var id = UUID.randomUUID().toString();
            var event = new ProducerRecord<byte[], byte[]>(prefix + "events", partition, null, id.getBytes(UTF_8));
            KafkaFutures.await(producer.send(event), "publishing");
            ids.add(id);
        }
        return ids;
    }

    private void awaitForwarded(Set<String> ids) {
        var missing = new HashSet<>(ids);
        try (var reader = clients().consumer(Map.of("auto.offset.reset", "earliest"))) {
            var partitions = new ArrayList<TopicPartition>();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                partitions.add(new TopicPartition(prefix + "deliveries", partition));
            }
            reader.assign(partitions);
            await().atMost(PATIENCE)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        reader.poll(Duration.ofMillis(20))
                                .forEach(each -> missing.remove(new String(each.value(), UTF_8)));
                        return missing.isEmpty();
                    });
        }
    }

    private static KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }
}
