package io.tidings.contract.health;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The counts of one subscription since it was created. A worker that is killed loses its latest counts, and may count
 * again what it had not committed.
 *
 * @param lastMatched when a worker got the latest one; null before the first
 * @param lastDelivered when the latest one was delivered; null before the first
 * @param heldByPause deliveries deferred since the subscription was paused, each counted once
 */
public record SubscriptionTotals(
        long matched,
        long delivered,
        @Nullable Instant lastMatched,
        @Nullable Instant lastDelivered,
        long heldByPause) {
    public static final SubscriptionTotals NONE = new SubscriptionTotals(0, 0, null, null, 0);

    public SubscriptionTotals {
        if (matched < 0 || delivered < 0 || heldByPause < 0) {
            throw new IllegalArgumentException(
                    matched + " matched, " + delivered + " delivered, " + heldByPause + " held by a pause");
        }
    }

    public SubscriptionTotals oneMoreMatched(Instant now) {
        return new SubscriptionTotals(matched + 1, delivered, now, lastDelivered, heldByPause);
    }

    public SubscriptionTotals oneMoreDelivered(Instant now) {
        return new SubscriptionTotals(matched, delivered + 1, lastMatched, now, heldByPause);
    }

    public SubscriptionTotals oneMoreHeld() {
        return new SubscriptionTotals(matched, delivered, lastMatched, lastDelivered, heldByPause + 1);
    }

    public SubscriptionTotals noneHeld() {
        return new SubscriptionTotals(matched, delivered, lastMatched, lastDelivered, 0);
    }
}
