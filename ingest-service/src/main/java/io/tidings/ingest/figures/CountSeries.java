package io.tidings.ingest.figures;

import io.tidings.contract.counts.DeliveryCounts;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The counts of a subscription or a topic in each part of the last hour, day and week: rings that take the same memory
 * forever. Nothing is known of a part in which nobody looked. Not thread-safe.
 */
final class CountSeries {
    private static final int UNSEEN = -1;

    private final Map<FigurePeriod, Ring> rings = new EnumMap<>(FigurePeriod.class);

    /**
     * The counts of a part of the time.
     *
     * @param failed attempts
     * @param waiting deliveries, at the end of the part
     */
    record Counted(long matched, long delivered, long failed, long deadLettered, long dropped, long waiting) {
        Counted plus(Counted other) {
            return new Counted(
                    matched + other.matched,
                    delivered + other.delivered,
                    failed + other.failed,
                    deadLettered + other.deadLettered,
                    dropped + other.dropped,
                    waiting + other.waiting);
        }
    }

    /** The latest parts of one length. */
    private static final class Ring {
        private final FigurePeriod period;
        private final int[] matched;
        private final int[] delivered;
        private final int[] failed;
        private final int[] deadLettered;
        private final int[] dropped;
        private final int[] waiting;
        private long newest;

        Ring(FigurePeriod period) {
            this.period = period;
            matched = new int[period.parts()];
            delivered = new int[period.parts()];
            failed = new int[period.parts()];
            deadLettered = new int[period.parts()];
            dropped = new int[period.parts()];
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

        /** Forgets what the ring has no room for; a clock that was set back by less than the ring loses nothing. */
        private void move(long part) {
            boolean before = part <= newest - period.parts();
            for (long i = before ? part - period.parts() + 1 : Math.max(newest + 1, part - period.parts() + 1);
                    i <= part;
                    i++) {
                forget(slot(i));
            }
            newest = before ? part : Math.max(newest, part);
        }

        private void forget(int slot) {
            for (var counts : all()) {
                counts[slot] = 0;
            }
            waiting[slot] = UNSEEN;
        }

        private int[][] all() {
            return new int[][] {matched, delivered, failed, deadLettered, dropped, waiting};
        }

        void failed(Instant minute, long count) {
            long part = period.part(minute);
            if (isSeen(part)) {
                add(failed, slot(part), count);
            }
        }

        private boolean isSeen(long part) {
            return part <= newest && part > newest - period.parts() && waiting[slot(part)] != UNSEEN;
        }

        private int slot(long part) {
            return Math.floorMod(part, period.parts());
        }

        /** Counts that went back, as those of a lost topic do, change nothing. */
        private static void add(int[] counts, int slot, long more) {
            counts[slot] = (int) Math.min(counts[slot] + Math.max(more, 0), Integer.MAX_VALUE);
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
                    matched[slot], delivered[slot], failed[slot], deadLettered[slot], dropped[slot], waiting[slot]);
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

    /** Returns the parts up to the present one of which something is known, by their beginnings. */
    SortedMap<Instant, Counted> parts(FigurePeriod period, Instant now) {
        var ring = rings.get(period);
        return ring == null ? new TreeMap<>() : ring.parts(now);
    }

    /** Returns the bytes of all counts. */
    int bytes() {
        return rings.values().stream()
                .flatMap(ring -> Arrays.stream(ring.all()))
                .mapToInt(counts -> counts.length * Integer.BYTES)
                .sum();
    }
}
