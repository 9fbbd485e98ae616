package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.table.ResourceTable;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.FairScheduler;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What is still known of subscriptions that are gone, and what is not yet shown of new ones; both are looked for now
 * and then. Confined to the poll thread.
 */
final class SubscriptionCleanup {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

    private final ResourceTable table;
    private final EndpointBreakers breakers;
    private final WorkerMetrics metrics;
    private final RequestTemplates templates;
    private final PauseSchedule pauses;
    private final FairScheduler<PolledDelivery> scheduler;
    private @Nullable ClockReading looked;

    SubscriptionCleanup(
            ResourceTable table,
            EndpointBreakers breakers,
            WorkerMetrics metrics,
            RequestTemplates templates,
            PauseSchedule pauses,
            FairScheduler<PolledDelivery> scheduler) {
        this.table = table;
        this.breakers = breakers;
        this.metrics = metrics;
        this.templates = templates;
        this.pauses = pauses;
        this.scheduler = scheduler;
    }

    /** Forgets it, when it is time to look again. */
    void forget(ClockReading now) {
        if (looked != null && now.since(looked).compareTo(BETWEEN_LOOKS) < 0) {
            return;
        }
        looked = now;
        Predicate<SubscriptionKey> exists = key -> table.subscription(key).isPresent();
        breakers.forgetRemoved(exists);
        metrics.forgetRemoved(exists);
        table.subscriptions()
                .forEach(entry -> metrics.exists(entry.subscription().key()));
        templates.forgetRemoved(exists);
        pauses.forgetEnded(key -> table.subscription(key)
                .filter(entry -> entry.subscription().paused())
                .isPresent());
        scheduler.forgetIdle(now.monotonicNanos());
    }
}
