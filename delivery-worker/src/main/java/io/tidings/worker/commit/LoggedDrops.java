package io.tidings.worker.commit;

import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.verdict.DropReason;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The drops that were logged in the last hour, so that a subscription that drops everything does not fill the disk.
 * Confined to the poll thread.
 */
final class LoggedDrops {
    private static final Duration REMEMBERED = Duration.ofHours(1);

    /** The time when each was last seen, the oldest first. */
    private final Map<Drop, Instant> latest = new LinkedHashMap<>();

    private record Drop(SubscriptionKey subscription, DropReason reason) {}

    boolean first(SubscriptionKey subscription, DropReason reason, Instant now) {
        var forgotten = now.minus(REMEMBERED);
        var oldest = latest.values().iterator();
        while (oldest.hasNext() && oldest.next().isBefore(forgotten)) {
            oldest.remove();
        }
        var drop = new Drop(subscription, reason);
        boolean first = latest.remove(drop) == null;
        latest.put(drop, now);
        return first;
    }

    int size() {
        return latest.size();
    }
}
