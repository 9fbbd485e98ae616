package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.delivery.Delivery;
import io.tidings.contract.subscription.Subscription;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.dispatch.Admission.Conclude;
import io.tidings.worker.dispatch.Admission.EndpointChanged;
import io.tidings.worker.dispatch.Admission.NotConfigured;
import io.tidings.worker.dispatch.Admission.OnProbation;
import io.tidings.worker.dispatch.Admission.Paused;
import io.tidings.worker.dispatch.Admission.Send;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.verdict.Judge;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a due delivery may be sent: its subscription exists and is not paused, the event has not expired,
 * its secrets can be decrypted, its endpoint is validated and not on probation, and this worker has the certificates
 * that it names. Pure.
 *
 * @param hindrances sentences about what this worker lacks for a subscription, null for nothing
 */
record PreSendCheck(Judge judge, Function<Subscription, @Nullable String> hindrances) {
    /** @param breaker null if the known breaker belongs to a former endpoint of the subscription */
    Admission of(Delivery delivery, SubscriptionEntry entry, @Nullable EndpointBreaker breaker, ClockReading now) {
        if (!entry.uid().equals(delivery.uid())) {
            return new Conclude(judge.subscriptionDeleted(), entry);
        }
        var held = entry.pauses().within(delivery.event().published(), now.wall());
        var verdict = judge.beforeSending(delivery, entry.subscription(), held, now.wall());
        if (verdict.isPresent()) {
            return new Conclude(verdict.get(), entry);
        }
        if (entry.subscription().paused()) {
            return new Paused(entry);
        }
        if (entry.locked()) {
            return new Conclude(judge.unreadable(delivery, held, now.wall()), entry);
        }
        if (!entry.provisioning().delivers()) {
            return new Conclude(judge.notValidated(delivery, now.wall()), entry);
        }
        if (breaker == null) {
            return new EndpointChanged(entry);
        }
        var left = breaker.openFor(now);
        if (!left.isZero()) {
            return new OnProbation(entry, breaker, left);
        }
        var lacks = hindrances.apply(entry.subscription());
        return lacks == null ? new Send(entry, breaker) : new NotConfigured(entry, breaker, lacks);
    }

    /** @param unreadable whether the subscription has a record that this worker cannot read */
    Admission withoutSubscription(Delivery delivery, boolean unreadable, ClockReading now) {
        return new Conclude(
                unreadable ? judge.unreadable(delivery, Duration.ZERO, now.wall()) : judge.subscriptionDeleted(), null);
    }
}
