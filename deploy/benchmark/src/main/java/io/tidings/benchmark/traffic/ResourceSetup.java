package io.tidings.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * Writes the topic and its subscriptions as ingest writes them.
 *
 * @param extensions {@code properties.tidings} of all subscriptions; empty for none
 */
public record ResourceSetup(KafkaClients clients, String extensions) {
    /** The topic of all events. */
    public static final String TOPIC = BenchmarkSubscribers.TOPIC;

    /** Topics of the subscriptions that match nothing, with {@link #TOPIC} as the first. */
    static final int UNMATCHED_TOPICS = 1_000;

    private static final String FILTER = "\"filter\":{\"subjectBeginsWith\":\"nothing\"},";

    private static final String TOPIC_JSON = "{\"properties\":{\"inputSchema\":\"CloudEventSchemaV1_0\"}}";

    private static final String QUEUE_JSON = """
        {"properties":{"eventDeliverySchema":"CloudEventSchemaV1_0",\
        "deliveryConfiguration":{"deliveryMode":"Queue","queue":{}}}}\
        """;

    private static final String DOMAIN = "tenants";
    private static final String DOMAIN_JSON = """
        {"properties":{"inputSchema":"CloudEventSchemaV1_0","autoCreateTopicWithFirstSubscription":true,\
        "autoDeleteTopicWithLastSubscription":true}}\
        """;

    /** For subscriptions without extensions. */
    public ResourceSetup(KafkaClients clients) {
        this(clients, "");
    }

    /** The endpoint of the subscription with that index. */
    @FunctionalInterface
    public interface SubscriptionEndpoints {
        String of(int index);
    }

    /** @param key that publishers show */
    public void topic(String key) {
        topic(TOPIC, key);
    }

    /** @param key that publishers show */
    public void topic(String name, String key) {
        try (var producer = clients.producer(Map.of())) {
            KafkaFutures.await(producer.send(topicRecord(name, key)), "writing the topic");
        }
    }

    private static ProducerRecord<byte[], byte[]> topicRecord(String name, String key) {
        return topicRecord(name, key, TOPIC_JSON);
    }

    private static ProducerRecord<byte[], byte[]> topicRecord(String name, String key, String json) {
        var record = record(BenchmarkCluster.TOPICS.topics(), name, json);
        record.headers().add(HeaderNames.FORMAT, HeaderNames.FORMAT_1.getBytes(UTF_8));
        return withKeys(record, key);
    }

    private static ProducerRecord<byte[], byte[]> withKeys(ProducerRecord<byte[], byte[]> record, String key) {
        record.headers().add(HeaderNames.KEY_1, key.getBytes(UTF_8)).add(HeaderNames.KEY_2, key.getBytes(UTF_8));
        return record;
    }

    /**
     * Returns when all subscriptions are durable.
     *
     * @param batch most events in a request; 1 for no batching
     * @return the position of the subscriptions table behind them
     */
    public long subscribe(BenchmarkSubscribers subscribers, int batch, SubscriptionEndpoints endpoints) {
        try (var producer = clients.producer(Map.of("linger.ms", 5))) {
            var written = new ArrayList<Future<RecordMetadata>>();
            for (int i = 0; i < subscribers.size(); i++) {
                written.add(producer.send(subscription(subscribers.keys().get(i), value(endpoints.of(i), batch))));
            }
            return KafkaFutures.await(written.getLast(), "subscribing").offset() + 1;
        }
    }

    /**
     * Returns when a queue is durable.
     *
     * @param receiveKey that receivers show
     * @return the position of the subscriptions table behind it
     */
    public long queue(SubscriptionKey key, String receiveKey) {
        var record = withKeys(subscription(key, QUEUE_JSON), receiveKey);
        try (var producer = clients.producer(Map.of())) {
            return KafkaFutures.await(producer.send(record), "subscribing").offset() + 1;
        }
    }

    static String unmatchedTopic(int number) {
        return "topic-%03d".formatted(number);
    }

    /**
     * Returns when so many subscriptions that no event matches are durable. Each topic has as many; those of the first
     * one are evaluated for every event.
     */
    public void unmatched(int subscriptions, String endpoint) {
        try (var producer = clients.producer(Map.of("linger.ms", 5))) {
            var topics = new ArrayList<Future<RecordMetadata>>();
            for (int i = 1; i < UNMATCHED_TOPICS; i++) {
                topics.add(producer.send(topicRecord(unmatchedTopic(i), "unused")));
            }
            KafkaFutures.await(topics.getLast(), "writing the topics");
        }
        var value = value(endpoint, 1).replace("\"eventDelivery", FILTER + "\"eventDelivery");
        try (var producer = clients.producer(Map.of("linger.ms", 5))) {
            var last = new ArrayList<Future<RecordMetadata>>();
            for (int i = 0; i < subscriptions; i++) {
                int number = i % UNMATCHED_TOPICS;
                var key =
                        new SubscriptionKey(number == 0 ? TOPIC : unmatchedTopic(number), "s-" + i / UNMATCHED_TOPICS);
                last.add(producer.send(subscription(key, value)));
            }
            KafkaFutures.await(last.getLast(), "subscribing");
        }
    }

    /** Returns when so many topics of a domain are durable, each with a subscription that no event matches. */
    public void tenants(int count, String endpoint) {
        var value = value(endpoint, 1);
        try (var producer = clients.producer(Map.of("linger.ms", 5))) {
            var written = new ArrayList<Future<RecordMetadata>>();
            written.add(producer.send(topicRecord(DOMAIN, "unused", DOMAIN_JSON)));
            for (int i = 0; i < count; i++) {
                var topic = DOMAIN + "/tenant-" + i;
                var record = record(BenchmarkCluster.TOPICS.topics(), topic, "{}");
                record.headers().add(HeaderNames.FORMAT, HeaderNames.FORMAT_1.getBytes(UTF_8));
                written.add(producer.send(record));
                written.add(producer.send(subscription(new SubscriptionKey(topic, "s-0"), value)));
            }
            written.forEach(each -> KafkaFutures.await(each, "subscribing"));
        }
    }

    /** Asks the worker to send at once what waits for a subscription; returns when that is durable. */
    public void retryNow(SubscriptionKey key, String endpoint) {
        var record = subscription(key, value(endpoint, 1));
        record.headers().add(HeaderNames.RETRY_NOW, Instant.now().toString().getBytes(UTF_8));
        try (var producer = clients.producer(Map.of())) {
            KafkaFutures.await(producer.send(record), "asking to retry now");
        }
    }

    private static ProducerRecord<byte[], byte[]> subscription(SubscriptionKey key, String value) {
        var record = record(BenchmarkCluster.TOPICS.subscriptions(), key.toString(), value);
        record.headers()
                .add(HeaderNames.SUBSCRIPTION_UID, uid(key).getBytes(UTF_8))
                .add(
                        HeaderNames.PROVISIONING_STATE,
                        ProvisioningState.SUCCEEDED.wireName().getBytes(UTF_8));
        return record;
    }

    static String uid(SubscriptionKey key) {
        return "uid-" + key.name();
    }

    private String value(String endpoint, int batch) {
        var batching =
                batch == 1 ? "" : ",\"maxEventsPerBatch\":%d,\"preferredBatchSizeInKilobytes\":1024".formatted(batch);
        var tidings = extensions.isEmpty() ? "" : ",\"tidings\":" + extensions;
        return """
            {"properties":{"destination":{"endpointType":"WebHook","properties":{"endpointUrl":"%s"%s}},\
            "eventDeliverySchema":"CloudEventSchemaV1_0"%s}}\
            """.formatted(endpoint, batching, tidings);
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value) {
        return new ProducerRecord<>(topic, key.getBytes(UTF_8), value.getBytes(UTF_8));
    }
}
