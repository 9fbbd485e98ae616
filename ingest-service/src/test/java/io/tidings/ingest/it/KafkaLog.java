package io.tidings.ingest.it;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** The content of the Kafka topics, read from outside. */
record KafkaLog(KafkaClients clients) {
    /** Of the broker that tests share. */
    static KafkaLog shared() {
        return new KafkaLog(KafkaClients.of(SharedBroker.get().bootstrapServers()));
    }

    long end(String topic) {
        try (var consumer = clients.consumer(Map.of())) {
            return consumer.endOffsets(partitions(topic)).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
    }

    /** The newest records of a topic, by append time. */
    List<ConsumerRecord<byte[], byte[]>> last(String topic, long count) {
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        try (var consumer = clients.consumer(Map.of())) {
            var partitions = partitions(topic);
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            var ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(100)).forEach(records::add);
            }
        }
        records.sort(Comparator.comparingLong(ConsumerRecord::timestamp));
        return records.subList((int) Math.max(0, records.size() - count), records.size());
    }

    /** Of a key, the newest last. */
    List<ConsumerRecord<byte[], byte[]>> records(String topic, String key) {
        return last(topic, Long.MAX_VALUE).stream()
                .filter(record -> key.equals(new String(record.key(), UTF_8)))
                .toList();
    }

    List<TopicPartition> partitions(String topic) {
        try (var consumer = clients.consumer(Map.of())) {
            return consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
        }
    }

    static JsonNode value(ConsumerRecord<byte[], byte[]> record) {
        return Responses.json(new String(record.value(), UTF_8));
    }

    static String header(ConsumerRecord<byte[], byte[]> record, String name) {
        return new String(record.headers().lastHeader(name).value(), UTF_8);
    }
}
