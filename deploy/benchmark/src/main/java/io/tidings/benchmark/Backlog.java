package io.tidings.benchmark;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.benchmark.sink.NumberedEvent;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.resource.ProvisioningState;
import io.tidings.runtime.kafka.KafkaAnswer;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.utils.Utils;

/** Subscriptions and waiting deliveries, written as ingest and topology write them. */
final class Backlog {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String TOPIC = "benchmark";

    private final KafkaClients clients;
    private final Load load;

    Backlog(String bootstrapServers, Load load) {
        this.clients = KafkaClients.of(bootstrapServers);
        this.load = load;
    }

    /** Returns when all of it is durable. */
    void write(int subscriptions, String endpoint, Progress progress) {
        new TopicProvisioner(clients, TOPICS).provision(load.partitions(), 1, Duration.ofMinutes(5), new TimeScale(1));
        // As the topology does, but for linger: nobody waits for these.
        try (var producer =
                clients.producer(Map.of("compression.type", "lz4", "linger.ms", 5, "buffer.memory", 64L << 20))) {
            var keys = keys(subscriptions);
            long read = subscribe(producer, keys, endpoint);
            deliver(producer, keys, read, progress);
        }
    }

    /** @return the position of the subscriptions table behind them */
    private static long subscribe(Producer<byte[], byte[]> producer, List<SubscriptionKey> keys, String endpoint) {
        var value = """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"}},\
            "eventDeliverySchema":"CloudEventSchemaV1_0"}}\
            """.formatted(endpoint);
        long position = 0;
        for (var key : keys) {
            var record = new ProducerRecord<>(TOPICS.subscriptions(), key.bytes(), value.getBytes(UTF_8));
            record.headers()
                    .add(HeaderNames.SUBSCRIPTION_UID, uid(key).getBytes(UTF_8))
                    .add(
                            HeaderNames.PROVISIONING_STATE,
                            ProvisioningState.SUCCEEDED.word().getBytes(UTF_8));
            position = KafkaAnswer.await(producer.send(record), "subscribing").offset() + 1;
        }
        return position;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the callback is told
    private void deliver(
            Producer<byte[], byte[]> producer, List<SubscriptionKey> keys, long subscriptionsRead, Progress progress) {
        var failure = new AtomicReference<Exception>();
        var event = new NumberedEvent(load.eventBytes());
        for (int number = 0; number < load.events() && failure.get() == null; number++) {
            var delivery = delivery(keys.get(number % keys.size()), number, subscriptionsRead);
            var headers =
                    List.of(DeliveryHeaders.write(delivery, delivery.event().published()));
            producer.send(
                    new ProducerRecord<>(
                            TOPICS.deliveries(),
                            null,
                            null,
                            delivery.subscription().bytes(),
                            event.bytes(number),
                            headers),
                    (_, failed) -> failure.compareAndSet(null, failed));
            progress.at(number, load.events());
        }
        producer.flush();
        if (failure.get() != null) {
            throw new KafkaException("the deliveries could not be written; read the broker's log", failure.get());
        }
    }

    private Delivery delivery(SubscriptionKey key, int number, long subscriptionsRead) {
        return new Delivery(
                key,
                uid(key),
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        NumberedEvent.id(number),
                        null,
                        Instant.now(),
                        new EventSource(TOPICS.events(), number % load.partitions(), number / load.partitions()),
                        null),
                subscriptionsRead,
                LadderPlace.START);
    }

    /** Names that spread evenly over the partitions. */
    private List<SubscriptionKey> keys(int subscriptions) {
        var keys = new ArrayList<SubscriptionKey>();
        for (int candidate = 0; keys.size() < subscriptions; candidate++) {
            var key = new SubscriptionKey(TOPIC, "subscription-" + candidate);
            if (partition(key) == keys.size() % load.partitions()) {
                keys.add(key);
            }
        }
        return keys;
    }

    /** Where every Kafka producer puts a record with that key. */
    private int partition(SubscriptionKey key) {
        return Utils.toPositive(Utils.murmur2(key.bytes())) % load.partitions();
    }

    private static String uid(SubscriptionKey key) {
        return "uid-" + key.name();
    }
}
