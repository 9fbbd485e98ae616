package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.runtime.kafka.NumberLogReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells a new owner of partition numbers what its former owners have counted (B-COUNT). */
public record CountsHandover(NumberLogReader reader, Topics topics) {
    private static final Logger log = LoggerFactory.getLogger(CountsHandover.class);

    Map<Integer, NumberCounts> of(Collection<Integer> numbers) {
        var newest = new HashMap<Integer, LinkedHashMap<Bytes, ConsumerRecord<byte[], byte[]>>>();
        reader.read(
                topics.counts(),
                numbers,
                record -> newest.computeIfAbsent(record.partition(), _ -> new LinkedHashMap<>())
                        .putLast(Bytes.wrap(record.key()), record));
        var table = new CountsTable();
        newest.values().forEach(ofNumber -> ofNumber.values().forEach(record -> read(record, table)));
        var counts = new HashMap<Integer, NumberCounts>();
        numbers.forEach(number -> counts.put(number, table.number(number)));
        return counts;
    }

    private static void read(ConsumerRecord<byte[], byte[]> record, CountsTable table) {
        table.read(record.partition(), record.key(), record.value())
                .ifPresent(problem -> log.warn(
                        "{}-{}@{} is ignored: {}", record.topic(), record.partition(), record.offset(), problem));
    }
}
