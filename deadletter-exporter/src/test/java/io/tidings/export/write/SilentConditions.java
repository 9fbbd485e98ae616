package io.tidings.export.write;

import io.tidings.export.window.BlobContainer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reports nothing. */
final class SilentConditions implements ConditionNotices {
    @Override
    public void deadLetter(ConsumerRecord<byte[], byte[]> record) {}

    @Override
    public void available(BlobContainer storage) {}

    @Override
    public void unavailable(BlobContainer storage) {}
}
