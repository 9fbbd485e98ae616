package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Offsets without a record that counts, such as those of transactions that were aborted, are passed all the same. */
@Timeout(240)
class RangeReaderIT {
    private static final int ABORTED = 20;

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final TopicPartition partition = new TopicPartition("r" + UUID.randomUUID(), 0);

    @Test
    void whoStopsInTheMiddleOfWhatWasAbortedGoesOnBehindIt() {
        try (var admin = clients.admin()) {
            TestTopics.create(admin, new NewTopic(partition.topic(), 1, (short) 1));
        }
        write();
        long end = ABORTED + 3; // the record that counts, and two markers
        var range = new OffsetRange(partition, 0, end);
        // A fetch brings one record, so that the reader stops between two of them.
        try (var reader = RangeReader.open(clients, Map.of("max.partition.fetch.bytes", 1))) {
            reader.begin(List.of(range));
            assertThat(reader.reached(range)).isZero();
            await().until(() -> reader.poll(Duration.ofMillis(10)).isEmpty() && reader.reached(range) > 0);
            assertThat(reader.finished()).isFalse();
            assertThat(reader.reached(range)).isBetween(1L, (long) ABORTED);
            var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            await().until(() -> {
                records.addAll(reader.poll(Duration.ofMillis(100)));
                return reader.finished();
            });
            assertThat(records).hasSize(1);
            assertThat(reader.reached(range)).isEqualTo(end);
        }
    }

    private void write() {
        try (var writer = clients.producer(Map.of("transactional.id", partition.topic(), "batch.size", 0))) {
            writer.initTransactions();
            writer.beginTransaction();
            for (int i = 0; i < ABORTED; i++) {
                KafkaFutures.await(writer.send(record()), "writing");
            }
            writer.abortTransaction();
            writer.beginTransaction();
            KafkaFutures.await(writer.send(record()), "writing");
            writer.commitTransaction();
        }
    }

    private ProducerRecord<byte[], byte[]> record() {
        return new ProducerRecord<>(partition.topic(), 0, null, new byte[] {1});
    }
}
