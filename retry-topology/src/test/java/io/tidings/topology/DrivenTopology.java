package io.tidings.topology;

import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.inForce;
import static io.tidings.topology.Examples.text;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.Topics;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.event.EventDecoder;
import io.tidings.contract.event.EventReader;
import io.tidings.contract.event.KafkaEvents;
import io.tidings.contract.event.TopicIds;
import io.tidings.contract.matching.MatchIndex;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.table.EventTypeTable;
import io.tidings.contract.table.ResourceSecrets;
import io.tidings.contract.table.ResourceTable;
import io.tidings.runtime.metric.SubscriptionDetail;
import io.tidings.runtime.tracing.Tracing;
import io.tidings.topology.deduplication.Deduplication;
import io.tidings.topology.deduplication.FirstEvent;
import io.tidings.topology.deduplication.KnownKeys;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import io.tidings.topology.match.ResourceTables;
import io.tidings.topology.match.TableProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.TestInputTopic;
import org.apache.kafka.streams.TestOutputTopic;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.test.TestRecord;
import org.jspecify.annotations.Nullable;

/** The match topology without brokers, and always at noon: what is put in, and what came out. */
final class DrivenTopology implements AutoCloseable {
    static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    /** When what is {@linkplain #publish published} got into the log. */
    static final Instant APPENDED = NOON.minusSeconds(90);

    /** Of a topic, before the oldest are forgotten. */
    static final int MOST_KEYS = 5;

    /** Of matching, for a table that has not been read far enough. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final Map<String, TestInputTopic<byte[], byte[]>> inputs = new HashMap<>();
    private final AtomicLong topicsEnd = new AtomicLong();
    private final AtomicLong subscriptionsEnd = new AtomicLong();
    private final ResourceTables tables;
    private final Topology topology;
    private final TopologyTestDriver driver;
    private final List<FirstEvent> former = new ArrayList<>();
    private int logsRead;
    private @Nullable KafkaException formerFailure;

    DrivenTopology(Tracing tracing) {
        this(tracing, null);
    }

    /** @param begun false of a record that must not be read */
    DrivenTopology(Predicate<EventSource> begun) {
        this(Tracing.off(), null, begun);
    }

    /** @param defaultTopic of records that do not say theirs */
    DrivenTopology(Tracing tracing, @Nullable String defaultTopic) {
        this(tracing, defaultTopic, _ -> true);
    }

    private DrivenTopology(Tracing tracing, @Nullable String defaultTopic, Predicate<EventSource> begun) {
        var settings = new Properties();
        settings.put("application.id", "match");
        settings.put("bootstrap.servers", "none:1");
        var metrics = new MatchMetrics(registry, SubscriptionDetail.ALL);
        var index = new MatchIndex();
        tables = new ResourceTables(
                new ResourceTable(
                        new SubscriptionJson(new EndpointRules(false)),
                        ResourceSecrets.unopened(),
                        EventTypeTable.kept()),
                index,
                new TableProgress(TOPICS.topics(), topicsEnd::get, PATIENCE),
                new TableProgress(TOPICS.subscriptions(), subscriptionsEnd::get, PATIENCE),
                metrics,
                _ -> {});
        var reader = new EventReader(new TopicIds(TopicIds.DEFAULT_FORMAT));
        topology = MatchTopology.of(
                TOPICS,
                new EventDecoder(TOPICS, defaultTopic, index::input, new KafkaEvents(reader)),
                tables,
                source -> source.kafkaTopic().equals(TOPICS.events()),
                begun,
                () -> new Deduplication(this::readFormer, new KnownKeys(MOST_KEYS, registry), index::deduplicated),
                new PassedMarkers(),
                metrics,
                () -> NOON,
                tracing);
        driver = new TopologyTestDriver(topology, settings, NOON);
    }

    @Override
    public void close() {
        driver.close();
    }

    /** The number that the tasks of events have in the group. */
    int numberOfEvents() {
        return topology.describe().subtopologies().stream()
                .filter(each ->
                        each.nodes().stream().anyMatch(node -> node.name().equals("events")))
                .findFirst()
                .orElseThrow()
                .id();
    }

    /** What Kafka says from now on about where the topics table ends. */
    void topicsEnd(long offset) {
        topicsEnd.set(offset);
    }

    /** The same of the subscriptions table. */
    void subscriptionsEnd(long offset) {
        subscriptionsEnd.set(offset);
    }

    void putTopic(String name, byte[] value) {
        put(TOPICS.topics(), tables.topicsRead(), name, headers(), value);
    }

    void putSubscription(String key, String uid, byte[] value) {
        putSubscription(key, inForce(uid), value);
    }

    void putSubscription(String key, Headers headers, byte[] value) {
        put(TOPICS.subscriptions(), tables.subscriptionsRead(), key, headers, value);
    }

    void removeSubscription(String key) {
        put(TOPICS.subscriptions(), tables.subscriptionsRead(), key, headers(), null);
    }

    private void put(String table, TableProgress read, String key, Headers headers, byte @Nullable [] value) {
        long offset = read.position();
        var _ = tables.followed(TOPICS)
                .reader()
                .read(new ConsumerRecord<>(
                        table,
                        0,
                        offset,
                        NOON.toEpochMilli(),
                        TimestampType.CREATE_TIME,
                        0,
                        0,
                        bytes(key),
                        value,
                        headers,
                        Optional.empty()));
        read.advanceTo(offset + 1);
    }

    void publish(byte @Nullable [] value, String... headers) {
        publish(APPENDED, value, headers);
    }

    void publish(Instant appended, byte @Nullable [] value, String... headers) {
        input(TOPICS.events()).pipeInput(new TestRecord<>(null, value, headers(headers), appended));
    }

    /** What processes before this one have written. */
    void formerly(List<FirstEvent> firstEvents) {
        former.addAll(firstEvents);
    }

    private void readFormer(TopicPartition events, Instant since, Consumer<FirstEvent> taker) {
        logsRead++;
        if (formerFailure != null) {
            throw formerFailure;
        }
        former.stream()
                .filter(each -> each.partition().equals(events) && each.appended() >= since.toEpochMilli())
                .forEach(taker);
    }

    void formerFails(KafkaException failure) {
        formerFailure = failure;
    }

    int logsRead() {
        return logsRead;
    }

    List<FirstEvent> firstEvents() {
        return output(TOPICS.deduplication()).readRecordsToList().stream()
                .map(record -> {
                    var key = text(record.key());
                    int dash = key.lastIndexOf('-');
                    var partition =
                            new TopicPartition(key.substring(0, dash), Integer.parseInt(key.substring(dash + 1)));
                    return FirstEvent.read(partition, record.value()).orElseThrow();
                })
                .toList();
    }

    TestInputTopic<byte[], byte[]> input(String kafkaTopic) {
        return inputs.computeIfAbsent(
                kafkaTopic,
                name -> driver.createInputTopic(name, new ByteArraySerializer(), new ByteArraySerializer()));
    }

    List<TestRecord<byte[], byte[]>> deliveries() {
        return output(TOPICS.deliveries()).readRecordsToList();
    }

    List<String> keys() {
        return deliveries().stream().map(record -> text(record.key())).toList();
    }

    List<TestRecord<byte[], byte[]>> rejected() {
        return output(TOPICS.rejected()).readRecordsToList();
    }

    List<String> reasons() {
        return rejected().stream()
                .map(record -> text(record.headers(), HeaderNames.REASON))
                .toList();
    }

    private TestOutputTopic<byte[], byte[]> output(String kafkaTopic) {
        return driver.createOutputTopic(kafkaTopic, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** How many series of a metric there are. */
    int shown(String name) {
        return registry.find(name).meters().size();
    }

    double count(String name, String... tags) {
        return registry.counter(name, tags).count();
    }

    static Delivery delivery(TestRecord<byte[], byte[]> record) {
        return ((DeliveryHeaders.Read.Valid) DeliveryHeaders.read(record.headers())).delivery();
    }
}
