package io.tidings.runtime.kafka;

import io.tidings.contract.event.EventLimits;
import io.tidings.runtime.Settings;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Makes Kafka clients: the program's settings, overridden by the operator's native settings. */
public record KafkaClients(
        String bootstrapServers,
        Map<String, String> all,
        Map<String, String> consumers,
        Map<String, String> producers,
        Map<String, String> admins) {
    public static final int MAX_RECORD_BYTES = EventLimits.MAX_RECORD_BYTES;

    /** The time for which added partitions of a topic may go unseen by consumers that follow them. */
    public static final int NEW_PARTITIONS_UNSEEN_MILLIS = 10_000;

    /**
     * The time between two wake-ups of the thread with a member's heartbeats, and between two tries of what a broker
     * did not do.
     */
    public static final int RETRY_BACKOFF_MILLIS = 1_000;

    public KafkaClients {
        all = Map.copyOf(all);
        consumers = Map.copyOf(consumers);
        producers = Map.copyOf(producers);
        admins = Map.copyOf(admins);
    }

    /** @throws io.tidings.runtime.InvalidSettings if native settings break a guarantee */
    public static KafkaClients of(Settings settings) {
        ProtectedSettings.check(settings.under(""));
        return new KafkaClients(
                String.join(",", settings.list("bootstrap.servers")),
                settings.under("kafka."),
                settings.under("consumer."),
                settings.under("producer."),
                settings.under("admin.client."));
    }

    public static KafkaClients of(String bootstrapServers) {
        return new KafkaClients(bootstrapServers, Map.of(), Map.of(), Map.of(), Map.of());
    }

    public Consumer<byte[], byte[]> consumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(
                merged(settings, consumers), new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    public Producer<byte[], byte[]> producer(Map<String, Object> settings) {
        var merged = merged(settings, producers);
        merged.putIfAbsent("max.request.size", MAX_RECORD_BYTES);
        merged.putIfAbsent("acks", "all");
        return new KafkaProducer<>(merged, new ByteArraySerializer(), new ByteArraySerializer());
    }

    /**
     * Makes a producer and ends the transaction that a former one with this id has left open.
     *
     * @throws org.apache.kafka.common.KafkaException if that fails; the producer is closed then
     */
    public Producer<byte[], byte[]> transactional(String id, Map<String, Object> settings) {
        var all = new HashMap<>(settings);
        all.put("transactional.id", id);
        all.put("compression.type", "lz4");
        var producer = producer(all);
        try {
            producer.initTransactions();
            return producer;
        } catch (RuntimeException e) {
            producer.close();
            throw e;
        }
    }

    public Admin admin() {
        return Admin.create(merged(Map.of(), admins));
    }

    /** The settings that every client needs to reach the brokers, and Kafka Streams, too. */
    public Map<String, Object> connection() {
        return merged(Map.of(), Map.of());
    }

    private Map<String, Object> merged(Map<String, Object> settings, Map<String, String> owners) {
        var merged = new HashMap<String, Object>(settings);
        merged.put("bootstrap.servers", bootstrapServers);
        merged.put("enable.metrics.push", false); // only works if the broker asks for it; saves a connection
        merged.putAll(all);
        merged.putAll(owners);
        return merged;
    }
}
