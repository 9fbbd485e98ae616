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
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.StandingRecord;
import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.resource.DeadLetterDestination;
import io.tidings.runtime.kafka.KafkaClients;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/** The records a worker parks deliveries as. */
record Records(Topics topics) {
    /** Room for the batch around a record of the largest size, and for the headers of a rejection. */
    private static final int ENVELOPE = 64 * 1024;

    private static final int LONGEST_SENTENCE = 4096;

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
        record.headers().add(header(HeaderNames.DEAD_LETTER_REASON, reason.word()));
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
        var record = new ProducerRecord<>(topics.rejected(), read.key(), read.value());
        for (var header : read.headers()) {
            record.headers().add(header);
        }
        boolean fits = fits(record);
        var kept = fits ? record : new ProducerRecord<byte[], byte[]>(topics.rejected(), null, null);
        var place = new EventSource(read.topic(), read.partition(), read.offset());
        explain(kept, reason, fits ? sentence : sentence + " (too large to be kept here, see its source)");
        kept.headers().remove(HeaderNames.SOURCE).add(header(HeaderNames.SOURCE, place.toString()));
        return kept;
    }

    /** Whether the broker takes it: what it does not take would fail its transaction for ever. */
    static boolean fits(ProducerRecord<byte[], byte[]> record) {
        long bytes = length(record.key()) + length(record.value());
        for (var header : record.headers()) {
            bytes += 3L * header.key().length() + length(header.value());
        }
        return bytes <= KafkaClients.MAX_RECORD_BYTES - ENVELOPE;
    }

    private static long length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static void explain(ProducerRecord<byte[], byte[]> record, RejectionReason reason, String sentence) {
        var text = sentence.length() <= LONGEST_SENTENCE ? sentence : sentence.substring(0, LONGEST_SENTENCE) + "…";
        record.headers().remove(HeaderNames.FORMAT).add(header(HeaderNames.FORMAT, HeaderNames.FORMAT_1));
        record.headers().remove(HeaderNames.REASON).add(header(HeaderNames.REASON, reason.word()));
        record.headers().remove(HeaderNames.ERROR).add(header(HeaderNames.ERROR, text));
    }

    /** For a delivery whose bytes turn out to be no event when they are to be kept. */
    ProducerRecord<byte[], byte[]> rejected(Ready ready, RejectionReason reason, String sentence, Instant now) {
        var record = new ProducerRecord<>(topics.rejected(), ready.key(), ready.event());
        for (var header : DeliveryHeaders.write(ready.delivery(), now)) {
            record.headers().add(header);
        }
        explain(record, reason, sentence);
        return record;
    }

    private static RecordHeader header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }
}
