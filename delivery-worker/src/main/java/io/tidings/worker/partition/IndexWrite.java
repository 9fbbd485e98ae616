package io.tidings.worker.partition;

import io.tidings.contract.lane.HandOut;
import io.tidings.contract.lane.QueueChange;
import java.util.List;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * The records that a transaction writes to {@code waiting.index}.
 *
 * @param added deliveries that an earlier transaction has appended, which the records tell for the first time
 * @param handOuts what the records tell of receivers
 */
record IndexWrite(List<ProducerRecord<byte[], byte[]>> records, List<QueueChange> added, List<HandOut> handOuts) {
    static final IndexWrite NONE = new IndexWrite(List.of(), List.of(), List.of());

    IndexWrite {
        records = List.copyOf(records);
        added = List.copyOf(added);
        handOuts = List.copyOf(handOuts);
    }
}
