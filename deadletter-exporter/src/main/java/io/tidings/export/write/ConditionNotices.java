package io.tidings.export.write;

import io.tidings.export.window.BlobContainer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reports what system events are about. Confined to the poll thread. */
public interface ConditionNotices {
    /** @param record of the dead-letters topic; the same may be reported again */
    void deadLetter(ConsumerRecord<byte[], byte[]> record);

    /** The storage has accepted or refused a blob, so it responds. */
    void available(BlobContainer storage);

    void unavailable(BlobContainer storage);
}
