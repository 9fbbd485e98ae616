package io.tidings.acceptance.installation;

import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the records of Kafka topics. */
public final class KafkaRecords {
    private KafkaRecords() {}

    /** All committed records of these topics. */
    public static List<ConsumerRecord<byte[], byte[]>> of(KafkaClients clients, String... topics) {
        try (var consumer = clients.consumer(Map.of(
                "isolation.level", "read_committed", "auto.offset.reset", "earliest", "enable.auto.commit", false))) {
            var partitions = Stream.of(topics)
                    .flatMap(topic -> consumer.partitionsFor(topic).stream())
                    .map(info -> new TopicPartition(info.topic(), info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            var all = new ArrayList<ConsumerRecord<byte[], byte[]>>();
            while (partitions.stream().anyMatch(each -> consumer.position(each) < ends.get(each))) {
                consumer.poll(Duration.ofMillis(100)).forEach(all::add);
            }
            return all;
        }
    }
}
