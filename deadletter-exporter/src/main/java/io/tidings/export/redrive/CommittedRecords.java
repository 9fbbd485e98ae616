package io.tidings.export.redrive;

import io.tidings.runtime.kafka.KafkaClients;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

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

    /** @param group that stores positions; it is not joined */
    static Consumer<byte[], byte[]> consumer(KafkaClients clients, String group) {
        var settings = new HashMap<>(SETTINGS);
        settings.put("group.id", group);
        return clients.consumer(settings);
    }
}
