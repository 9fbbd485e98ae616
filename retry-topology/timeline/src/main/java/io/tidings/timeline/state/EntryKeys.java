package io.tidings.timeline.state;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.Attempt;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Export;
import io.tidings.contract.timeline.TimelineEntry.OfDelivery;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the entries and of what waits. Entries of one event lie together; the index of a subscription or a topic
 * is ordered by time, the newest first.
 *
 * <pre>
 *  entries   E ‖ event (16) ‖ entry (12)                                   the entry
 *            A | D ‖ subscription (16) ‖ inverted time (8) ‖ entry (12)    the event (16)
 *            R ‖ topic (16) ‖ inverted time (8) ‖ entry (12)               the event (16)
 *  waiting   subscription (16) ‖ event (16) ‖ delivery (12)                due, published, …
 * </pre>
 *
 * <p>A repeated record has the key of the first one, so it replaces it.
 */
public final class EntryKeys {
    private static final int NAME = 16;
    private static final int ENTRY = 12;
    private static final int TIME = Long.BYTES;
    private static final byte EVENTS = 'E';

    /** An index of a subscription, or of a topic. */
    public enum Index {
        ATTEMPTS('A'),
        DEAD_LETTERS('D'),
        REJECTIONS('R');

        private final byte first;

        Index(char first) {
            this.first = (byte) first;
        }
    }

    private EntryKeys() {}

    /** The key of an event in the repartition topic. */
    public static byte[] event(String topic, String eventId) {
        return KeyHash.of(NAME, topic, eventId);
    }

    /** The key of an entry in the repartition topic. An event without an id is found by its record. */
    public static byte[] event(TimelineEntry entry) {
        return event(entry.topic(), entry.eventId().isEmpty() ? entry.source().toString() : entry.eventId());
    }

    /** The key of a subscription in the repartition topic. */
    public static byte[] subscription(SubscriptionKey key) {
        return owner(key.toString());
    }

    /** Returns the partition of a key of the repartition topic. */
    public static int partition(byte[] key, int partitions) {
        return (ByteBuffer.wrap(key).getInt() & Integer.MAX_VALUE) % partitions;
    }

    /** Returns the beginning of the keys of all entries of an event. */
    public static Bytes entries(byte[] event) {
        return Bytes.wrap(ByteBuffer.allocate(1 + NAME).put(EVENTS).put(event).array());
    }

    static Bytes entry(TimelineEntry entry) {
        return entry(event(entry), name(entry));
    }

    private static Bytes entry(byte[] event, byte[] name) {
        return Bytes.wrap(ByteBuffer.allocate(1 + NAME + ENTRY)
                .put(EVENTS)
                .put(event)
                .put(name)
                .array());
    }

    /** The key of the dead letter that ends a delivery. */
    static Bytes deadLetter(SubscriptionKey subscription, LoggedDelivery delivery) {
        return entry(event(subscription.topic(), delivery.eventId()), deadLetterName(subscription, delivery));
    }

    /** Returns the event of an entry's key. */
    static byte[] eventOf(Bytes entry) {
        return Arrays.copyOfRange(entry.get(), 1, 1 + NAME);
    }

    /** The key of the entry that a row of an index is about. */
    static Bytes entry(Bytes row, byte[] event) {
        var key = row.get();
        return entry(event, Arrays.copyOfRange(key, key.length - ENTRY, key.length));
    }

    /** @param owner a subscription or a topic */
    static Bytes row(Index index, String owner, TimelineEntry entry) {
        return Bytes.wrap(ByteBuffer.allocate(1 + NAME + TIME + ENTRY)
                .put(index.first)
                .put(owner(owner))
                .putLong(inverted(entry.time()))
                .put(name(entry))
                .array());
    }

    /** Returns the lowest key of the rows up to a time. */
    static Bytes firstRow(Index index, String owner, Instant newest) {
        return Bytes.wrap(ByteBuffer.allocate(1 + NAME + TIME)
                .put(index.first)
                .put(owner(owner))
                .putLong(inverted(newest))
                .array());
    }

    /** Returns a key behind all rows since a time. */
    static Bytes lastRow(Index index, String owner, Instant oldest) {
        var first = firstRow(index, owner, oldest).get();
        var last = Arrays.copyOf(first, first.length + ENTRY);
        Arrays.fill(last, first.length, last.length, (byte) 0xFF);
        return Bytes.wrap(last);
    }

    /** Returns the key of the row at a position. */
    static Bytes rowAt(Index index, String owner, String position) {
        var rest = HexFormat.of().parseHex(position);
        return Bytes.wrap(ByteBuffer.allocate(1 + NAME + rest.length)
                .put(index.first)
                .put(owner(owner))
                .put(rest)
                .array());
    }

    /** Returns the part of a row's key that orders the rows of all partitions. */
    static String position(Bytes row) {
        return HexFormat.of().formatHex(row.get(), 1 + NAME, row.get().length);
    }

    /** Returns the beginning of the keys of all waiting deliveries of a subscription. */
    static Bytes waiting(SubscriptionKey subscription) {
        return Bytes.wrap(subscription(subscription));
    }

    static Bytes waiting(OfDelivery entry) {
        return Bytes.wrap(ByteBuffer.allocate(NAME + NAME + ENTRY)
                .put(subscription(entry.subscription()))
                .put(event(entry))
                .put(KeyHash.of(ENTRY, parts("W", entry.subscription(), entry.delivery())))
                .array());
    }

    private static byte[] owner(String name) {
        return KeyHash.of(NAME, name);
    }

    private static long inverted(Instant time) {
        return Long.MAX_VALUE - time.toEpochMilli();
    }

    /** Two attempts of the same number may be different ones: a worker that crashed has made one twice. */
    static byte[] name(TimelineEntry entry) {
        return switch (entry) {
            case Attempt(var subscription, var line) ->
                KeyHash.of(
                        ENTRY,
                        parts(
                                "A",
                                subscription,
                                line.delivery(),
                                Integer.toString(line.attempt()),
                                line.ended().toString(),
                                String.valueOf(line.result().outcome())));
            case DeadLetter letter -> deadLetterName(letter.subscription(), letter.delivery());
            case Export(var subscription, var line) ->
                KeyHash.of(
                        ENTRY,
                        parts(
                                "X",
                                subscription,
                                line.delivery(),
                                line.deadLetter().toString()));
            case Rejection rejection ->
                KeyHash.of(ENTRY, "R", rejection.source().toString(), rejection.error());
        };
    }

    private static byte[] deadLetterName(SubscriptionKey subscription, LoggedDelivery delivery) {
        return KeyHash.of(ENTRY, parts("D", subscription, delivery));
    }

    private static String[] parts(String kind, SubscriptionKey subscription, LoggedDelivery delivery, String... more) {
        var all = new String[6 + more.length];
        all[0] = kind;
        all[1] = subscription.toString();
        all[2] = String.valueOf(delivery.subscriptionUid());
        all[3] = delivery.source().toString();
        all[4] = Integer.toString(delivery.redriven());
        all[5] = String.valueOf(delivery.published()); // a redrive and a replay may have the same number
        System.arraycopy(more, 0, all, 6, more.length);
        return all;
    }
}
