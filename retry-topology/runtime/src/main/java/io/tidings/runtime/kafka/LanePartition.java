package io.tidings.runtime.kafka;

import io.tidings.contract.lane.Lanes;
import java.util.function.IntSupplier;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The partition that a delivery is written to: that of its lane (B-LANE-1). */
public final class LanePartition {
    private LanePartition() {}

    /**
     * Returns the record with the partition of a lane. Lane 0 is left to Kafka's partitioner.
     *
     * @param delivery whose key is that of the subscription
     * @param partitions the present number of partitions of the record's topic
     */
    public static ProducerRecord<byte[], byte[]> of(
            ProducerRecord<byte[], byte[]> delivery, int lane, IntSupplier partitions) {
        return lane == 0
                ? delivery
                : new ProducerRecord<>(
                        delivery.topic(),
                        Lanes.number(delivery.key(), lane, partitions.getAsInt()),
                        delivery.timestamp(),
                        delivery.key(),
                        delivery.value(),
                        delivery.headers());
    }
}
