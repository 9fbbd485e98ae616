package io.tidings.worker.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderTime;
import io.tidings.worker.tier.TierBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import org.apache.kafka.clients.consumer.ConsumerRecord;

final class RecordTimestamps implements TierBuffer.Timestamps<ConsumerRecord<byte[], byte[]>> {
    @Override
    public long offset(ConsumerRecord<byte[], byte[]> record) {
        return record.offset();
    }

    @Override
    public Instant appended(ConsumerRecord<byte[], byte[]> record) {
        return Instant.ofEpochMilli(record.timestamp());
    }

    /** An unreadable time counts as none and does not reject the record, because nothing else depends on it. */
    @Override
    public Instant written(ConsumerRecord<byte[], byte[]> record) {
        var header = record.headers().lastHeader(HeaderNames.PARKED);
        if (header == null || header.value() == null) {
            return appended(record);
        }
        try {
            return HeaderTime.parse(new String(header.value(), UTF_8));
        } catch (DateTimeException e) {
            return appended(record);
        }
    }
}
