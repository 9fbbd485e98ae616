package io.tidings.export;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.subscription.DeadLetterDestination;
import io.tidings.runtime.AllowedContainers;
import io.tidings.runtime.AllowedUse;
import io.tidings.runtime.Settings;
import java.time.Instant;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.config.ConfigDef;

/** Dead letters as a worker writes them. */
public final class Examples {
    public static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    public static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    public static final String ACCOUNT = "archive";

    private Examples() {}

    /** Settings that allow only these containers, for these topics. */
    public static AllowedContainers containers(String containers, String topics) {
        var name = AllowedContainers.PREFIX + "some";
        return AllowedContainers.of(Settings.of(
                new ConfigDef(),
                AllowedContainers.PREFIXES,
                Map.of(name, containers, name + AllowedUse.TOPICS, topics)));
    }

    /** An event that an endpoint refused, given up for one subscription of the topic {@code orders}. */
    public static ProducerRecord<byte[], byte[]> deadLetter(
            Topics topics, int partition, String subscription, String account, String container, String eventId) {
        return deadLetter(topics, partition, subscription, account, container, eventId, event(eventId));
    }

    /** The same of any event. */
    public static ProducerRecord<byte[], byte[]> deadLetter(
            Topics topics,
            int partition,
            String subscription,
            String account,
            String container,
            String eventId,
            byte[] event) {
        var key = new SubscriptionKey("orders", subscription);
        return deadLetter(topics, partition, delivery(topics, key, eventId), account, container, event);
    }

    /** The same of a subscription of any topic. */
    public static ProducerRecord<byte[], byte[]> deadLetter(Topics topics, SubscriptionKey key, String eventId) {
        return deadLetter(topics, 0, delivery(topics, key, eventId), "archive", "dead", event(eventId));
    }

    private static Delivery delivery(Topics topics, SubscriptionKey key, String eventId) {
        var refused = new LastAttempt(LastOutcome.BAD_REQUEST, 400, NOON.plusSeconds(1));
        return new Delivery(
                key,
                "uid-of-" + key.name(),
                new DeliveredEvent(
                        EventSchema.EVENT_GRID, eventId, null, NOON, new EventSource(topics.events(), 0, 17), null),
                3,
                RetryState.START.ended(refused));
    }

    /** The dead letter of any delivery. */
    public static ProducerRecord<byte[], byte[]> deadLetter(
            Topics topics, int partition, Delivery delivery, String account, String container, byte[] event) {
        return new ProducerRecord<>(
                topics.deadLetters(),
                partition,
                delivery.subscription().bytes(),
                DeadLetterRecord.of(delivery, DeadLetterReason.BAD_REQUEST, event),
                DeadLetterHeaders.write(
                        delivery,
                        NOON,
                        new DeadLetterDestination(account, container),
                        null,
                        DeadLetterReason.BAD_REQUEST));
    }

    /** Of exactly so many bytes. */
    public static byte[] event(String id, int bytes) {
        var event = new String(event(id), UTF_8).replace("}", ",\"data\":\"\"}");
        return event.replace("\"\"}", "\"" + "x".repeat(bytes - event.length()) + "\"}")
                .getBytes(UTF_8);
    }

    private static byte[] event(String id) {
        return """
            {"id":"%s","subject":"/orders/1","eventType":"placed","eventTime":"2026-11-21T12:00:00Z"}\
            """.formatted(id).getBytes(UTF_8);
    }
}
