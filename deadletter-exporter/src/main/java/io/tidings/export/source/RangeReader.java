package io.tidings.export.source;

import io.tidings.runtime.kafka.KafkaClients;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** Reads the committed records of several ranges, one range after the other. Confined to one thread. */
final class RangeReader implements AutoCloseable {
    private final Consumer<byte[], byte[]> consumer;
    private final Deque<OffsetRange> left = new ArrayDeque<>();
    private @Nullable OffsetRange current;

    private RangeReader(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    static RangeReader open(KafkaClients clients) {
        return new RangeReader(CommittedRecords.consumer(clients));
    }

    Consumer<byte[], byte[]> consumer() {
        return consumer;
    }

    void begin(Collection<OffsetRange> ranges) {
        left.addAll(ranges);
        advance();
    }

    private void advance() {
        current = left.poll();
        if (current != null) {
            consumer.assign(List.of(current.partition()));
            consumer.seek(current.partition(), current.start());
        }
    }

    boolean finished() {
        return current == null;
    }

    List<ConsumerRecord<byte[], byte[]>> poll(Duration patience) {
        var range = current;
        if (range == null) {
            return List.of();
        }
        var records = new ArrayList<ConsumerRecord<byte[], byte[]>>();
        for (var record : consumer.poll(patience)) {
            if (record.offset() < range.end()) {
                records.add(record);
            }
        }
        if (consumer.position(range.partition()) >= range.end()) {
            advance();
        }
        return records;
    }

    @Override
    public void close() {
        consumer.close();
    }
}
