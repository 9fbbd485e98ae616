package io.tidings.ingest.figures;

import io.tidings.contract.counts.DeliveryCounts;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The counts of a subscription or a topic in each part of the last hour, day and week: rings that take 10 KB at most.
 * Nothing is known of a part in which nobody looked. Not thread-safe.
 */
final class CountSeries {
    private static final int UNSEEN = -1;

    private final Map<FigurePeriod, Ring> rings = new EnumMap<>(FigurePeriod.class);

    /**
     * The counts of a part of the time.
     *
     * @param failed attempts
     * @param waiting deliveries, at the end of the part
     * @param sourceLag records of the source that were not read then; null if that is unknown, or there is no source
     */
    record Counted(
            long matched,
            long delivered,
            long failed,
            long deadLettered,
            long dropped,
            long waiting,
            @Nullable Long sourceLag) {
        Counted(long matched, long delivered, long failed, long deadLettered, long dropped, long waiting) {
            this(matched, delivered, failed, deadLettered, dropped, waiting, null);
        }

        Counted plus(Counted other) {
            return new Counted(
                    matched + other.matched,
                    delivered + other.delivered,
                    failed + other.failed,
                    deadLettered + other.deadLettered,
                    dropped + other.dropped,
                    waiting + other.waiting,
                    sum(sourceLag, other.sourceLag));
        }

        private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
            if (one == null || other == null) {
                return one == null ? other : one;
            }
            return one + other;
        }
    }

    /** One figure of each part. Nothing but zeros takes no memory. */
    private static final class Counts {
        private int @Nullable [] values;

        /** Counts that went back, as those of a lost topic do, change nothing. */
        void add(int slot, long more, int parts) {
            if (more > 0) {
                set(slot, at(slot) + Math.min(more, Integer.MAX_VALUE), parts);
            }
        }

        void set(int slot, long value, int parts) {
            var known = values == null ? new int[parts] : values;
            known[slot] = (int) Math.min(value, Integer.MAX_VALUE);
            values = known;
        }

        int at(int slot) {
            return values == null ? 0 : values[slot];
        }

        void forget(int slot) {
            if (values != null) {
                values[slot] = 0;
            }
        }

        int bytes() {
            return values == null ? 0 : values.length * Integer.BYTES;
        }
    }

    /** The latest parts of one length. */
    private static final class Ring {
        private final FigurePeriod period;
        private final Counts matched = new Counts();
        private final Counts delivered = new Counts();
        private final Counts failed = new Counts();
        private final Counts deadLettered = new Counts();
        private final Counts dropped = new Counts();

        /** One more than it is, because zero is unknown. */
        private final Counts sourceLag = new Counts();

        private final int[] waiting;
        private long newest;

        Ring(FigurePeriod period) {
            this.period = period;
            waiting = new int[period.parts()];
            Arrays.fill(waiting, UNSEEN);
        }

        void seen(Instant now, DeliveryCounts before, DeliveryCounts after) {
            long part = period.part(now);
            move(part);
            int slot = slot(part);
            add(matched, slot, after.matched() - before.matched());
            add(delivered, slot, after.delivered() - before.delivered());
            add(deadLettered, slot, after.deadLettered() - before.deadLettered());
            add(dropped, slot, after.dropped() - before.dropped());
            waiting[slot] = (int) Math.min(after.waiting(), Integer.MAX_VALUE);
        }

        private void add(Counts counts, int slot, long more) {
            counts.add(slot, more, period.parts());
        }

        /** Forgets what the ring has no room for; a clock that was set back by less than the ring loses nothing. */
        private void move(long part) {
            boolean farBack = part <= newest - period.parts();
            long first = part - period.parts() + 1;
            for (long i = farBack ? first : Math.max(newest + 1, first); i <= part; i++) {
                forget(slot(i));
            }
            newest = farBack ? part : Math.max(newest, part);
        }

        private void forget(int slot) {
            all().forEach(counts -> counts.forget(slot));
            waiting[slot] = UNSEEN;
        }

        private List<Counts> all() {
            return List.of(matched, delivered, failed, deadLettered, dropped, sourceLag);
        }

        void failed(Instant minute, long count) {
            long part = period.part(minute);
            if (isSeen(part)) {
                add(failed, slot(part), count);
            }
        }

        void lagging(Instant now, long lag) {
            long part = period.part(now);
            if (isSeen(part)) {
                sourceLag.set(slot(part), lag + 1, period.parts());
            }
        }

        private boolean isSeen(long part) {
            return part <= newest && part > newest - period.parts() && waiting[slot(part)] != UNSEEN;
        }

        private int slot(long part) {
            return Math.floorMod(part, period.parts());
        }

        SortedMap<Instant, Counted> parts(Instant now) {
            var parts = new TreeMap<Instant, Counted>();
            for (var start : period.starts(now)) {
                long part = period.part(start);
                if (isSeen(part)) {
                    parts.put(start, counted(slot(part)));
                }
            }
            return parts;
        }

        private Counted counted(int slot) {
            return new Counted(
                    matched.at(slot),
                    delivered.at(slot),
                    failed.at(slot),
                    deadLettered.at(slot),
                    dropped.at(slot),
                    waiting[slot],
                    sourceLag.at(slot) == 0 ? null : (Long) (sourceLag.at(slot) - 1L));
        }

        int bytes() {
            return waiting.length * Integer.BYTES
                    + all().stream().mapToInt(Counts::bytes).sum();
        }
    }

    CountSeries() {
        for (var period : FigurePeriod.values()) {
            rings.put(period, new Ring(period));
        }
    }

    /** Adds what has changed since the last look. */
    void seen(Instant now, DeliveryCounts before, DeliveryCounts after) {
        rings.values().forEach(ring -> ring.seen(now, before, after));
    }

    /** Adds failed attempts of a minute that may be over; they are ignored if nobody looked at that time. */
    void failed(Instant minute, long count) {
        rings.values().forEach(ring -> ring.failed(minute, count));
    }

    /** Notes how many records of the source are not read now. */
    void lagging(Instant now, long lag) {
        rings.values().forEach(ring -> ring.lagging(now, lag));
    }

    /** Returns the parts up to the present one of which something is known, by their beginnings. */
    SortedMap<Instant, Counted> parts(FigurePeriod period, Instant now) {
        var ring = rings.get(period);
        return ring == null ? new TreeMap<>() : ring.parts(now);
    }

    /** Returns the bytes of all counts. */
    int bytes() {
        return rings.values().stream().mapToInt(Ring::bytes).sum();
    }
}
