package io.tidings.topology.streams;

import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.MatchMetrics;
import io.tidings.topology.match.PassedMarkers;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, but its main consumers start by the rule of all programs.
 *
 * @param logs of the events topics
 * @param loops told of every poll of a stream thread
 * @param pace between two batches of events
 */
public record StreamsClients(
        PartitionLogs logs,
        LoopWatch loops,
        MatchMetrics metrics,
        BegunOffsets begun,
        PassedMarkers markers,
        AppendTimes appendTimes,
        Duration pace)
        implements KafkaClientSupplier {
    @Override
    public Admin getAdmin(Map<String, Object> settings) {
        return Admin.create(settings);
    }

    @Override
    public Producer<byte[], byte[]> getProducer(Map<String, Object> settings) {
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    @Override
    public Consumer<byte[], byte[]> getConsumer(Map<String, Object> settings) {
        return new EventConsumer(settings, logs, loops, metrics, begun, markers, appendTimes, pace);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    /** Never called, because the topology has no global table. */
    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
        return getRestoreConsumer(settings);
    }
}
