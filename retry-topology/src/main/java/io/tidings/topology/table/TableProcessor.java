package io.tidings.topology.table;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Hands every record of a global table on, restoring and following alike.
 *
 * <p>Its state store stays empty; Streams asks for one. It never throws: a global thread that fails cannot be replaced.
 * Confined to the global thread.
 */
public final class TableProcessor implements Processor<byte[], byte[], Void, Void> {
    private static final Logger log = LoggerFactory.getLogger(TableProcessor.class);

    private final Reader reader;
    private @Nullable ProcessorContext<Void, Void> context;

    /** Takes in one record. */
    public interface Reader {
        void read(byte @Nullable [] key, Headers headers, byte @Nullable [] value, long offset);
    }

    public TableProcessor(Reader reader) {
        this.reader = reader;
    }

    @Override
    public void init(ProcessorContext<Void, Void> current) {
        context = current;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        long offset = offset();
        try {
            reader.read(record.key(), record.headers(), record.value(), offset);
        } catch (RuntimeException e) {
            log.error("the record of a table at offset {} is ignored; please report this bug", offset, e);
        }
    }

    private long offset() {
        if (context == null) {
            throw new IllegalStateException("not initialised");
        }
        return context.recordMetadata()
                .orElseThrow(() -> new IllegalStateException("a record without an offset"))
                .offset();
    }
}
