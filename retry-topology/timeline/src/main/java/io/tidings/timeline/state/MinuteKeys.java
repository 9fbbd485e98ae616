package io.tidings.timeline.state;

import io.tidings.contract.SubscriptionKey;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import org.apache.kafka.common.utils.Bytes;

/**
 * The keys of the store of minutes. The lines of one subscription lie together, and so does what all of them did in a
 * minute.
 *
 * <pre>
 *  S ‖ subscription (16) ‖ minute (8) ‖ line (12)     the line
 *  M ‖ minute (8) ‖ kind ‖ line or entry (12)         counts, owner
 * </pre>
 *
 * <p>The name of a line has the minute and the worker, so a line that is written or read again replaces itself.
 */
final class MinuteKeys {
    private static final byte LINES = 'S';
    private static final byte RECENT = 'M';
    private static final int NAME = 12;

    /** The thing that a row of a minute counts. */
    enum Kind {
        STATS('S'),
        DEAD_LETTER('D'),
        REJECTION('R');

        private final byte mark;

        Kind(char mark) {
            this.mark = (byte) mark;
        }

        private static Kind of(byte mark) {
            for (var kind : values()) {
                if (kind.mark == mark) {
                    return kind;
                }
            }
            throw new IllegalStateException("no kind of a row: " + mark);
        }
    }

    private MinuteKeys() {}

    static Bytes line(MinuteLine line) {
        var first = lines(line.line().subscription(), line.line().minute()).get();
        return Bytes.wrap(ByteBuffer.allocate(first.length + NAME)
                .put(first)
                .put(name(line))
                .array());
    }

    /** Returns the lowest key of the lines of a subscription since a minute. */
    static Bytes lines(SubscriptionKey subscription, Instant minute) {
        var owner = EntryKeys.subscription(subscription);
        return Bytes.wrap(ByteBuffer.allocate(1 + owner.length + Long.BYTES)
                .put(LINES)
                .put(owner)
                .putLong(minute.getEpochSecond())
                .array());
    }

    static byte[] name(MinuteLine line) {
        return KeyHash.of(NAME, line.key());
    }

    /** Returns the key of the line that a row counts. */
    static Bytes lineOf(Bytes recent, SubscriptionKey subscription) {
        var row = recent.get();
        var first = lines(subscription, minute(recent)).get();
        return Bytes.wrap(ByteBuffer.allocate(first.length + NAME)
                .put(first)
                .put(row, row.length - NAME, NAME)
                .array());
    }

    /** @param name distinguishes the row from others of its kind */
    static Bytes recent(Instant time, Kind kind, byte[] name) {
        return Bytes.wrap(ByteBuffer.allocate(1 + Long.BYTES + 1 + name.length)
                .put(RECENT)
                .putLong(time.truncatedTo(ChronoUnit.MINUTES).getEpochSecond())
                .put(kind.mark)
                .put(name)
                .array());
    }

    /** Returns the lowest key of all rows since a minute. */
    static Bytes recentSince(Instant minute) {
        return Bytes.wrap(ByteBuffer.allocate(1 + Long.BYTES)
                .put(RECENT)
                .putLong(minute.getEpochSecond())
                .array());
    }

    /** Returns a key behind all rows. */
    static Bytes behindRecent() {
        var last = new byte[1 + Long.BYTES];
        Arrays.fill(last, (byte) 0xFF);
        last[0] = RECENT;
        return Bytes.wrap(last);
    }

    static Instant minute(Bytes recent) {
        return Instant.ofEpochSecond(ByteBuffer.wrap(recent.get()).getLong(1));
    }

    static Kind kind(Bytes recent) {
        return Kind.of(recent.get()[1 + Long.BYTES]);
    }
}
