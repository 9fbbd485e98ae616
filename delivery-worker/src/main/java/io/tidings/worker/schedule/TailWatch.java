package io.tidings.worker.schedule;

import io.tidings.contract.ClockReading;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a partition of a tier that was read to its end out of the fetches for half of the time that a record stays
 * there: whatever is appended meanwhile is still read in time. A broker looks into every partition of every fetch, so
 * the ten tiers, nearly always empty, are ten of eleven partitions in each fetch of a worker.
 *
 * <pre>
 *         at the end for as long as two fetches take
 *   open ─────────────────────────────────────────────────> quiet
 *     ^                                                       │
 *     └──────────── half of the stay, at most a minute ───────┘
 * </pre>
 *
 * <p>Confined to the poll thread.
 */
public final class TailWatch {
    /** The least time that two fetches take: the one under way may lack the partition; the one after it has it. */
    private static final Duration SHORTEST_LOOK = Duration.ofMillis(300);

    private static final Duration LONGEST_QUIET = Duration.ofMinutes(1);

    private final Duration quiet;
    private @Nullable ClockReading atEndSince;
    private @Nullable ClockReading quietSince;

    /** @param stay how long after its append a record leaves; below a few seconds the partition is never quiet */
    public TailWatch(Duration stay) {
        var half = stay.dividedBy(2);
        quiet = half.compareTo(SHORTEST_LOOK.multipliedBy(4)) < 0
                ? Duration.ZERO
                : half.compareTo(LONGEST_QUIET) > 0 ? LONGEST_QUIET : half;
    }

    /**
     * Returns whether the partition should be fetched.
     *
     * @param wanted false if the partition is not fetched anyway, as for want of room
     * @param atEnd whether the consumer knows of no record that it has not read; just after a quiet time it knows what
     *     it knew before
     * @param longestFetch how long a fetch took lately
     */
    public boolean open(boolean wanted, BooleanSupplier atEnd, Supplier<Duration> longestFetch, ClockReading now) {
        if (!wanted) { // what was read may have to be read again, by a partition that was rewound
            atEndSince = null;
            quietSince = null;
            return false;
        }
        if (quietSince != null && now.since(quietSince).compareTo(quiet) < 0) {
            return false;
        }
        quietSince = null;
        if (quiet.isZero() || !atEnd.getAsBoolean()) {
            atEndSince = null;
            return true;
        }
        if (atEndSince == null) {
            atEndSince = now;
        }
        var looked = now.since(atEndSince);
        if (looked.compareTo(SHORTEST_LOOK) < 0
                || looked.compareTo(longestFetch.get().multipliedBy(2)) < 0) {
            return true;
        }
        atEndSince = null;
        quietSince = now;
        return false;
    }
}
