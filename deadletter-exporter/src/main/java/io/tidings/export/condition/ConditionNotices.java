package io.tidings.export.condition;

import io.tidings.export.window.Destination;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reports what system events are about. Confined to the poll thread. */
public interface ConditionNotices {
    ConditionNotices NONE = new ConditionNotices() {
        @Override
        public void deadLetter(ConsumerRecord<byte[], byte[]> record) {}

        @Override
        public void available(Destination storage) {}

        @Override
        public void unavailable(Destination storage) {}
    };

    /** @param record of the dead-letters topic; the same may be reported again */
    void deadLetter(ConsumerRecord<byte[], byte[]> record);

    /** The storage has accepted or refused a blob, so it responds. */
    void available(Destination storage);

    void unavailable(Destination storage);
}
