package io.tidings.topology.match;

import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the latest record of each key in a global store, and passes every record on, both when restoring and
 * following. Never throws, because a failed global thread cannot be replaced. Confined to the global thread.
 */
public final class TableProcessor implements Processor<String, byte[], Void, Void> {
    private static final Logger log = LoggerFactory.getLogger(TableProcessor.class);

    private final String store;
    private final Reader reader;
    private @Nullable ProcessorContext<Void, Void> context;
    private @Nullable KeyValueStore<String, byte[]> latest;

    public interface Reader {
        void read(@Nullable String key, Headers headers, byte @Nullable [] value, long offset);
    }

    /** @param store the name of the global store */
    public TableProcessor(String store, Reader reader) {
        this.store = store;
        this.reader = reader;
    }

    @Override
    public void init(ProcessorContext<Void, Void> current) {
        context = current;
        latest = current.getStateStore(store);
    }

    @Override
    public void process(Record<String, byte[]> record) {
        long offset = offset();
        keep(record.key(), record.value());
        try {
            reader.read(record.key(), record.headers(), record.value(), offset);
        } catch (RuntimeException e) {
            log.error("the record of a table at offset {} is ignored; please report this bug", offset, e);
        }
    }

    private void keep(@Nullable String key, byte @Nullable [] value) {
        if (latest != null && key != null) {
            latest.put(key, value);
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
