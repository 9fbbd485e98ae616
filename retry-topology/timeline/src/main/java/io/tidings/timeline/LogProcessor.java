package io.tidings.timeline;

import io.micrometer.core.instrument.Counter;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.timeline.TimelineEntryText;
import io.tidings.timeline.state.EntryKeys;
import io.tidings.timeline.state.EntryReader;
import io.tidings.timeline.state.LogRecord;
import io.tidings.timeline.state.MinuteLine;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reduces each record of the logs to what the timeline keeps of it. Confined to one stream thread. */
final class LogProcessor implements Processor<byte[], byte[], byte[], byte[]> {
    private static final Logger log = LoggerFactory.getLogger(LogProcessor.class);

    private final EntryReader reader;
    private final Counter ignored;
    private @Nullable ProcessorContext<byte[], byte[]> context;

    /** @param ignored counts records that no release of Tidings has written */
    LogProcessor(EntryReader reader, Counter ignored) {
        this.reader = reader;
        this.ignored = ignored;
    }

    @Override
    public void init(ProcessorContext<byte[], byte[]> current) {
        context = current;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (context == null) {
            throw new IllegalStateException("not initialised");
        }
        var read = context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record that comes from no topic"));
        var position = new EventSource(read.topic(), read.partition(), read.offset());
        var reduced = reduced(new LogRecord(
                position, Instant.ofEpochMilli(record.timestamp()), record.key(), record.value(), record.headers()));
        if (reduced.isPresent()) {
            context.forward(reduced.get().withTimestamp(record.timestamp()));
        }
    }

    private Optional<Record<byte[], byte[]>> reduced(LogRecord record) {
        try {
            return Optional.of(reader.isStats(record) ? stats(record) : entry(record));
        } catch (IOException | IllegalArgumentException e) {
            ignored.increment();
            log.warn("the timeline leaves out {}, which it cannot read: {}", record.position(), e.toString());
            return Optional.empty();
        }
    }

    private Record<byte[], byte[]> entry(LogRecord record) throws IOException {
        var entry = reader.read(record);
        return record(EntryKeys.event(entry), TimelineEntryText.write(entry));
    }

    private static Record<byte[], byte[]> stats(LogRecord record) throws IOException {
        if (record.key() == null || record.value() == null) {
            throw new IOException("a line of stats without a key or a value");
        }
        var minute = MinuteLine.of(record.key(), record.value());
        return record(EntryKeys.subscription(minute.line().subscription()), minute.text());
    }

    private static Record<byte[], byte[]> record(byte[] key, byte[] value) {
        return new Record<>(key, value, 0, new RecordHeaders());
    }
}
