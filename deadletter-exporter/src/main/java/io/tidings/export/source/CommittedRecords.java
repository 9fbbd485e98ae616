package io.tidings.export.source;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;

/** Opens consumers that read committed records of partitions of their choice. */
public final class CommittedRecords {
    private static final Map<String, Object> SETTINGS = Map.of(
            "enable.auto.commit",
            false,
            "auto.offset.reset",
            "earliest", // retention may delete records during the read
            "isolation.level",
            "read_committed",
            "allow.auto.create.topics",
            false,
            "max.poll.records",
            100);

    private CommittedRecords() {}

    public static Consumer<byte[], byte[]> consumer(KafkaClients clients) {
        return clients.consumer(SETTINGS);
    }

    /**
     * Returns the end of a log behind the records of open transactions: only a consumer that has come so far knows all
     * that was committed before.
     */
    public static long end(Admin admin, TopicPartition partition) {
        var ends = admin.listOffsets(
                Map.of(partition, OffsetSpec.latest()), new ListOffsetsOptions(IsolationLevel.READ_UNCOMMITTED));
        return KafkaFutures.await(ends.partitionResult(partition), "asking for the end of " + partition)
                .offset();
    }
}
