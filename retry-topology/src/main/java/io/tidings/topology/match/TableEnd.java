package io.tidings.topology.match;

import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Returns the present end of a table's only partition; {@link TableProgress#UNKNOWN} if Kafka does not respond. */
public record TableEnd(Admin admin, String kafkaTopic) implements LongSupplier {
    private static final Logger log = LoggerFactory.getLogger(TableEnd.class);
    private static final int PATIENCE_MS = 2000;

    @Override
    public long getAsLong() {
        var partition = new TopicPartition(kafkaTopic, 0);
        var ends = admin.listOffsets(
                Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions().timeoutMs(PATIENCE_MS));
        try {
            return KafkaFutures.await(ends.partitionResult(partition), "asking for the end of " + kafkaTopic)
                    .offset();
        } catch (KafkaException e) {
            log.warn("the end of {} is unknown; it is asked for again", kafkaTopic, e);
            return TableProgress.UNKNOWN;
        }
    }
}
