package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.worker.lane.Lanes;
import io.tidings.worker.tier.Moment;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is still known of subscriptions that are gone, and what is not yet shown of new ones; both are looked for now
 * and then. Confined to the poll thread.
 */
final class Leftovers {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ResourceTable table;
    private final Standings standings;
    private final WorkerMetrics metrics;
    private final Heads heads;
    private final Pauses pauses;
    private final Lanes<Ready> lanes;
    private @Nullable Moment looked;

    Leftovers(
            ResourceTable table,
            Standings standings,
            WorkerMetrics metrics,
            Heads heads,
            Pauses pauses,
            Lanes<Ready> lanes) {
        this.table = table;
        this.standings = standings;
        this.metrics = metrics;
        this.heads = heads;
        this.pauses = pauses;
        this.lanes = lanes;
    }

    /** Forgets it, when it is time to look again. */
    void forget(Moment now) {
        if (looked != null && now.since(looked).compareTo(BETWEEN_LOOKS) < 0) {
            return;
        }
        looked = now;
        Predicate<SubscriptionKey> exists = key -> table.subscription(key).isPresent();
        standings.forgetRemoved(exists);
        metrics.forgetRemoved(exists);
        table.subscriptions()
                .forEach(entry -> metrics.exists(entry.subscription().key()));
        heads.forgetRemoved(exists);
        pauses.forgetEnded(key -> table.subscription(key)
                .filter(entry -> entry.subscription().paused())
                .isPresent());
        lanes.forgetIdle(now.monotonicNanos());
    }
}
