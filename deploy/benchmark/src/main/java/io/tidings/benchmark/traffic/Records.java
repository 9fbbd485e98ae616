package io.tidings.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.sink.NumberedEvent;
import io.tidings.benchmark.stage.Load;
import io.tidings.benchmark.stage.Site;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.event.EventSchema;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Makes the records that ingest, topology and worker would write. */
public final class Records {
    private static final int STATUS_BEFORE = 500;

    private final int partitions;
    private final NumberedEvent events;

    public Records(Load load) {
        partitions = load.partitions();
        events = new NumberedEvent(load.eventBytes());
    }

    /**
     * An event that waits for the topology.
     *
     * @param micros when it counts as published, or {@link Micros#NONE}
     */
    public ProducerRecord<byte[], byte[]> event(long number, long micros) {
        return new ProducerRecord<>(
                Site.TOPICS.events(),
                null,
                null,
                null,
                events.bytes(number, micros),
                List.of(
                        new RecordHeader(HeaderNames.TOPIC, Registry.TOPIC.getBytes(UTF_8)),
                        new RecordHeader(HeaderNames.CONTENT_TYPE, "application/cloudevents+json".getBytes(UTF_8))));
    }

    /**
     * A delivery that waits for its first attempt.
     *
     * @param subscriptionsRead the position behind its subscription
     */
    public ProducerRecord<byte[], byte[]> delivery(
            SubscriptionKey key, long number, long micros, long subscriptionsRead) {
        var delivery = delivery(key, number, subscriptionsRead, LadderPlace.START);
        return record(Site.TOPICS.deliveries(), null, delivery, events.bytes(number, micros));
    }

    /** A delivery that waits for its second attempt; it counts as published when it is due. */
    public ProducerRecord<byte[], byte[]> retry(
            RetryTier tier, SubscriptionKey key, long number, Instant due, long subscriptionsRead) {
        var last = new LastAttempt(LastOutcome.GENERIC_ERROR, STATUS_BEFORE, Instant.now());
        var delivery = delivery(key, number, subscriptionsRead, LadderPlace.START.failed(last, due));
        return record(
                Site.TOPICS.retry(tier),
                Audience.partition(key, partitions),
                delivery,
                events.bytes(number, Micros.of(due)));
    }

    private Delivery delivery(SubscriptionKey key, long number, long subscriptionsRead, LadderPlace place) {
        return new Delivery(
                key,
                Registry.uid(key),
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        NumberedEvent.id(number),
                        null,
                        Instant.now(),
                        new EventSource(Site.TOPICS.events(), (int) (number % partitions), number / partitions),
                        null),
                subscriptionsRead,
                place);
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, @Nullable Integer partition, Delivery delivery, byte[] event) {
        var headers = List.of(DeliveryHeaders.write(delivery, delivery.event().published()));
        return new ProducerRecord<>(
                topic, partition, null, delivery.subscription().bytes(), event, headers);
    }
}
