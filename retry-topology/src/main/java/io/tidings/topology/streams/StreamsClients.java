package io.tidings.topology.streams;

import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.topology.begun.BegunOffsets;
import io.tidings.topology.match.MatchMetrics;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.KafkaClientSupplier;

/**
 * The clients of Kafka Streams, but its global consumer reports its position (decision 8), and its main consumers
 * start by the rule of all programs.
 *
 * @param logs of the events topics
 * @param loops told of every poll of a stream thread and of the global thread
 */
public record StreamsClients(
        Positions tables, PartitionLogs logs, LoopWatch loops, MatchMetrics metrics, BegunOffsets begun)
        implements KafkaClientSupplier {
    /** Called when the processors have processed all records below a position. */
    @FunctionalInterface
    public interface Positions {
        void read(String kafkaTopic, long position);
    }

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
        return new EventConsumer(settings, logs, loops, metrics, begun);
    }

    @Override
    public Consumer<byte[], byte[]> getRestoreConsumer(Map<String, Object> settings) {
        return new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    }

    @Override
    public Consumer<byte[], byte[]> getGlobalConsumer(Map<String, Object> settings) {
        return new GlobalConsumer(settings, tables, loops);
    }

    /** Confined to the global thread, which polls again when all of the last poll has been processed. */
    private static final class GlobalConsumer extends KafkaConsumer<byte[], byte[]> {
        private final Positions tables;
        private final LoopWatch loops;
        private Map<TopicPartition, OffsetAndMetadata> polled = Map.of();

        GlobalConsumer(Map<String, Object> settings, Positions tables, LoopWatch loops) {
            super(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer());
            this.tables = tables;
            this.loops = loops;
        }

        @Override
        public ConsumerRecords<byte[], byte[]> poll(Duration timeout) {
            loops.turned();
            polled.forEach((partition, next) -> tables.read(partition.topic(), next.offset()));
            polled = Map.of();
            var records = super.poll(timeout);
            polled = records.nextOffsets();
            return records;
        }
    }
}
