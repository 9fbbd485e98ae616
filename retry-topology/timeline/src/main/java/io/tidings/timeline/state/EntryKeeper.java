package io.tidings.timeline.state;

import io.tidings.contract.event.RejectionReason;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.OfDelivery;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.contract.timeline.TimelineEntryText;
import io.tidings.timeline.state.EntryKeys.Index;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Objects;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the entries and the minutes of one partition, and what waits there. A repeated record changes nothing. Confined
 * to its thread.
 */
public final class EntryKeeper implements Processor<byte[], byte[], Void, Void> {
    /** More than an event has unless its id is used again and again. */
    private static final int MOST_OF_EVENT = 2000;

    private @Nullable KeyValueStore<Bytes, byte[]> entries;
    private @Nullable KeyValueStore<Bytes, byte[]> waiting;
    private @Nullable MinuteRows minutes;

    @Override
    public void init(ProcessorContext<Void, Void> context) {
        entries = context.getStateStore(TimelineStores.ENTRIES);
        waiting = context.getStateStore(TimelineStores.WAITING);
        minutes = new MinuteRows(context.getStateStore(TimelineStores.MINUTES));
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        if (entries == null || waiting == null || minutes == null) {
            throw new IllegalStateException("not initialised");
        }
        try {
            if (MinuteLine.isOne(record.value())) {
                minutes.put(MinuteLine.read(record.value()));
            } else {
                keep(TimelineEntryText.read(record.value()), record.value(), entries, waiting, minutes);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e); // only this program writes the repartition topic
        }
    }

    private static void keep(
            TimelineEntry entry,
            byte[] text,
            KeyValueStore<Bytes, byte[]> entries,
            KeyValueStore<Bytes, byte[]> waiting,
            MinuteRows minutes)
            throws IOException {
        switch (entry) {
            case Attempt attempt -> {
                put(attempt, attempt.subscription().toString(), text, Index.ATTEMPTS, entries);
                waitOrEnd(attempt, entries, waiting);
                if (attempt.line().result().outcome() == null) {
                    overcomeLate(attempt, entries, minutes);
                }
                overcomeFormer(attempt, entries, minutes);
            }
            case DeadLetter letter -> {
                waiting.delete(EntryKeys.waiting(letter));
                // A letter that was appended again is the same one.
                if (entries.get(EntryKeys.entry(letter)) == null) {
                    minutes.put(letter);
                    put(letter, letter.subscription().toString(), text, Index.DEAD_LETTERS, entries);
                    overcomeFormer(letter, entries, minutes);
                }
            }
            case Rejection rejection -> {
                if (!rejection.reason().equals(RejectionReason.DUPLICATE.wireName())) { // it needs nobody
                    minutes.put(rejection);
                }
                put(rejection, rejection.topic(), text, Index.REJECTIONS, entries);
            }
            case Export _ -> entries.put(EntryKeys.entry(entry), text);
        }
    }

    /** A success that comes after the dead letter of the same delivery. */
    private static void overcomeLate(Attempt success, KeyValueStore<Bytes, byte[]> entries, MinuteRows minutes)
            throws IOException {
        var letter = entries.get(EntryKeys.deadLetter(success.subscription(), success.delivery()));
        if (letter != null && TimelineEntryText.read(letter) instanceof DeadLetter known) {
            minutes.overcome(known);
        }
    }

    /** The dead letters of a delivery before it was brought back need nobody any more. */
    private static void overcomeFormer(OfDelivery entry, KeyValueStore<Bytes, byte[]> entries, MinuteRows minutes)
            throws IOException {
        if (entry.delivery().redriven() == 0) {
            return;
        }
        try (var all = entries.prefixScan(
                EntryKeys.entries(EntryKeys.event(entry)), Serdes.Bytes().serializer())) {
            for (int read = 0; all.hasNext() && read < MOST_OF_EVENT; read++) {
                if (TimelineEntryText.read(all.next().value) instanceof DeadLetter letter
                        && isFormer(letter.delivery(), entry.delivery())
                        && letter.subscription().equals(entry.subscription())) {
                    minutes.overcome(letter);
                }
            }
        }
    }

    private static boolean isFormer(LoggedDelivery letter, LoggedDelivery later) {
        return letter.redriven() < later.redriven()
                && letter.source().equals(later.source())
                && Objects.equals(letter.subscriptionUid(), later.subscriptionUid());
    }

    private static void put(
            TimelineEntry entry, String owner, byte[] text, Index index, KeyValueStore<Bytes, byte[]> entries) {
        var key = EntryKeys.entry(entry);
        entries.put(key, text);
        entries.put(EntryKeys.row(index, owner, entry), EntryKeys.eventOf(key));
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
