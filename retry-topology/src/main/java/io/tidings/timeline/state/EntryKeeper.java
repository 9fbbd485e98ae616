package io.tidings.timeline.state;

import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineEntryText;
import io.tidings.timeline.state.EntryKeys.Index;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Keeps the entries of one partition and what waits there. A repeated entry changes nothing. Confined to its thread. */
public final class EntryKeeper implements Processor<byte[], byte[], Void, Void> {
    private @Nullable KeyValueStore<Bytes, byte[]> entries;
    private @Nullable KeyValueStore<Bytes, byte[]> waiting;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        entries = context.getStateStore(TimelineStores.ENTRIES);
        waiting = context.getStateStore(TimelineStores.WAITING);
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (entries == null || waiting == null) {
            throw new IllegalStateException("not initialised");
        }
        keep(read(record.value()), record.value(), entries, waiting);
    }

    /** Only this program writes the repartition topic. */
    private static TimelineEntry read(byte[] text) {
        try {
            return TimelineEntryText.read(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void keep(
            TimelineEntry entry,
            byte[] text,
            KeyValueStore<Bytes, byte[]> entries,
            KeyValueStore<Bytes, byte[]> waiting) {
        switch (entry) {
            case Attempt attempt -> {
                put(attempt, text, Index.ATTEMPTS, entries);
                waitOrEnd(attempt, entries, waiting);
            }
            case DeadLetter letter -> {
                waiting.delete(EntryKeys.waiting(letter));
                // A letter that was appended again is the same one.
                if (entries.get(EntryKeys.entry(letter)) == null) {
                    put(letter, text, Index.DEAD_LETTERS, entries);
                }
            }
            case Export _, Rejection _ -> entries.put(EntryKeys.entry(entry), text);
        }
    }

    private static void put(
            TimelineEntry.OfDelivery entry, byte[] text, Index index, KeyValueStore<Bytes, byte[]> entries) {
        var key = EntryKeys.entry(entry);
        entries.put(key, text);
        entries.put(EntryKeys.row(index, entry), EntryKeys.eventOf(key));
    }

    /** A dead letter may have come before, because it is in another log. */
    private static void waitOrEnd(
            Attempt attempt, KeyValueStore<Bytes, byte[]> entries, KeyValueStore<Bytes, byte[]> waiting) {
        var key = EntryKeys.waiting(attempt);
        var line = attempt.line();
        var next = PendingDelivery.after(line);
        if (next.isPresent()) {
            if (entries.get(EntryKeys.deadLetter(attempt.subscription(), line.delivery())) == null) {
                waiting.put(key, next.get().bytes());
            }
        } else if (line.consequence() != null || line.result().outcome() == null) {
            waiting.delete(key);
        }
    }
}
