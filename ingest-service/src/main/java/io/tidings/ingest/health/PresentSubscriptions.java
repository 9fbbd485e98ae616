package io.tidings.ingest.health;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;

/**
 * The present topics and subscriptions. The facts of all are at most two seconds old, because several pages may ask
 * every two seconds about 10,000 of them. Thread-safe.
 */
public final class PresentSubscriptions {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final ResourceTable table;
    private final EndpointHealthTable health;
    private final CountsTable counts;
    private final RecentDeliveries recent;
    private Instant read = Instant.MIN;
    private List<SubscriptionFacts> facts = List.of();

    public PresentSubscriptions(
            ResourceTable table, EndpointHealthTable health, CountsTable counts, RecentDeliveries recent) {
        this.table = table;
        this.health = health;
        this.counts = counts;
        this.recent = recent;
    }

    /** Shows how many subscriptions have each health. */
    public void bindTo(MeterRegistry registry, InstantSource clock) {
        for (var each : SubscriptionHealth.values()) {
            Metric.SUBSCRIPTIONS.gauge(
                    registry, this, present -> present.count(each, clock.instant()), "health", each.wireName());
        }
    }

    private long count(SubscriptionHealth which, Instant now) {
        return at(now).stream().filter(each -> each.health(now) == which).count();
    }

    public Collection<TopicEntry> topics() {
        return table.topics();
    }

    public synchronized List<SubscriptionFacts> at(Instant now) {
        if (!now.isBefore(read.plus(INTERVAL)) || now.isBefore(read)) {
            facts = table.subscriptions().stream().map(each -> of(each, now)).toList();
            read = now;
        }
        return facts;
    }

    /** Returns the newest facts of one subscription. */
    public SubscriptionFacts of(SubscriptionEntry entry, Instant now) {
        var subscription = entry.subscription();
        var counted = CountedSubscription.of(entry);
        return new SubscriptionFacts(
                entry,
                health.of(subscription.key(), entry.uid())
                        .filter(each -> each.isOf(subscription.destination().endpoint()))
                        .orElse(null),
                counts.of(counted),
                recent.of(counted, now));
    }
}
