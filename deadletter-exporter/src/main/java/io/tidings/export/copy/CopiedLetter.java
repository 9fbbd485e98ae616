package io.tidings.export.copy;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.record.DeadLetterHeaders;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;

/** A dead letter that goes to a Kafka topic. Pure. */
record CopiedLetter(SubscriptionKey subscription, ConsumerRecord<byte[], byte[]> record) {
    /** The headers of Kafka Connect's dead letters. */
    private static final String CONNECT = "__connect.errors.";

    /** The headers of the dead letters of Kafka's share groups. */
    private static final String SHARE_GROUP = "__dlq.errors.";

    /**
     * Returns empty for a record that does not go to the topic with this name, and for one that was appended again,
     * because its first record was copied.
     */
    static Optional<CopiedLetter> of(ConsumerRecord<byte[], byte[]> record, String name) {
        var headers = record.headers();
        return name.equalsIgnoreCase(new DeadLetterHeaders(headers).topic())
                        && headers.lastHeader(HeaderNames.DEAD_LETTER_SINCE) == null
                ? SubscriptionKey.parse(HeaderText.orEmpty(headers, HeaderNames.TOPIC) + "/"
                                + HeaderText.orEmpty(headers, HeaderNames.SUBSCRIPTION))
                        .map(subscription -> new CopiedLetter(subscription, record))
                : Optional.empty();
    }

    Instant appended() {
        return Instant.ofEpochMilli(record.timestamp());
    }

    int bytes() {
        return record.serializedKeySize() + record.serializedValueSize();
    }

    /** Returns the same record with headers that other tools for dead letters read. */
    ProducerRecord<byte[], byte[]> to(String kafkaTopic) {
        var headers = new RecordHeaders(record.headers());
        EventSource.parse(HeaderText.orEmpty(headers, HeaderNames.SOURCE)).ifPresent(source -> {
            for (var prefix : new String[] {CONNECT, SHARE_GROUP}) {
                HeaderText.set(headers, prefix + "topic", source.kafkaTopic());
                HeaderText.set(headers, prefix + "partition", Integer.toString(source.partition()));
                HeaderText.set(headers, prefix + "offset", Long.toString(source.offset()));
            }
        });
        var message = message(headers);
        HeaderText.set(headers, CONNECT + "connector.name", subscription.toString());
        HeaderText.set(headers, CONNECT + "exception.message", message);
        HeaderText.set(headers, SHARE_GROUP + "group", subscription.toString());
        HeaderText.set(headers, SHARE_GROUP + "delivery.count", attempts(headers));
        HeaderText.set(headers, SHARE_GROUP + "message", message);
        return new ProducerRecord<>(kafkaTopic, null, record.key(), record.value(), headers);
    }

    private static String message(Headers headers) {
        var outcome = HeaderText.of(headers, HeaderNames.LAST_OUTCOME);
        var status = HeaderText.of(headers, HeaderNames.LAST_STATUS);
        return HeaderText.orEmpty(headers, HeaderNames.DEAD_LETTER_REASON)
                + ", attempts: " + attempts(headers)
                + (outcome == null ? "" : ", last outcome: " + outcome)
                + (status == null ? "" : ", status: " + status);
    }

    private static String attempts(Headers headers) {
        return HeaderText.orEmpty(headers, HeaderNames.ATTEMPTS);
    }
}
