package io.tidings.worker.recovery;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.record.DeliveryHeaders.Read.Valid;
import io.tidings.contract.record.DeliveryReader;
import io.tidings.worker.partition.MovedRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * A search of one partition of a tier for the waiting deliveries of one subscription.
 *
 * @param uid of the subscription
 * @param from the offset to begin at
 * @param end the offset to stop at
 * @param most deliveries to find
 */
record TierScan(TopicPartition partition, SubscriptionKey key, String uid, long from, long end, int most) {
    private static final long MOST_BYTES = 4L * 1024 * 1024;
    private static final int MOST_EXAMINED = 20_000;

    /** @param to the offset after the last record examined */
    record Found(long to, List<WaitingDelivery> deliveries) {
        Found {
            deliveries = List.copyOf(deliveries);
        }
    }

    /** A scan that is under way. */
    final class Examination {
        private final DeliveryReader reader;
        private final byte[] keyBytes = key.bytes();
        private final List<WaitingDelivery> deliveries = new ArrayList<>();
        private long bytes;
        private int examined;

        Examination(DeliveryReader reader) {
            this.reader = reader;
        }

        void examine(ConsumerRecord<byte[], byte[]> record) {
            examined++;
            if (!Arrays.equals(record.key(), keyBytes) || record.value() == null) {
                return;
            }
            if (reader.read(record.headers()) instanceof Valid(var delivery)
                    && delivery.uid().equals(uid)
                    && MovedRecords.movable(record, delivery)) {
                deliveries.add(new WaitingDelivery(record, delivery));
                bytes += record.value().length;
            }
        }

        boolean full() {
            return deliveries.size() >= most || bytes >= MOST_BYTES || examined >= MOST_EXAMINED;
        }

        Found found(long to) {
            return new Found(to, deliveries);
        }
    }
}
