package io.tidings.ingest.timeline;

import io.tidings.contract.delivery.EventSource;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** The record of an event, which is still retained. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record RetainedRecord(
        EventSource position, Instant appended, byte @Nullable [] key, Headers headers, byte @Nullable [] value) {
    public static RetainedRecord of(ConsumerRecord<byte[], byte[]> record) {
        return new RetainedRecord(
                new EventSource(record.topic(), record.partition(), record.offset()),
                Instant.ofEpochMilli(record.timestamp()),
                record.key(),
                record.headers(),
                record.value());
    }
}
