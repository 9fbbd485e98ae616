package io.tidings.runtime.kafka;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** Reads the committed records of ranges of offsets, with a consumer of its own. Confined to one thread. */
public final class RangeReader implements AutoCloseable {
    private static final Map<String, Object> SETTINGS = Map.of(
            "enable.auto.commit",
            false,
            "auto.offset.reset",
            "earliest", // retention or a purge may delete records during the read
            "isolation.level",
            "read_committed",
            "allow.auto.create.topics",
            false);

    private final Consumer<byte[], byte[]> consumer;
    private final Deque<OffsetRange> waiting = new ArrayDeque<>();
    private final Map<TopicPartition, OffsetRange> open = new HashMap<>();
    private int atOnce;

    private RangeReader(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** @param more settings of the consumer */
    public static RangeReader open(KafkaClients clients, Map<String, Object> more) {
        var settings = new HashMap<>(SETTINGS);
        settings.putAll(more);
        return new RangeReader(clients.consumer(settings));
    }

    /** Begins to read a range of each partition, all at once; empty ones are finished. */
    public void begin(Collection<OffsetRange> ranges) {
        begin(ranges, Integer.MAX_VALUE);
    }

    /** Begins to read one range after the other. */
    public void beginInTurn(Collection<OffsetRange> ranges) {
        begin(ranges, 1);
    }

    private void begin(Collection<OffsetRange> ranges, int most) {
        atOnce = most;
        open.clear();
        waiting.clear();
        ranges.stream().filter(range -> range.start() < range.end()).forEach(waiting::add);
        openNext();
    }

    private void openNext() {
        var opened = new ArrayList<OffsetRange>();
        while (open.size() < atOnce && !waiting.isEmpty()) {
            var next = waiting.remove();
            open.put(next.partition(), next);
            opened.add(next);
        }
        if (!opened.isEmpty()) {
            consumer.assign(open.keySet());
            consumer.resume(open.keySet());
            opened.forEach(range -> consumer.seek(range.partition(), range.start()));
        }
    }

    public boolean finished() {
        return open.isEmpty();
    }

    /** Returns the next records, of each partition in their order; none if everything is read. */
    public List<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
        if (finished()) {
            return List.of();
        }
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        for (var record : consumer.poll(patience)) {
            var range = open.get(new TopicPartition(record.topic(), record.partition()));
            if (range != null && record.offset() < range.end()) {
                records.add(record);
            }
        }
        var read = open.values().stream()
                .filter(range -> consumer.position(range.partition()) >= range.end())
                .map(OffsetRange::partition)
                .toList();
        read.forEach(open::remove);
        consumer.pause(read);
        openNext();
        return records;
    }

    /** Returns what is left to read, also behind records of open transactions. */
    public Collection<TopicPartition> left() {
        return List.copyOf(open.keySet());
    }

    /**
     * Returns the offset from which on a range is still to be read. Behind records that were aborted and markers, which are
     * no records, it is greater than that of the last record.
     *
     * @param range that {@link #begin(Collection)} was told of
     */
    public long reached(OffsetRange range) {
        return open.containsKey(range.partition())
                ? Math.min(consumer.position(range.partition()), range.end())
                : range.end();
    }

    @Override
    public void close() {
        consumer.close();
    }
}
