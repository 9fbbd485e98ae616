package io.tidings.worker;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.worker.group.PartitionNumberAssignor;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;

/** The consumer of a session, a static member of the group of workers. */
final class LadderConsumer {
    private LadderConsumer() {}

    /** The reason for each setting is in docs/internals/rationale.md. */
    static Consumer<byte[], byte[]> open(WorkerConfig config) {
        Map<String, Object> settings = new HashMap<>();
        settings.put("group.id", config.kafka().topics().workersGroup());
        settings.put("group.protocol", "classic");
        settings.put("group.instance.id", config.kafka().instance());
        settings.put("client.id", config.kafka().instance());
        settings.put("partition.assignment.strategy", PartitionNumberAssignor.class.getName());
        settings.put("session.timeout.ms", (int) WorkerConfig.Kafka.SESSION_TIMEOUT.toMillis());
        settings.put("heartbeat.interval.ms", 1_000);
        settings.put("retry.backoff.ms", KafkaClients.RETRY_BACKOFF_MILLIS);
        settings.put("max.poll.interval.ms", 60_000);
        settings.put("enable.auto.commit", false);
        settings.put("isolation.level", "read_committed");
        settings.put("auto.offset.reset", "none");
        settings.put("fetch.max.wait.ms", 100);
        settings.put("max.partition.fetch.bytes", 128 * 1024);
        settings.put("fetch.max.bytes", 512 * 1024);
        settings.put("max.poll.records", 100);
        settings.put("metadata.max.age.ms", KafkaClients.NEW_PARTITIONS_UNSEEN_MILLIS);
        return config.kafka().clients().consumer(settings);
    }
}
