package io.tidings.ingest.overview;

import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TopicEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;

/**
 * The present topics and subscriptions. Facts are at most two seconds old, because several pages may ask every two
 * seconds about 10,000 of them. Thread-safe.
 */
public final class PresentSubscriptions {
    private static final Duration INTERVAL = Duration.ofSeconds(2);

    private final ResourceTable table;
    private final EndpointHealthTable health;
    private final CountsTable counts;
    private Instant read = Instant.MIN;
    private List<SubscriptionFacts> facts = List.of();

    public PresentSubscriptions(ResourceTable table, EndpointHealthTable health, CountsTable counts) {
        this.table = table;
        this.health = health;
        this.counts = counts;
    }

    Collection<TopicEntry> topics() {
        return table.topics();
    }

    synchronized List<SubscriptionFacts> at(Instant now) {
        if (!now.isBefore(read.plus(INTERVAL)) || now.isBefore(read)) {
            facts = table.subscriptions().stream().map(this::of).toList();
            read = now;
        }
        return facts;
    }

    private SubscriptionFacts of(SubscriptionEntry entry) {
        var subscription = entry.subscription();
        return new SubscriptionFacts(
                entry,
                health.of(subscription.key(), entry.uid())
                        .filter(each -> isWell(each)
                                || each.isOf(subscription.destination().endpoint()))
                        .orElse(null),
                counts.of(CountedSubscription.of(entry)).waiting());
    }

    /** Whichever endpoint it is about; to compare endpoints takes a hash. */
    private static boolean isWell(EndpointHealth health) {
        return health.probation() == null && health.consecutiveFailures() == 0;
    }
}
