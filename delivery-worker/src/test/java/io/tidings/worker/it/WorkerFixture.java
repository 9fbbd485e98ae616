package io.tidings.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedWebhook;
import io.tidings.worker.SubscriptionRecords;
import io.tidings.worker.WorkerConfig;
import io.tidings.worker.WorkerProgram;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * Tidings' topics under a prefix of their own, what the topology and ingest would write to them, workers, and the
 * endpoint that they post to. All subscriptions are of the topic {@code orders}.
 */
final class WorkerFixture implements AutoCloseable {
    static final Duration SOON = Duration.ofSeconds(90);

    private final ScriptedWebhook webhook;
    private final LocalBroker broker;
    private final Topics topics;
    private final Producer<byte[], byte[]> producer;
    private final double scale;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    /** The position of the subscriptions table behind all that was written here. */
    private long subscribed;

    private WorkerFixture(
            ScriptedWebhook webhook,
            LocalBroker broker,
            Topics topics,
            Producer<byte[], byte[]> producer,
            double scale) {
        this.webhook = webhook;
        this.broker = broker;
        this.topics = topics;
        this.producer = producer;
        this.scale = scale;
    }

    /** On the broker of this JVM. */
    static WorkerFixture on(ScriptedWebhook webhook, String prefix, int partitions, double scale) {
        return on(webhook, SharedBroker.get(), prefix, partitions, scale);
    }

    static WorkerFixture on(ScriptedWebhook webhook, LocalBroker broker, String prefix, int partitions, double scale) {
        var topics = new Topics(prefix + ".");
        var clients = KafkaClients.of(broker.bootstrapServers());
        new TopicProvisioner(clients, topics).provision(partitions, 1, Duration.ofMinutes(5), new TimeScale(scale));
        return new WorkerFixture(webhook, broker, topics, clients.producer(Map.of("linger.ms", 5)), scale);
    }

    KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    Topics topics() {
        return topics;
    }

    /** The group of the workers. */
    String group() {
        return topics.prefix() + "delivery-worker";
    }

    /** What all workers of this bench have counted, by name and a value of one of its tags. */
    double counted(String name, String tagValue) {
        return registry.find(name).counters().stream()
                .filter(counter -> counter.getId().getTags().stream()
                        .anyMatch(tag -> tag.getValue().equals(tagValue)))
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    /** What all workers of this bench have counted, by a name without tags. */
    double counted(String name) {
        return registry.counter(name).count();
    }

    /** What a gauge shows now, by name and the value of its tag. */
    double shown(String name, String tagValue) {
        return registry.find(name).gauges().stream()
                .filter(gauge -> gauge.getId().getTags().stream()
                        .anyMatch(tag -> tag.getValue().equals(tagValue)))
                .mapToDouble(Gauge::value)
                .sum();
    }

    /** Returns the value of a gauge without tags. */
    double shown(String name) {
        return registry.get(name).gauge().value();
    }

    /** The number of fetches of a worker's consumer. */
    double fetches(String instance) {
        return registry.find("kafka.consumer.fetch.manager.fetch.total").functionCounters().stream()
                .filter(counter -> instance.equals(counter.getId().getTag("client.id")))
                .mapToDouble(FunctionCounter::count)
                .sum();
    }

    WorkerProgram worker(String instance) {
        return worker(instance, Map.of());
    }

    /** One that has its partitions. */
    WorkerProgram readyWorker(String instance) {
        return readyWorker(instance, Map.of());
    }

    WorkerProgram readyWorker(String instance, Map<String, String> more) {
        var worker = worker(instance, more);
        await().atMost(SOON).until(worker::ready);
        return worker;
    }

    WorkerProgram worker(String instance, Map<String, String> more) {
        var values = new HashMap<String, String>();
        values.put("bootstrap.servers", broker.bootstrapServers());
        values.put("topic.prefix", topics.prefix());
        values.put("worker.instance.id", instance);
        values.put("endpoint.allow.http", "true");
        values.put("endpoint.allow.networks", "127.0.0.0/8,::1/128");
        values.put("time.scale", Double.toString(scale));
        // A machine that stands still for ten seconds costs neither the session nor a request.
        values.put("consumer.session.timeout.ms", "30000");
        values.put("worker.connect.timeout", "1m");
        values.putAll(more);
        return WorkerProgram.start(Settings.of(WorkerConfig.definitions(), WorkerConfig.prefixes(), values), registry);
    }

    /** A subscription that posts to a path of the endpoint; its uid is {@code uid-} and its name. */
    long subscribe(String name, String path) {
        return subscribe(name, path, "");
    }

    /**
     * @param properties of the subscription besides its destination, each with a comma before it
     * @return the position of the subscriptions table behind it
     */
    long subscribe(String name, String path, String properties) {
        return subscribe(name, "uid-" + name, path, properties);
    }

    long subscribe(String name, String uid, String path, String properties) {
        var url = webhook.uri(path).toString();
        subscribed =
                write(SubscriptionRecords.succeeded(topics.subscriptions(), key(name), uid, url, "", properties)) + 1;
        return subscribed;
    }

    /**
     * A subscription that writes to a Kafka topic.
     *
     * @param hub that a setting maps to it
     * @param members of the destination's properties besides its id, each with a comma before it
     */
    void subscribeTopic(String name, String hub, String members, String properties) {
        var destination = """
            {"endpointType":"EventHub","properties":{"resourceId":"/subscriptions/1/eventhubs/%s"%s}}\
            """.formatted(hub, members);
        subscribed = write(SubscriptionRecords.succeeded(
                        topics.subscriptions(), key(name), "uid-" + name, destination.strip(), properties))
                + 1;
    }

    /**
     * A subscription whose events are received.
     *
     * @param queue members of its settings
     * @param properties of the subscription besides, each with a comma before it
     * @return the position of the subscriptions table behind it
     */
    long subscribeQueue(String name, String queue, String properties) {
        var configuration = """
            "deliveryConfiguration":{"deliveryMode":"Queue","queue":{%s}}%s\
            """.formatted(queue, properties);
        subscribed =
                write(SubscriptionRecords.succeeded(topics.subscriptions(), key(name), "uid-" + name, configuration))
                        + 1;
        return subscribed;
    }

    /** The subscription again, as ingest writes it when an operator asks to retry now. */
    void retryNow(String name, String path) {
        var url = webhook.uri(path).toString();
        var record = SubscriptionRecords.succeeded(topics.subscriptions(), key(name), "uid-" + name, url, "", "");
        record.headers()
                .add(HeaderText.header(HeaderNames.RETRY_NOW, Instant.now().toString()));
        subscribed = write(record) + 1;
    }

    /** Deliveries that wait in a tier, with ids from a number on. */
    void letWait(String name, RetryTier tier, int from, int count, RetryState retryState) {
        var waiting = new ArrayList<ProducerRecord<byte[], byte[]>>();
        for (int number = from; number < from + count; number++) {
            waiting.add(record(topics.retry(tier), 0, delivery(name, number, subscribed, retryState)));
        }
        writeAll(waiting);
    }

    static SubscriptionKey key(String name) {
        return new SubscriptionKey("orders", name);
    }

    /** Deliveries as the topology writes them, with ids from 0 on. */
    void deliver(String name, int count) {
        var sent = new ArrayList<Future<?>>();
        for (int i = 0; i < count; i++) {
            var delivery = delivery(name, i, subscribed, RetryState.START);
            sent.add(producer.send(record(topics.deliveries(), null, delivery)));
        }
        sent.forEach(each -> KafkaFutures.await(each, "delivering"));
    }

    /** A delivery of an event whose id is the subscription's name and a number. */
    static Delivery delivery(String name, int number, long subscriptionsRead, RetryState retryState) {
        return new Delivery(
                key(name),
                "uid-" + name,
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        name + "-" + number,
                        null,
                        Instant.now(),
                        new EventSource("tidings.events", 0, number),
                        null),
                subscriptionsRead,
                retryState);
    }

    static ProducerRecord<byte[], byte[]> record(String kafkaTopic, Integer partition, Delivery delivery) {
        var event = """
            {"specversion":"1.0","id":"%s","source":"/s","type":"t"}\
            """.formatted(delivery.event().id());
        return new ProducerRecord<>(
                kafkaTopic,
                partition,
                delivery.subscription().bytes(),
                event.getBytes(UTF_8),
                List.of(DeliveryHeaders.write(delivery, Instant.now())));
    }

    /** @return its offset */
    long write(ProducerRecord<byte[], byte[]> record) {
        return KafkaFutures.await(producer.send(record), "writing").offset();
    }

    void writeAll(List<ProducerRecord<byte[], byte[]>> records) {
        records.stream().map(producer::send).toList().forEach(sent -> KafkaFutures.await(sent, "writing"));
    }

    /** Until the endpoint has got so many requests on a path. */
    void awaitRequests(String path, int requests) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(webhook.requests(path)).hasSize(requests));
    }

    /** The requests on a path with an event of this id. */
    List<ReceivedRequest> requests(String path, String event) {
        return webhook.requests(path).stream()
                .filter(request -> request.text().contains("\"" + event + "\""))
                .toList();
    }

    /** Until all workers of this bench have counted so many, as {@link #counted(String, String)} tells. */
    void awaitCounted(String name, String tagValue, int count) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(counted(name, tagValue)).isEqualTo(count));
    }

    /** All committed deliveries in a tier, or on any topic that has them. */
    List<Delivery> deliveries(String topic) {
        return records(topic).stream()
                .map(record -> ((Valid) DeliveryHeaders.read(record.headers())).delivery())
                .toList();
    }

    /** All committed records of a topic, once it is decided for all that are written. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (var consumer = clients()
                        .consumer(Map.of(
                                "isolation.level", "read_committed",
                                "auto.offset.reset", "earliest",
                                "enable.auto.commit", false));
                var written = clients().consumer(Map.of("isolation.level", "read_uncommitted"))) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            // The response to a commit comes before its marker is in the log; until then its records are hidden.
            var ends = written.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }

    @Override
    public void close() {
        producer.close();
    }

    /** @param record of the probation topic */
    public static EndpointHealth health(ConsumerRecord<byte[], byte[]> record) {
        try {
            return EndpointHealthRecord.read(record.headers(), record.value());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
