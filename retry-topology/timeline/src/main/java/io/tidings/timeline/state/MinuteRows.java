package io.tidings.timeline.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.timeline.TimelineEntry;
import io.tidings.contract.timeline.TimelineEntry.DeadLetter;
import io.tidings.contract.timeline.TimelineEntry.Rejection;
import io.tidings.timeline.state.MinuteKeys.Kind;
import java.nio.ByteBuffer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Writes the store of minutes. Repeated rows replace themselves. */
record MinuteRows(KeyValueStore<Bytes, byte[]> minutes) {
    /** Stands in the row of a dead letter where others have what was delivered. */
    private static final long OVERCOME = 1;

    void put(MinuteLine minute) {
        var line = minute.line();
        minutes.put(MinuteKeys.line(minute), line.json());
        minutes.put(
                MinuteKeys.recent(line.minute(), Kind.STATS, MinuteKeys.name(minute)),
                counts(line.delivered(), line.failed(), owner(line.subscription(), line.uid())));
    }

    void put(DeadLetter letter) {
        put(
                letter,
                Kind.DEAD_LETTER,
                owner(letter.subscription(), letter.delivery().subscriptionUid()));
    }

    /** Keeps the row, because the dead letter has happened. */
    void overcome(DeadLetter letter) {
        var owner = owner(letter.subscription(), letter.delivery().subscriptionUid());
        minutes.put(key(letter, Kind.DEAD_LETTER), counts(OVERCOME, 0, owner));
    }

    private static String owner(SubscriptionKey subscription, @Nullable String uid) {
        return uid == null ? subscription.toString() : new CountedSubscription(subscription, uid).toString();
    }

    void put(Rejection rejection) {
        put(rejection, Kind.REJECTION, rejection.topic());
    }

    private void put(TimelineEntry entry, Kind kind, String owner) {
        minutes.put(key(entry, kind), counts(0, 0, owner));
    }

    private static Bytes key(TimelineEntry entry, Kind kind) {
        return MinuteKeys.recent(entry.time(), kind, EntryKeys.name(entry));
    }

    private static byte[] counts(long delivered, long failed, String owner) {
        var name = owner.getBytes(UTF_8);
        return ByteBuffer.allocate(2 * Long.BYTES + name.length)
                .putLong(delivered)
                .putLong(failed)
                .put(name)
                .array();
    }
}
