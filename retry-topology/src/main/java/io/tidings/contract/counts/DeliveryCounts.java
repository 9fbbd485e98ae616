package io.tidings.contract.counts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one subscription's deliveries since it was created.
 *
 * @param taken deliveries whose first record is finished: they have ended, or wait in the ladder
 * @param broughtBack how many of them a redrive or a replay has written
 * @param deadLettered deliveries that were given up and became dead letters
 * @param dropped deliveries that ended in any other way
 * @param lastTaken when the latest one was taken; null before the first
 * @param lastDelivered when the latest one was delivered; null before the first
 */
public record DeliveryCounts(
        long taken,
        long broughtBack,
        long delivered,
        long deadLettered,
        long dropped,
        @Nullable Instant lastTaken,
        @Nullable Instant lastDelivered) {
    public static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0, 0, 0, null, null);

    /** Returns how many are taken and have not ended. */
    public long waiting() {
        return Math.max(0, taken - delivered - deadLettered - dropped);
    }

    /** Returns how many events have matched: a delivery that was brought back is no other match. */
    public long matched() {
        return taken - broughtBack;
    }

    /** Returns this change with its time. */
    public DeliveryCounts at(Instant now) {
        return new DeliveryCounts(
                taken,
                broughtBack,
                delivered,
                deadLettered,
                dropped,
                taken > 0 ? now : null,
                delivered > 0 ? now : null);
    }

    public DeliveryCounts plus(DeliveryCounts other) {
        return new DeliveryCounts(
                taken + other.taken,
                broughtBack + other.broughtBack,
                delivered + other.delivered,
                deadLettered + other.deadLettered,
                dropped + other.dropped,
                later(lastTaken, other.lastTaken),
                later(lastDelivered, other.lastDelivered));
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
