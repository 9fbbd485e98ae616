package io.tidings.worker.group;

import io.tidings.contract.Topics;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.NumberCounts;
import io.tidings.runtime.follower.Followed;
import io.tidings.runtime.kafka.NumberLogReader;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.utils.Bytes;

/** Tells a new owner of partition numbers what its former owners have counted (B-COUNT). */
record CountsHandover(NumberLogReader reader, Topics topics) {
    Map<Integer, NumberCounts> of(Collection<Integer> numbers) {
        var newest = new HashMap<Integer, LinkedHashMap<Bytes, ConsumerRecord<byte[], byte[]>>>();
        reader.read(
                topics.counts(),
                numbers,
                record -> newest.computeIfAbsent(record.partition(), _ -> new LinkedHashMap<>())
                        .putLast(Bytes.wrap(record.key()), record));
        var table = new CountsTable();
        var counted = Followed.counts(topics, 0, table).reader();
        newest.values().forEach(ofNumber -> ofNumber.values().forEach(counted::read));
        var counts = new HashMap<Integer, NumberCounts>();
        numbers.forEach(number -> counts.put(number, table.number(number)));
        return counts;
    }
}
