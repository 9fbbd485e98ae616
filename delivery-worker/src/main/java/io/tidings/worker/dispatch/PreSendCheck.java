package io.tidings.worker.dispatch;

import io.tidings.contract.ClockReading;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.attempt.LateResponses;
import io.tidings.worker.commit.VerdictExecutor;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.PolledDelivery;
import io.tidings.worker.schedule.Origin;
import io.tidings.worker.verdict.DropReason;
import io.tidings.worker.verdict.Judge;
import io.tidings.worker.verdict.Verdict;
import io.tidings.worker.verdict.Verdict.Drop;
import org.jspecify.annotations.Nullable;

/**
 * What a delivery that is due has to pass before it is sent: it is still ours, its subscription is in force, it has not
 * expired, nobody has paused it, its secrets are open, its endpoint has agreed, and no late answer has settled it. What
 * does not pass has its verdict carried out here.
 *
 * <p>Confined to the poll thread.
 */
final class PreSendCheck {
    private final ResourceTable table;
    private final EndpointBreakers breakers;
    private final Judge judge;
    private final LateResponses lateResponses;
    private final VerdictExecutor verdicts;
    private final PauseSchedule pauses;

    PreSendCheck(
            ResourceTable table,
            EndpointBreakers breakers,
            Judge judge,
            LateResponses lateResponses,
            VerdictExecutor verdicts,
            PauseSchedule pauses) {
        this.table = table;
        this.breakers = breakers;
        this.judge = judge;
        this.lateResponses = lateResponses;
        this.verdicts = verdicts;
        this.pauses = pauses;
    }

    /** Counts an event that was matched with a subscription in force; what comes again is the same event. */
    void entered(PolledDelivery polled, ClockReading now) {
        var delivery = polled.delivery();
        if (polled.from().origin() == Origin.DELIVERIES
                && delivery.redriven() == null
                && table.subscription(polled.subscription())
                        .filter(entry -> entry.uid().equals(delivery.uid()))
                        .isPresent()) {
            breakers.counts().matched(polled, now);
        }
    }

    /** The subscription a delivery may be sent for; null when something else has become of the delivery. */
    @Nullable
    SubscriptionEntry sendable(PolledDelivery polled, ClockReading now) {
        if (!polled.from().owned()) {
            return null; // another worker has it now
        }
        var delivered = lateResponses.settled(polled);
        if (delivered != null) {
            breakers.counts().delivered(polled, now);
            verdicts.settled(polled, delivered);
            return null;
        }
        var key = polled.subscription();
        var entry = table.subscription(key).orElse(null);
        var verdict = beforeSending(polled, entry, now);
        if (verdict != null) {
            verdicts.execute(verdict, polled, entry == null ? null : entry.subscription(), now);
            if (entry == null && verdict instanceof Drop(var reason) && reason.cancels()) {
                breakers.forget(key);
            }
            return null;
        }
        breakers.counts().notPaused(key);
        return entry;
    }

    private @Nullable Verdict beforeSending(
            PolledDelivery polled, @Nullable SubscriptionEntry entry, ClockReading now) {
        if (entry == null && table.problem(polled.subscription()).isPresent()) {
            return judge.unreadable(polled.delivery(), now.wall());
        }
        if (entry == null || !entry.uid().equals(polled.delivery().uid())) {
            return new Drop(DropReason.SUBSCRIPTION_DELETED);
        }
        var verdict = judge.beforeSending(polled.delivery(), entry.subscription(), now.wall());
        if (verdict.isEmpty() && entry.subscription().paused()) {
            countHeld(polled);
            return judge.paused(polled.delivery(), pauses.wait(polled.subscription(), now), now.wall());
        }
        if (verdict.isEmpty() && entry.locked()) {
            return judge.unreadable(polled.delivery(), now.wall());
        }
        if (verdict.isEmpty() && !entry.provisioning().delivers()) {
            return judge.notValidated(polled.delivery(), now.wall());
        }
        return verdict.orElse(null);
    }

    /** What comes back from its tier while the pause goes on is the same delivery. */
    private void countHeld(PolledDelivery polled) {
        var last = polled.delivery().retryState().last();
        if (last == null || last.outcome() != LastOutcome.PROBATION) {
            breakers.counts().held(polled);
        }
    }

    /**
     * Puts off what is due for an endpoint on probation (B-PROB-2).
     *
     * @return false when it may be sent after all: its subscription has another endpoint by now
     */
    boolean deferForProbation(PolledDelivery polled, ClockReading now) {
        var entry = sendable(polled, now);
        if (entry == null) {
            return true;
        }
        var left = breakers.of(entry, polled.from(), now).openFor(now);
        if (left.isZero()) {
            return false;
        }
        countDeferred(polled);
        verdicts.execute(judge.onProbation(polled.delivery(), left, now.wall()), polled, entry.subscription(), now);
        return true;
    }

    private void countDeferred(PolledDelivery polled) {
        var breaker = breakers.known(polled.subscription());
        if (breaker != null) {
            breaker.deferred();
            breakers.changed(polled.subscription(), Change.COUNTS);
        }
    }

    /** Puts off what its subscription's lane has no room for (B-PROB-3, decision 5). */
    void putOff(PolledDelivery polled, ClockReading now) {
        var entry = sendable(polled, now);
        if (entry != null) {
            verdicts.execute(verdictOnExcess(polled, now), polled, entry.subscription(), now);
        }
    }

    private Verdict verdictOnExcess(PolledDelivery polled, ClockReading now) {
        if (breakers.probing(polled.subscription())) {
            countDeferred(polled);
            return judge.behindProbe(polled.delivery(), now.wall());
        }
        return judge.overload(polled.delivery(), now.wall());
    }
}
