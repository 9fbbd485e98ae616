package io.tidings.topology.match;

import io.tidings.runtime.kafka.PartitionLogs;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Returns the present end of a table's only partition; {@link TableProgress#UNKNOWN} if Kafka does not respond. */
public record TableEnd(Admin admin, String kafkaTopic) implements LongSupplier {
    private static final Logger log = LoggerFactory.getLogger(TableEnd.class);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    @Override
    public long getAsLong() {
        try {
            return new PartitionLogs(admin).within(PATIENCE).end(new TopicPartition(kafkaTopic, 0));
        } catch (KafkaException e) {
            log.warn("the end of {} is unknown; it is asked for again", kafkaTopic, e);
            return TableProgress.UNKNOWN;
        }
    }
}
