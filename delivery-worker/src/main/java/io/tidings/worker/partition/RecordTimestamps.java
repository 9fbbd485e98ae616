package io.tidings.worker.partition;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.HeaderText;
import io.tidings.contract.HeaderTime;
import io.tidings.worker.schedule.TierBuffer;
import java.time.Instant;
import java.util.Optional;
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
        var written = HeaderText.of(record.headers(), HeaderNames.PARKED);
        return Optional.ofNullable(written).flatMap(HeaderTime::parsed).orElseGet(() -> appended(record));
    }
}
