package io.tidings.topology.it;

import static io.tidings.topology.Examples.EVENT_GRID_TOPIC;
import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.inForce;
import static io.tidings.topology.Examples.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.topology.TopologyConfig;
import io.tidings.topology.TopologyProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The topology on a real broker, with topics under a prefix of their own, and what publishers write to them. */
final class TopologyFixture implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);
    static final int PARTITIONS = 2;
    static final String FIRST = "matcher";

    private final Path folder;
    private final Map<String, String> more;
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Topics topics;
    private final Producer<byte[], byte[]> producer;
    private final Admin admin;
    private final List<String> places = new ArrayList<>();
    private @Nullable Consumer<byte[], byte[]> reader;
    private TopologyProgram program;

    private TopologyFixture(String prefix, Path folder, Map<String, String> more) {
        this.folder = folder;
        this.more = more;
        topics = new Topics(prefix + ".");
        producer = clients().producer(Map.of("linger.ms", 0));
        admin = clients().admin();
        program = start(FIRST);
        putTopic("shop");
    }

    /** Returns when it is ready, and knows of a topic {@code shop}. */
    static TopologyFixture open(String prefix, Path folder) {
        return open(prefix, folder, Map.of());
    }

    /** The same with settings of each program. */
    static TopologyFixture open(String prefix, Path folder, Map<String, String> more) {
        return new TopologyFixture(prefix, folder, more);
    }

    private static KafkaClients clients() {
        return KafkaClients.of(SharedBroker.get().bootstrapServers());
    }

    /** One more, if that is not the first; returns when it is ready. */
    TopologyProgram start(String instance) {
        return start(instance, Map.of());
    }

    private TopologyProgram start(String instance, Map<String, String> own) {
        var settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                SharedBroker.get().bootstrapServers(),
                "topic.prefix",
                topics.prefix(),
                "partitions",
                Integer.toString(PARTITIONS),
                "topology.instance.id",
                instance,
                "streams.state.dir",
                folder.resolve(instance).toString(),
                "timeline.enabled",
                "false",
                // Ten times quicker than shipped: what follows is the same.
                "streams.metadata.max.age.ms",
                "1000"));
        settings.putAll(more);
        settings.putAll(own);
        var started = TopologyProgram.start(
                Settings.of(TopologyConfig.definitions(), TopologyConfig.prefixes(), settings), registry);
        await().atMost(PATIENCE).until(started::ready);
        return started;
    }

    void stopFirst() {
        program.close();
    }

    /** Returns when it is ready again. */
    void restartFirst() {
        restartFirst(Map.of());
    }

    void restartFirst(Map<String, String> own) {
        program = start(FIRST, own);
    }

    TopologyProgram program() {
        return program;
    }

    double counted(String name, String... tags) {
        return registry.counter(name, tags).count();
    }

    double shown(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    /** Where a group goes on; empty if nothing is committed. */
    Map<TopicPartition, OffsetAndMetadata> committedBy(String group) throws Exception {
        return admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
    }

    Producer<byte[], byte[]> transactional(String id) {
        return clients().transactional(id, Map.of("linger.ms", 0));
    }

    Topics topics() {
        return topics;
    }

    Admin admin() {
        return admin;
    }

    /** Topic {@code shop} gets a Kafka topic for its events alone. */
    String dedicate(int partitions, Map<String, String> settings) {
        var name = topics.events("shop");
        TestTopics.create(admin, new NewTopic(name, Optional.of(partitions), Optional.empty()).configs(settings));
        return name;
    }

    void putTopic(String name) {
        putTopic(name, EVENT_GRID_TOPIC);
    }

    void putTopic(String name, byte[] json) {
        send(topics.topics(), bytes(name), json, headers());
    }

    RecordMetadata putSubscription(String key, String uid, byte[] value) {
        return send(topics.subscriptions(), bytes(key), value, inForce(uid));
    }

    /** The record's offset; the end of the transaction takes the next one. */
    long putInTransaction(String key, String uid, byte[] value) {
        try (var writer = clients().transactional(topics.prefix() + "writer", Map.of("linger.ms", 0))) {
            writer.beginTransaction();
            var written =
                    writer.send(new ProducerRecord<>(topics.subscriptions(), null, bytes(key), value, inForce(uid)));
            writer.commitTransaction();
            return KafkaFutures.await(written, "writing").offset();
        }
    }

    /** To topic {@code shop}. */
    RecordMetadata publish(byte[] event, String... more) {
        return send(topics.events(), null, event, headers(more).add(HeaderNames.TOPIC, bytes("shop")));
    }

    RecordMetadata send(String kafkaTopic, byte @Nullable [] key, byte @Nullable [] value, Headers headers) {
        return send(new ProducerRecord<>(kafkaTopic, null, key, value, headers));
    }

    RecordMetadata send(ProducerRecord<byte[], byte[]> record) {
        return KafkaFutures.await(producer.send(record), "writing");
    }

    /** Does not wait until it is written. */
    void sendLater(ProducerRecord<byte[], byte[]> record) {
        var _ = producer.send(record);
    }

    void flush() {
        producer.flush();
    }

    int partitions(String kafkaTopic) {
        return producer.partitionsFor(kafkaTopic).size();
    }

    /** The next deliveries, at least so many; all there are when the last of them was read. */
    List<Delivery> deliveries(int count) {
        var read = new ArrayList<Delivery>();
        var from = reader();
        await().atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .until(() -> {
                    from.poll(Duration.ofMillis(100)).forEach(record -> {
                        var legible = (DeliveryHeaders.Read.Valid) DeliveryHeaders.read(record.headers());
                        assertThat(text(record.key()))
                                .isEqualTo(legible.delivery().subscription().toString());
                        read.add(legible.delivery());
                        places.add(record.topic() + "-" + record.partition() + "@" + record.offset() + " of "
                                + record.timestamp());
                    });
                    return read.size() >= count;
                });
        return read;
    }

    /** Where all deliveries lie that were read so far, and the times of their events. */
    List<String> places() {
        return List.copyOf(places);
    }

    private Consumer<byte[], byte[]> reader() {
        if (reader == null) {
            reader = clients()
                    .consumer(Map.of(
                            "auto.offset.reset",
                            "earliest",
                            "enable.auto.commit",
                            false,
                            "isolation.level",
                            "read_committed"));
            var partitions = new ArrayList<TopicPartition>();
            for (int p = 0; p < PARTITIONS; p++) {
                partitions.add(new TopicPartition(topics.deliveries(), p));
            }
            reader.assign(partitions);
        }
        return reader;
    }

    /** The topics in the headers of so many rejected records. */
    List<@Nullable String> rejectedTopics(int count) {
        return rejected(count, HeaderNames.TOPIC);
    }

    /** A header of so many rejected records. */
    List<@Nullable String> rejected(int count, String header) {
        var partitions = new ArrayList<TopicPartition>();
        for (int p = 0; p < PARTITIONS; p++) {
            partitions.add(new TopicPartition(topics.rejected(), p));
        }
        var read = new ArrayList<@Nullable String>();
        try (var from = clients().consumer(Map.of("isolation.level", "read_committed"))) {
            from.assign(partitions);
            from.seekToBeginning(partitions);
            await().atMost(PATIENCE).until(() -> {
                from.poll(Duration.ofMillis(100)).forEach(record -> read.add(HeaderText.of(record.headers(), header)));
                return read.size() >= count;
            });
        }
        return read;
    }

    /** The value of the newest record of a key in a topic with one partition; empty if there is none. */
    String newest(String kafkaTopic, String key) {
        var partition = new TopicPartition(kafkaTopic, 0);
        var newest = new AtomicReference<>("");
        try (var from = clients().consumer(Map.of("isolation.level", "read_committed"))) {
            from.assign(List.of(partition));
            from.seekToBeginning(List.of(partition));
            long end = from.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
            while (from.position(partition) < end) {
                from.poll(Duration.ofMillis(100)).forEach(record -> {
                    if (text(record.key()).equals(key)) {
                        newest.set(text(record.value()));
                    }
                });
            }
        }
        return newest.get();
    }

    /** How many events the group has committed. */
    long committed() throws Exception {
        var offsets = new HashMap<>(admin.listConsumerGroupOffsets(topics.prefix() + "matching")
                .partitionsToOffsetAndMetadata()
                .get());
        return offsets.values().stream().mapToLong(offset -> offset.offset()).sum();
    }

    OffsetAndMetadata committed(TopicPartition partition) throws Exception {
        return admin.listConsumerGroupOffsets(topics.prefix() + "matching")
                .partitionsToOffsetAndMetadata()
                .get()
                .get(partition);
    }

    /** Commits what no topology would, in place of one that is stopped. */
    void commit(TopicPartition partition, OffsetAndMetadata offset) throws Exception {
        var group = topics.prefix() + "matching";
        admin.removeMembersFromConsumerGroup(group, new RemoveMembersFromConsumerGroupOptions())
                .all()
                .get();
        await().atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> admin.alterConsumerGroupOffsets(group, Map.of(partition, offset))
                                .all()
                                .get()
                        == null);
    }

    /** Has another process join under the name of the first one's stream thread, whatever becomes of it. */
    void takePlaceOnce() {
        try (var intruder = clients()
                .consumer(Map.of(
                        "group.id",
                        topics.prefix() + "matching",
                        "group.protocol",
                        "classic",
                        "group.instance.id",
                        FIRST + "-1",
                        "partition.assignment.strategy",
                        Twin.class.getName(),
                        "enable.auto.commit",
                        false))) {
            intruder.subscribe(List.of(topics.events()));
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(10)).until(() -> {
                try {
                    intruder.poll(Duration.ofMillis(20));
                } catch (FencedInstanceIdException e) {
                    return true; // the first one is back already
                }
                return repairs("topology", "fenced") > 0;
            });
        }
    }

    double repairs(String program, String reason) {
        return registry.counter("tidings.repairs", "program", program, "reason", reason)
                .count();
    }

    /** Gives itself nothing, under the name of the assignor of Streams. */
    public static final class Twin implements ConsumerPartitionAssignor {
        @Override
        public String name() {
            return "stream";
        }

        @Override
        public GroupAssignment assign(Cluster cluster, GroupSubscription subscriptions) {
            var nothing = new HashMap<String, Assignment>();
            subscriptions
                    .groupSubscription()
                    .keySet()
                    .forEach(member -> nothing.put(member, new Assignment(List.of())));
            return new GroupAssignment(nothing);
        }
    }

    /** Partitions of events that an instance has. */
    int assigned(String instance) throws Exception {
        var group = topics.prefix() + "matching";
        return admin.describeConsumerGroups(List.of(group)).all().get().get(group).members().stream()
                .filter(member -> member.groupInstanceId().orElse("").startsWith(instance + "-"))
                .mapToInt(member -> member.assignment().topicPartitions().size())
                .sum();
    }

    @Override
    public void close() {
        program.close();
        producer.close();
        admin.close();
        if (reader != null) {
            reader.close();
        }
    }
}
