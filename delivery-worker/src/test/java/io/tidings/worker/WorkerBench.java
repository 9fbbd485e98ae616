package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.DeliveryHeaders.Read.Legible;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.LocalBroker;
import io.tidings.testbed.Receiver;
import io.tidings.testbed.SharedBroker;
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

/** Tidings' topics under a prefix of their own, and what the topology and ingest would write to them. */
final class WorkerBench implements AutoCloseable {
    static final String DEAD_LETTERS = """
        ,"deadLetterDestination":{"endpointType":"StorageBlob","properties":\
        {"resourceId":"/a/storageAccounts/local","blobContainerName":"dead"}}\
        """;

    private final LocalBroker broker;
    private final Topics topics;
    private final Producer<byte[], byte[]> producer;
    private final double scale;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    /** The position of the subscriptions table behind all that was written here. */
    private long subscribed;

    private WorkerBench(LocalBroker broker, Topics topics, Producer<byte[], byte[]> producer, double scale) {
        this.broker = broker;
        this.topics = topics;
        this.producer = producer;
        this.scale = scale;
    }

    /** On the broker of this JVM. */
    static WorkerBench on(String prefix, int partitions, double scale) {
        return on(SharedBroker.get(), prefix, partitions, scale);
    }

    static WorkerBench on(LocalBroker broker, String prefix, int partitions, double scale) {
        var topics = new Topics(prefix + ".");
        var clients = KafkaClients.of(broker.bootstrapServers());
        new TopicProvisioner(clients, topics).provision(partitions, 1, Duration.ofMinutes(5), new TimeScale(scale));
        return new WorkerBench(broker, topics, clients.producer(Map.of("linger.ms", 5)), scale);
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

    WorkerProgram worker(String instance, Map<String, String> more) {
        var values = new HashMap<String, String>();
        values.put("bootstrap.servers", broker.bootstrapServers());
        values.put("topic.prefix", topics.prefix());
        values.put("worker.instance.id", instance);
        values.put("endpoint.allow.http", "true");
        values.put("endpoint.allow.networks", "127.0.0.0/8,::1/128");
        values.put("time.scale", Double.toString(scale));
        values.putAll(more);
        return WorkerProgram.start(Settings.of(WorkerConfig.definitions(), WorkerConfig.prefixes(), values), registry);
    }

    /** A subscription as ingest writes it; its uid is {@code uid-} and its name. */
    void subscribe(String topic, String name, Receiver receiver, String path, String more) {
        subscribe(topic, name, "uid-" + name, receiver, path, more);
    }

    /** @return the position of the subscriptions table behind it */
    long subscribe(String topic, String name, String uid, Receiver receiver, String path, String more) {
        var json = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}}%s}}\
            """.formatted(receiver.uri(path), more);
        var record = new ProducerRecord<>(
                topics.subscriptions(), new SubscriptionKey(topic, name).bytes(), json.getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, uid.getBytes(UTF_8));
        record.headers()
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.word().getBytes(UTF_8));
        subscribed = KafkaAnswer.await(producer.send(record), "subscribing").offset() + 1;
        return subscribed;
    }

    /** Deliveries as the topology writes them, with ids from 0 on. */
    void deliver(String topic, String name, int count) {
        var sent = new ArrayList<Future<?>>();
        for (int i = 0; i < count; i++) {
            var delivery = delivery(topic, name, i, subscribed, LadderPlace.START);
            sent.add(producer.send(record(topics.deliveries(), null, delivery)));
        }
        sent.forEach(each -> KafkaAnswer.await(each, "delivering"));
    }

    /** A delivery of an event whose id is the subscription's name and a number. */
    static Delivery delivery(String topic, String name, int number, long subscriptionsRead, LadderPlace place) {
        return new Delivery(
                new SubscriptionKey(topic, name),
                "uid-" + name,
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        name + "-" + number,
                        null,
                        Instant.now(),
                        new EventSource("tidings.events", 0, number),
                        null),
                subscriptionsRead,
                place);
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

    void write(ProducerRecord<byte[], byte[]> record) {
        KafkaAnswer.await(producer.send(record), "writing");
    }

    void writeAll(List<ProducerRecord<byte[], byte[]>> records) {
        records.stream().map(producer::send).toList().forEach(sent -> KafkaAnswer.await(sent, "writing"));
    }

    /** All committed deliveries in a tier, or on any topic that has them. */
    List<Delivery> deliveries(String topic) {
        return records(topic).stream()
                .map(record -> ((Legible) DeliveryHeaders.read(record.headers())).delivery())
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
            // A commit is answered before its end stands in the log, and hides what it wrote until then.
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
}
