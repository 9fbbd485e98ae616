package io.tidings.worker.commit;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountsRecord;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.RetryState;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.MovedOffsets;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryRecord;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.NumberOwners;
import io.tidings.contract.record.DeadLetterHeaders;
import io.tidings.contract.record.DeadLetterRecord;
import io.tidings.contract.record.DeliveryHeaders;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.record.RejectedRecord;
import io.tidings.contract.subscription.Subscription;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;

public record LadderRecords(Topics topics) {
    /** Keeps the partition number, because all deliveries of a subscription have the same one. */
    ProducerRecord<byte[], byte[]> retry(PolledDelivery polled, RetryState retryState, RetryTier tier, Instant now) {
        return new ProducerRecord<>(
                topics.retry(tier),
                polled.from().number(),
                null,
                polled.key(),
                polled.event(),
                List.of(DeliveryHeaders.write(polled.delivery().at(retryState).asTaken(), now)));
    }

    ProducerRecord<byte[], byte[]> deadLetter(
            PolledDelivery polled,
            RetryState retryState,
            DeadLetterReason reason,
            Subscription subscription,
            Instant now) {
        Delivery ended = polled.delivery().at(retryState);
        return new ProducerRecord<>(
                topics.deadLetters(),
                null,
                polled.key(),
                DeadLetterRecord.of(ended, reason, polled.event()),
                DeadLetterHeaders.write(
                        ended,
                        now,
                        subscription.deadLetters(),
                        subscription.extensions().deadLetterTopic(),
                        reason));
    }

    /** Has the partition number of the lane. */
    public ProducerRecord<byte[], byte[]> health(Lane lane, EndpointHealth health) {
        var key = lane.subscription().bytes();
        return probation(lane.number(), key, EndpointHealthRecord.value(health), EndpointHealthRecord.headers(health));
    }

    public ProducerRecord<byte[], byte[]> healthTombstone(Lane lane) {
        return probation(lane.number(), lane.subscription().bytes(), null);
    }

    ProducerRecord<byte[], byte[]> counts(int number, CountsRecord counts) {
        return new ProducerRecord<>(
                topics.counts(), number, null, counts.key(), counts.value(), List.of(CountsRecord.headers()));
    }

    /** A delivery that is moved forward: to {@code deliveries}, or to a tier if it must not be sent yet. */
    public ProducerRecord<byte[], byte[]> forwarded(
            ConsumerRecord<byte[], byte[]> read, Delivery delivery, @Nullable RetryTier tier, Instant now) {
        return new ProducerRecord<>(
                tier == null ? topics.deliveries() : topics.retry(tier),
                read.partition(),
                null,
                read.key(),
                read.value(),
                List.of(DeliveryHeaders.write(delivery, now)));
    }

    /** A tombstone if no range is left. */
    public ProducerRecord<byte[], byte[]> moved(SubscriptionKey key, RetryTier tier, int number, MovedOffsets moved) {
        var value = moved.ranges().isEmpty() ? null : RecoveryRecord.value(moved);
        return probation(
                number, RecoveryTable.keyOf(key, tier).getBytes(UTF_8), value, RecoveryRecord.headers(moved.uid()));
    }

    public ProducerRecord<byte[], byte[]> recovery(SubscriptionKey key, int number, RecoveryProgress progress) {
        var value = RecoveryRecord.value(progress);
        return probation(
                number, RecoveryTable.keyOf(key).getBytes(UTF_8), value, RecoveryRecord.headers(progress.uid()));
    }

    /** @param address where the owner of a partition number is asked */
    public ProducerRecord<byte[], byte[]> owner(int number, String address) {
        return probation(
                number,
                NumberOwners.KEY.getBytes(UTF_8),
                NumberOwners.value(address),
                HeaderText.header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
    }

    public ProducerRecord<byte[], byte[]> recoveryTombstone(SubscriptionKey key, int number) {
        return probation(number, RecoveryTable.keyOf(key).getBytes(UTF_8), null);
    }

    private ProducerRecord<byte[], byte[]> probation(
            int number, byte[] key, byte @Nullable [] value, Header... headers) {
        return new ProducerRecord<>(topics.probation(), number, null, key, value, List.of(headers));
    }

    /** A record that this worker cannot read, unchanged, with the reason. */
    ProducerRecord<byte[], byte[]> rejected(
            ConsumerRecord<byte[], byte[]> read, RejectionReason reason, String sentence) {
        var source = new EventSource(read.topic(), read.partition(), read.offset());
        return rejected(RejectedRecord.of(read.key(), read.value(), read.headers(), source, reason, sentence));
    }

    /** A delivery whose bytes turned out to be no event when it became a dead letter. */
    ProducerRecord<byte[], byte[]> rejected(
            PolledDelivery polled, RejectionReason reason, String sentence, Instant now) {
        var headers = new RecordHeaders(DeliveryHeaders.write(polled.delivery(), now));
        var source = polled.delivery().event().source();
        return rejected(RejectedRecord.of(polled.key(), polled.event(), headers, source, reason, sentence));
    }

    private ProducerRecord<byte[], byte[]> rejected(RejectedRecord kept) {
        return new ProducerRecord<>(topics.rejected(), null, kept.key(), kept.value(), kept.headers());
    }

    /** Returns whether the broker accepts the record: a larger one would fail its transaction for ever. */
    static boolean fits(ProducerRecord<byte[], byte[]> record) {
        return RejectedRecord.fits(record.key(), record.value(), record.headers());
    }
}
