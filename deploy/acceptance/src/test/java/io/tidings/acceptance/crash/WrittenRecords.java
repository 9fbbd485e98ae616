package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Records as programs write them: the topic {@code orders}, its subscriptions and deliveries. */
final class WrittenRecords {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    private WrittenRecords() {}

    static void topic(Producer<byte[], byte[]> producer) {
        var json = "{\"properties\":{\"inputSchema\":\"EventGridSchema\"}}";
        KafkaFutures.await(
                producer.send(new ProducerRecord<>(TOPICS.topics(), "orders".getBytes(UTF_8), json.getBytes(UTF_8))),
                "creating a topic");
    }

    /**
     * Subscribes with these members of the properties as JSON.
     *
     * @return the position of the subscriptions table behind it
     */
    static long subscribe(Producer<byte[], byte[]> producer, String name, String members) {
        return subscribe(producer, name, members, List.of());
    }

    /** @param pauses the header that says when it was paused; null for never */
    static long subscribe(Producer<byte[], byte[]> producer, String name, String members, @Nullable String pauses) {
        return subscribe(
                producer,
                name,
                members,
                pauses == null ? List.<Header>of() : List.of(HeaderText.header(HeaderNames.PAUSES, pauses)));
    }

    /** Subscribes with the events that Kafka still holds, as ingest does (B-START). */
    static void subscribeFromEarliest(Producer<byte[], byte[]> producer, String name, String members) {
        var extensions = ",\"tidings\":{\"start\":\"earliest\"}";
        subscribe(producer, name, members + extensions, List.of(HeaderText.header(HeaderNames.START, "open")));
    }

    private static long subscribe(Producer<byte[], byte[]> producer, String name, String members, List<Header> more) {
        var json = "{\"properties\":{" + members + "}}";
        var record =
                new ProducerRecord<>(TOPICS.subscriptions(), ("orders/" + name).getBytes(UTF_8), json.getBytes(UTF_8));
        record.headers().add(HeaderNames.SUBSCRIPTION_UID, ("uid-" + name).getBytes(UTF_8));
        record.headers().add(HeaderNames.PROVISIONING_STATE, "Succeeded".getBytes(UTF_8));
        more.forEach(record.headers()::add);
        return KafkaFutures.await(producer.send(record), "subscribing " + name).offset() + 1;
    }

    /** The member that names a path of the endpoint as the destination. */
    static String webhook(ScriptedWebhook webhook, String path) {
        return "\"destination\":{\"endpointType\":\"WebHook\",\"properties\":{\"endpointUrl\":\"%s\"}}"
                .formatted(webhook.uri(path));
    }

    /**
     * Writes a delivery to a partition, without a wait.
     *
     * @param number of the event among those that are there to be delivered
     * @param read position of the subscriptions table; a worker waits until it has read as far
     */
    static void deliver(
            Producer<byte[], byte[]> producer,
            String kafkaTopic,
            int partition,
            String subscription,
            String id,
            int number,
            long read,
            RetryState state) {
        var event = new DeliveredEvent(
                EventSchema.CLOUD_EVENTS, id, null, Instant.now(), new EventSource(TOPICS.events(), 0, number), null);
        var delivery =
                new Delivery(new SubscriptionKey("orders", subscription), "uid-" + subscription, event, read, state);
        var json = "{\"specversion\":\"1.0\",\"id\":\"" + id + "\",\"source\":\"/s\",\"type\":\"t\"}";
        var _ = producer.send(new ProducerRecord<>(
                kafkaTopic,
                partition,
                delivery.subscription().bytes(),
                json.getBytes(UTF_8),
                List.of(DeliveryHeaders.write(delivery, Instant.now()))));
    }
}
