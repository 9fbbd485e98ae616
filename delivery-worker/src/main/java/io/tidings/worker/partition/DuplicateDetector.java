package io.tidings.worker.partition;

import io.tidings.contract.delivery.Delivery;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Recognises in one partition of {@code deliveries} what matching wrote again (decision 3): a topology that dies has
 * committed less than it has written, and the next one matches the same events again.
 *
 * <p>Remembered is what was written last of each partition of events, since that is all that can be written again. Time
 * is that at which the broker appended the deliveries, so that every worker finds the same in the same log. A pause
 * counts for a second at most: whatever stops the brokers for longer stops matching between writing and committing.
 *
 * <pre>
 *   appended   ... ──────[ 5 to 10 s of writing: two spells ]── newest of that partition ── up to 15 min ──> again?
 * </pre>
 *
 * <p>Whoever lets old events be matched again on purpose gets them. Offsets may be given twice (a topic was deleted, or
 * lost its end), but not for the same time of publication: only both together make a repeat.
 *
 * <p>Confined to the poll thread, once that has it.
 */
public final class DuplicateDetector {
    /** Matching commits five times a second. */
    static final long SPELL_MILLIS = 5_000;

    /** Far above the time between two commits. */
    static final long LONGEST_PAUSE_MILLIS = 1_000;

    static final long LONGEST_OUTAGE_MILLIS = 15 * 60_000;

    /** Words in memory, of which a delivery takes two. */
    private static final int MOST_OF_SPELL = 16_384;

    private static final int MOST_IN_ALL = 131_072;

    private final LinkedHashMap<EventPartition, Windows> lineages = new LinkedHashMap<>(16, 0.75f, true);
    private int words;

    /** A partition of events, whose deliveries come in its order. */
    private record EventPartition(String kafkaTopic, int partition) {}

    /** What was written of one partition of events, in this spell and the one before. */
    private static final class Windows {
        private DuplicateWindow before = new DuplicateWindow(0);
        private DuplicateWindow now = new DuplicateWindow(0);
        private long newest;
        /** How long was written, in milliseconds: pauses count for {@link #LONGEST_PAUSE_MILLIS} at most. */
        private long written;

        Windows(long appended) {
            newest = appended;
        }

        int words() {
            return before.words() + now.words();
        }

        /** All of it: else the first that is matched again on purpose would make those behind it repeats. */
        void forgetAfterOutage(long appended) {
            if (appended - newest > LONGEST_OUTAGE_MILLIS) {
                before = new DuplicateWindow(written);
                now = new DuplicateWindow(written);
                newest = appended;
            }
        }

        boolean contain(Delivery delivery) {
            return now.contains(delivery) || before.contains(delivery);
        }

        void add(Delivery delivery, long appended) {
            written += Math.clamp(appended - newest, 0, LONGEST_PAUSE_MILLIS);
            if (written - now.began() >= SPELL_MILLIS || now.words() >= MOST_OF_SPELL) {
                before = now;
                now = new DuplicateWindow(written);
            }
            newest = Math.max(newest, appended);
            now.add(delivery);
        }
    }

    /**
     * Takes notice of the next delivery in the log.
     *
     * @param appended when the broker appended it, in milliseconds
     * @return whether it was written before
     */
    public boolean repeated(Delivery delivery, long appended) {
        if (!byMatching(delivery)) {
            return false;
        }
        var spells = spells(delivery, appended);
        int before = spells.words();
        spells.forgetAfterOutage(appended);
        if (spells.contain(delivery)) {
            return true;
        }
        spells.add(delivery, appended);
        grown(spells.words() - before);
        return false;
    }

    /** A redrive begins anew on purpose. */
    private static boolean byMatching(Delivery delivery) {
        return delivery.redriven() == null && delivery.retryState().attempts() == 0;
    }

    private Windows spells(Delivery delivery, long appended) {
        var source = delivery.event().source();
        return lineages.computeIfAbsent(
                new EventPartition(source.kafkaTopic(), source.partition()), _ -> new Windows(appended));
    }

    private void grown(int by) {
        words += by;
        while (words > MOST_IN_ALL && lineages.size() > 1) {
            Map.Entry<EventPartition, Windows> idle = lineages.pollFirstEntry();
            words -= idle.getValue().words();
        }
    }
}
