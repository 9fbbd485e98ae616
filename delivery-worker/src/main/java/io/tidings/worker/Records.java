package io.tidings.worker;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.contract.delivery.DeadLetterRecord;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.delivery.DeliveryHeaders;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LadderPlace;
import io.tidings.contract.delivery.RejectedRecord;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.StandingRecord;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.resource.DeadLetterDestination;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** The records a worker parks deliveries as. */
record Records(Topics topics) {
    /** For a tier: to the partition number it came from, because all of a subscription meets in one place. */
    ProducerRecord<byte[], byte[]> retry(Ready ready, LadderPlace place, RetryTier tier, Instant now) {
        return new ProducerRecord<>(
                topics.retry(tier),
                ready.from().number(),
                null,
                ready.key(),
                ready.event(),
                List.of(DeliveryHeaders.write(ready.delivery().at(place), now)));
    }

    ProducerRecord<byte[], byte[]> deadLetter(
            Ready ready, LadderPlace place, DeadLetterReason reason, DeadLetterDestination destination, Instant now) {
        Delivery ended = ready.delivery().at(place);
        var record = new ProducerRecord<>(
                topics.deadLetters(), ready.key(), DeadLetterRecord.of(ended, reason, ready.event()));
        for (var header : DeliveryHeaders.write(ended, now)) {
            record.headers().add(header);
        }
        record.headers().add(header(HeaderNames.DEAD_LETTER_ACCOUNT, destination.account()));
        record.headers().add(header(HeaderNames.DEAD_LETTER_CONTAINER, destination.container()));
        record.headers().add(header(HeaderNames.DEAD_LETTER_REASON, reason.wireName()));
        return record;
    }

    /** How an endpoint stands; to the partition number of its subscription's deliveries. */
    ProducerRecord<byte[], byte[]> standing(SubscriptionKey key, int number, EndpointStanding standing) {
        return new ProducerRecord<>(
                topics.probation(),
                number,
                null,
                key.bytes(),
                StandingRecord.value(standing),
                List.of(StandingRecord.headers(standing)));
    }

    /** That nothing is known of an endpoint. */
    ProducerRecord<byte[], byte[]> noStanding(SubscriptionKey key, int number) {
        return new ProducerRecord<>(topics.probation(), number, key.bytes(), null);
    }

    /** For what this worker cannot read: unchanged, with the reason. */
    ProducerRecord<byte[], byte[]> rejected(
            ConsumerRecord<byte[], byte[]> read, RejectionReason reason, String sentence) {
        var source = new EventSource(read.topic(), read.partition(), read.offset());
        return rejected(RejectedRecord.of(read.key(), read.value(), read.headers(), source, reason, sentence));
    }

    /** For a delivery whose bytes turn out to be no event when they are to be kept. */
    ProducerRecord<byte[], byte[]> rejected(Ready ready, RejectionReason reason, String sentence, Instant now) {
        var headers = new RecordHeaders(DeliveryHeaders.write(ready.delivery(), now));
        var source = ready.delivery().event().source();
        return rejected(RejectedRecord.of(ready.key(), ready.event(), headers, source, reason, sentence));
    }

    private ProducerRecord<byte[], byte[]> rejected(RejectedRecord kept) {
        return new ProducerRecord<>(topics.rejected(), null, kept.key(), kept.value(), kept.headers());
    }

    /** Whether the broker takes it: what it does not take would fail its transaction for ever. */
    static boolean fits(ProducerRecord<byte[], byte[]> record) {
        return RejectedRecord.fits(record.key(), record.value(), record.headers());
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }
}
