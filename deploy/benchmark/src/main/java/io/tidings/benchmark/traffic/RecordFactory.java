package io.tidings.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeliveredEvent;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryOrder;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastAttempt;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.EventSchema;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.NumberedEvent;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** Makes records as ingest, topology and worker write them. */
public final class RecordFactory {
    /** Tiers in which retries wait while something else is measured. */
    public static final List<RetryTier> LONG = List.of(
            RetryTier.TEN_MINUTES,
            RetryTier.THIRTY_MINUTES,
            RetryTier.ONE_HOUR,
            RetryTier.THREE_HOURS,
            RetryTier.SIX_HOURS,
            RetryTier.TWELVE_HOURS);

    private static final int STATUS_BEFORE = 500;

    private final int partitions;
    private final NumberedEvent events;

    public RecordFactory(LoadSize load) {
        partitions = load.partitions();
        events = new NumberedEvent(load.eventBytes());
    }

    /**
     * An event that waits for the topology.
     *
     * @param micros when it counts as published, or {@link EpochMicros#NONE}
     */
    public ProducerRecord<byte[], byte[]> event(long number, long micros) {
        return new ProducerRecord<>(
                BenchmarkCluster.TOPICS.events(),
                null,
                null,
                null,
                events.bytes(number, micros),
                List.of(
                        new RecordHeader(HeaderNames.TOPIC, ResourceSetup.TOPIC.getBytes(UTF_8)),
                        new RecordHeader(HeaderNames.CONTENT_TYPE, "application/cloudevents+json".getBytes(UTF_8))));
    }

    /**
     * A delivery that waits for its first attempt.
     *
     * @param subscriptionsRead the position behind its subscription
     */
    public ProducerRecord<byte[], byte[]> delivery(
            SubscriptionKey key, long number, long micros, long subscriptionsRead) {
        var delivery = delivery(key, number, subscriptionsRead, RetryState.START);
        return record(BenchmarkCluster.TOPICS.deliveries(), null, delivery, events.bytes(number, micros));
    }

    /**
     * A delivery that waits for its first attempt behind those with the same order key.
     *
     * @param keys of all deliveries together
     */
    public ProducerRecord<byte[], byte[]> ordered(
            SubscriptionKey key, long number, long micros, long subscriptionsRead, int keys) {
        var delivery = delivery(key, number, subscriptionsRead, RetryState.START)
                .ordered(new DeliveryOrder(Long.toString(number % keys), null));
        return record(BenchmarkCluster.TOPICS.deliveries(), null, delivery, events.bytes(number, micros));
    }

    /** A delivery that waits for its second attempt; it counts as published when it is due. */
    public ProducerRecord<byte[], byte[]> retry(
            RetryTier tier, SubscriptionKey key, long number, Instant due, long subscriptionsRead) {
        var last = new LastAttempt(LastOutcome.GENERIC_ERROR, STATUS_BEFORE, Instant.now());
        var delivery = delivery(key, number, subscriptionsRead, RetryState.START.failed(last, due));
        return record(
                BenchmarkCluster.TOPICS.retry(tier),
                BenchmarkSubscribers.partition(key, partitions),
                delivery,
                events.bytes(number, EpochMicros.of(due)));
    }

    /** A delivery that waits in one of the {@link #LONG} tiers. */
    public ProducerRecord<byte[], byte[]> waiting(SubscriptionKey key, long number, long subscriptionsRead) {
        var tier = LONG.get((int) (number % LONG.size()));
        return retry(tier, key, number, Instant.now().plus(tier.length()), subscriptionsRead);
    }

    private Delivery delivery(SubscriptionKey key, long number, long subscriptionsRead, RetryState retryState) {
        return new Delivery(
                key,
                ResourceSetup.uid(key),
                new DeliveredEvent(
                        EventSchema.CLOUD_EVENTS,
                        NumberedEvent.id(number),
                        null,
                        Instant.now(),
                        new EventSource(
                                BenchmarkCluster.TOPICS.events(), (int) (number % partitions), number / partitions),
                        null),
                subscriptionsRead,
                retryState);
    }

    private static ProducerRecord<byte[], byte[]> record(
            String topic, @Nullable Integer partition, Delivery delivery, byte[] event) {
        var headers = List.of(DeliveryHeaders.write(delivery, delivery.event().published()));
        return new ProducerRecord<>(
                topic, partition, null, delivery.subscription().bytes(), event, headers);
    }
}
