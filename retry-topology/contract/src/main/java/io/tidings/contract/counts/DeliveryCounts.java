package io.tidings.contract.counts;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one subscription's deliveries since it was created, and its concurrency limit.
 *
 * @param taken deliveries whose first record is finished: they have ended, or wait in the ladder
 * @param broughtBack how many of them a redrive or a replay has written
 * @param deadLettered deliveries that were given up and became dead letters
 * @param dropped deliveries that ended in any other way
 * @param lastTaken when the latest one was taken; null before the first
 * @param lastDelivered when the latest one was delivered; null before the first
 * @param concurrencyLimit how many requests the endpoint might get at once, of all lanes together; 0 if unknown
 */
public record DeliveryCounts(
        long taken,
        long broughtBack,
        long delivered,
        long deadLettered,
        long dropped,
        @Nullable Instant lastTaken,
        @Nullable Instant lastDelivered,
        int concurrencyLimit) {
    public static final DeliveryCounts NONE = new DeliveryCounts(0, 0, 0, 0, 0, null, null);

    public DeliveryCounts(
            long taken,
            long broughtBack,
            long delivered,
            long deadLettered,
            long dropped,
            @Nullable Instant lastTaken,
            @Nullable Instant lastDelivered) {
        this(taken, broughtBack, delivered, deadLettered, dropped, lastTaken, lastDelivered, 0);
    }

    /** Returns how many are taken and have not ended. */
    public long waiting() {
        return Math.max(0, taken - delivered - deadLettered - dropped);
    }

    /** Returns whether the latest delivery has ended, and not with a success. */
    public boolean latestWasGivenUp() {
        return lastTaken != null && waiting() == 0 && (lastDelivered == null || lastDelivered.isBefore(lastTaken));
    }

    /** Returns how many events have matched: a delivery that was brought back is no other match. */
    public long matched() {
        return taken - broughtBack;
    }

    /** Returns this change with its time, and with what it adds to the concurrency limit. */
    public DeliveryCounts at(Instant now, int moreAtOnce) {
        return new DeliveryCounts(
                taken,
                broughtBack,
                delivered,
                deadLettered,
                dropped,
                taken > 0 ? now : null,
                delivered > 0 ? now : null,
                moreAtOnce);
    }

    public DeliveryCounts plus(DeliveryCounts other) {
        return new DeliveryCounts(
                taken + other.taken,
                broughtBack + other.broughtBack,
                delivered + other.delivered,
                deadLettered + other.deadLettered,
                dropped + other.dropped,
                later(lastTaken, other.lastTaken),
                later(lastDelivered, other.lastDelivered),
                concurrencyLimit + other.concurrencyLimit);
    }

    /** Returns whether the latest of these was counted before a time. */
    public boolean isBefore(Instant time) {
        var last = later(lastTaken, lastDelivered);
        return last == null || last.isBefore(time);
    }

    private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.isAfter(other) ? one : other;
    }
}
