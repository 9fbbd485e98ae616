package io.tidings.topology.source;

import io.tidings.runtime.kafka.NumberLogReader;
import java.io.IOException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.utils.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The topic {@code starts}, from which a new owner of a partition learns what former ones have written. */
record StartsLog(NumberLogReader reader, String kafkaTopic) {
    private static final Logger log = LoggerFactory.getLogger(StartsLog.class);

    /** @param positions of the group, with nothing left in a transaction of a former owner */
    Map<TopicPartition, PartitionStarts> read(Map<TopicPartition, Long> positions) {
        var newest = new HashMap<TopicPartition, Map<Bytes, StartRecord>>();
        positions.keySet().forEach(partition -> newest.put(partition, new LinkedHashMap<>()));
        reader.read(kafkaTopic, List.of(0), record -> read(record, newest));
        var starts = new HashMap<TopicPartition, PartitionStarts>();
        positions.forEach((partition, position) -> starts.put(
                partition,
                new PartitionStarts(
                        partition, newest.getOrDefault(partition, Map.of()).values(), position)));
        return starts;
    }

    private static void read(
            ConsumerRecord<byte[], byte[]> record, Map<TopicPartition, Map<Bytes, StartRecord>> newest) {
        try {
            var read = StartRecord.read(record.key(), record.value());
            var ofPartition = newest.get(read.partition());
            if (ofPartition != null) {
                ofPartition.put(Bytes.wrap(record.key()), read);
            }
        } catch (IOException e) {
            log.warn("{}-{}@{} is ignored: {}", record.topic(), record.partition(), record.offset(), e.getMessage());
        }
    }
}
