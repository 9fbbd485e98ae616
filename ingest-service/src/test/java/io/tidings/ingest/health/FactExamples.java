package io.tidings.ingest.health;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.health.Probation;
import io.tidings.contract.subscription.EventFilter;
import io.tidings.contract.subscription.RetryPolicy;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.subscription.Webhook;
import io.tidings.contract.table.Pauses;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.ProvisioningState;
import io.tidings.contract.table.SubscriptionEntry;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Subscriptions of every health. */
public final class FactExamples {
    public static final Instant NOON = Instant.parse("2026-11-22T12:00:30Z");

    private static final DeliveryCounts WAITING = new DeliveryCounts(3, 0, 0, 0, 0, NOON, null);

    private FactExamples() {}

    public static SubscriptionKey key(String name) {
        return new SubscriptionKey("orders", name);
    }

    private static SubscriptionFacts facts(
            String name,
            boolean paused,
            @Nullable Instant expires,
            Provisioning provisioning,
            @Nullable EndpointHealth health) {
        var subscription = new Subscription(
                        key(name),
                        new Webhook(URI.create("https://e.example/")),
                        EventFilter.EVERYTHING,
                        null,
                        new RetryPolicy(null, null),
                        null,
                        expires,
                        List.of())
                .pausing(paused);
        return new SubscriptionFacts(
                new SubscriptionEntry(subscription, "u-" + name, provisioning, 0), health, WAITING, null);
    }

    public static SubscriptionFacts delivering(String name) {
        return facts(name, false, null, Provisioning.succeeded(null), null);
    }

    public static SubscriptionFacts expiring(String name, Instant expires) {
        return facts(name, false, expires, Provisioning.succeeded(null), null);
    }

    public static SubscriptionFacts failing(String name, int failures, @Nullable String error) {
        var health = new EndpointHealth("u-" + name, failures, LastOutcome.BUSY, null, 0, NOON).withError(error);
        return facts(name, false, null, Provisioning.succeeded(null), health);
    }

    public static SubscriptionFacts onProbation(String name, Instant since, boolean paused) {
        var probation = new Probation(since, since.plusSeconds(60), Duration.ofSeconds(60), LastOutcome.BUSY);
        var health = new EndpointHealth("u-" + name, 10, LastOutcome.BUSY, probation, 7, NOON).withError("status 503");
        return facts(name, paused, null, Provisioning.succeeded(null), health);
    }

    /** One that is paused and holds what waits. */
    public static SubscriptionFacts holding(String name, Instant since, @Nullable HoldUse use) {
        var health = new EndpointHealth("u-" + name, 0, null, null, 0, NOON).with(use);
        var facts = facts(name, true, null, Provisioning.succeeded(null), health);
        var pauses = new Pauses(List.of(new Pauses.Pause(since, null)));
        var entry = new SubscriptionEntry(
                facts.entry().subscription(), "u-" + name, facts.entry().provisioning(), 0, pauses);
        return new SubscriptionFacts(entry, health, WAITING, null);
    }

    public static SubscriptionFacts unvalidated(String name, ProvisioningState state, @Nullable String problem) {
        return facts(name, false, null, new Provisioning(state, false, NOON, null, problem, null, null), null);
    }
}
