package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.testbed.LocalBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A broker with Tidings' topics in it, and what the topology and ingest would write to them. */
final class WorkerBench implements AutoCloseable {
    static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private final LocalBroker broker;
    private final Producer<byte[], byte[]> producer;
    private final double scale;

    private WorkerBench(LocalBroker broker, Producer<byte[], byte[]> producer, double scale) {
        this.scale = scale;
        this.broker = broker;
        this.producer = producer;
    }

    static WorkerBench start(Path folder, int partitions, double scale) {
        var broker = LocalBroker.start(LocalBroker.Settings.in(folder));
        var clients = KafkaClients.of(broker.bootstrapServers());
        new TopicProvisioner(clients, TOPICS).provision(partitions, 1, Duration.ofMinutes(5), new TimeScale(scale));
        return new WorkerBench(broker, clients.producer(Map.of("linger.ms", 5)), scale);
    }

    KafkaClients clients() {
        return KafkaClients.of(broker.bootstrapServers());
    }

    WorkerProgram worker(String instance, Map<String, String> more) {
        var values = new HashMap<String, String>();
        values.put("bootstrap.servers", broker.bootstrapServers());
        values.put("worker.instance.id", instance);
        values.put("endpoint.allow.http", "true");
        values.put("endpoint.allow.networks", "127.0.0.0/8,::1/128");
        values.put("time.scale", Double.toString(scale));
        values.putAll(more);
        return WorkerProgram.start(
                Settings.of(WorkerConfig.definitions(), WorkerConfig.prefixes(), values), new SimpleMeterRegistry());
    }

    /** A subscription as ingest writes it; its uid is {@code uid-} and its name. */
    void subscribe(String topic, String name, String properties) {
        var record = new ProducerRecord<>(
                TOPICS.subscriptions(),
                new SubscriptionKey(topic, name).bytes(),
                ("{\"properties\":" + properties + "}").getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, ("uid-" + name).getBytes(UTF_8));
        record.headers()
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.word().getBytes(UTF_8));
        KafkaAnswer.await(producer.send(record), "subscribing");
    }

    /** Deliveries as the topology writes them, with ids from 0 on. */
    void deliver(String topic, String name, int count) {
        var sent = new java.util.ArrayList<java.util.concurrent.Future<?>>();
        for (int i = 0; i < count; i++) {
            var delivery = new Delivery(
                    new SubscriptionKey(topic, name),
                    "uid-" + name,
                    EventSchema.CLOUD_EVENTS,
                    name + "-" + i,
                    Instant.now(),
                    new EventSource("tidings.events", 0, i),
                    1,
                    LadderPlace.START,
                    null);
            var event = "{\"specversion\":\"1.0\",\"id\":\"" + name + "-" + i + "\",\"source\":\"/s\",\"type\":\"t\"}";
            sent.add(producer.send(new ProducerRecord<>(
                    TOPICS.deliveries(),
                    null,
                    null,
                    delivery.subscription().bytes(),
                    event.getBytes(UTF_8),
                    List.of(DeliveryHeaders.write(delivery, Instant.now())))));
        }
        sent.forEach(each -> KafkaAnswer.await(each, "delivering"));
    }

    /** All committed records of a topic. */
    List<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>> records(String topic) {
        try (var consumer = clients()
                .consumer(Map.of(
                        "isolation.level", "read_committed",
                        "auto.offset.reset", "earliest",
                        "enable.auto.commit", false))) {
            var partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new org.apache.kafka.common.TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var all = new java.util.ArrayList<org.apache.kafka.clients.consumer.ConsumerRecord<byte[], byte[]>>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }

    @Override
    public void close() {
        producer.close();
        broker.close();
    }
}
