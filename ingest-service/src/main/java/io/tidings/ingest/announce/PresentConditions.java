package io.tidings.ingest.announce;

import io.tidings.contract.condition.ConditionTable;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.Probation;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.RequiredTopic;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.systemevent.SubscriptionCondition;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that events may be about.
 *
 * @param position up to which the topic of conditions is read
 * @param systemTopic the topic of system events, whose own subscriptions are left out
 */
public record PresentConditions(
        ResourceTable table,
        EndpointHealthTable health,
        ConditionTable conditions,
        LongSupplier position,
        RequiredTopic systemTopic) {
    List<SubscriptionCondition> subscriptions() {
        return table.subscriptions().stream()
                .filter(entry -> !entry.subscription().key().topic().equals(systemTopic.name()))
                .map(this::of)
                .toList();
    }

    private SubscriptionCondition of(SubscriptionEntry entry) {
        var subscription = entry.subscription();
        return new SubscriptionCondition(
                subscription.key(),
                entry.uid(),
                probation(entry),
                entry.provisioning(),
                subscription.expires(),
                conditions.latestDeadLetter(subscription.key(), entry.uid()).orElse(null));
    }

    private @Nullable Probation probation(SubscriptionEntry entry) {
        var subscription = entry.subscription();
        return health.of(subscription.key(), entry.uid())
                .filter(each -> each.isOf(subscription.destination().endpoint()))
                .map(EndpointHealth::probation)
                .orElse(null);
    }

    /** Returns why events cannot be published now. */
    Optional<String> problem() {
        return systemTopic.problem(table);
    }
}
