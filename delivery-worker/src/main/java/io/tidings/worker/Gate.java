package io.tidings.worker;

import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.resource.ResourceTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.lane.Origin;
import io.tidings.worker.probation.Standing.Change;
import io.tidings.worker.tier.Moment;
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
final class Gate {
    private final ResourceTable table;
    private final Standings standings;
    private final Judge judge;
    private final LateAnswers lateAnswers;
    private final Outbox outbox;
    private final Pauses pauses;

    Gate(ResourceTable table, Standings standings, Judge judge, LateAnswers lateAnswers, Outbox outbox, Pauses pauses) {
        this.table = table;
        this.standings = standings;
        this.judge = judge;
        this.lateAnswers = lateAnswers;
        this.outbox = outbox;
        this.pauses = pauses;
    }

    /** Counts an event that was matched with a subscription in force; what comes again is the same event. */
    void entered(Ready ready, Moment now) {
        var delivery = ready.delivery();
        if (ready.from().origin() == Origin.DELIVERIES
                && delivery.redriven() == null
                && table.subscription(ready.subscription())
                        .filter(entry -> entry.uid().equals(delivery.uid()))
                        .isPresent()) {
            standings.counts().matched(ready, now);
        }
    }

    /** The subscription a delivery may be sent for; null when something else has become of the delivery. */
    @Nullable
    SubscriptionEntry sendable(Ready ready, Moment now) {
        if (!ready.from().owned()) {
            return null; // another worker has it now
        }
        var delivered = lateAnswers.settled(ready);
        if (delivered != null) {
            standings.counts().delivered(ready, now);
            outbox.settled(ready, delivered);
            return null;
        }
        var key = ready.subscription();
        var entry = table.subscription(key).orElse(null);
        var verdict = beforeSending(ready, entry, now);
        if (verdict != null) {
            outbox.execute(verdict, ready, entry == null ? null : entry.subscription(), now);
            if (entry == null && verdict instanceof Drop(var reason) && reason.cancels()) {
                standings.forget(key);
            }
            return null;
        }
        standings.counts().notPaused(key);
        return entry;
    }

    private @Nullable Verdict beforeSending(Ready ready, @Nullable SubscriptionEntry entry, Moment now) {
        if (entry == null && table.problem(ready.subscription()).isPresent()) {
            return judge.unreadable(ready.delivery(), now.wall());
        }
        if (entry == null || !entry.uid().equals(ready.delivery().uid())) {
            return new Drop(DropReason.SUBSCRIPTION_DELETED);
        }
        var verdict = judge.beforeSending(ready.delivery(), entry.subscription(), now.wall());
        if (verdict.isEmpty() && entry.subscription().paused()) {
            countHeld(ready);
            return judge.paused(ready.delivery(), pauses.wait(ready.subscription(), now), now.wall());
        }
        if (verdict.isEmpty() && entry.locked()) {
            return judge.unreadable(ready.delivery(), now.wall());
        }
        if (verdict.isEmpty() && !entry.provisioning().delivers()) {
            return judge.notValidated(ready.delivery(), now.wall());
        }
        return verdict.orElse(null);
    }

    /** What comes back from its tier while the pause goes on is the same delivery. */
    private void countHeld(Ready ready) {
        var last = ready.delivery().retryState().last();
        if (last == null || last.outcome() != LastOutcome.PROBATION) {
            standings.counts().held(ready);
        }
    }

    /**
     * Puts off what is due for an endpoint on probation (B-PROB-2).
     *
     * @return false when it may be sent after all: its subscription has another endpoint by now
     */
    boolean deferForProbation(Ready ready, Moment now) {
        var entry = sendable(ready, now);
        if (entry == null) {
            return true;
        }
        var left = standings.of(entry, ready.from(), now).openFor(now);
        if (left.isZero()) {
            return false;
        }
        countDeferred(ready);
        outbox.execute(judge.onProbation(ready.delivery(), left, now.wall()), ready, entry.subscription(), now);
        return true;
    }

    private void countDeferred(Ready ready) {
        var standing = standings.known(ready.subscription());
        if (standing != null) {
            standing.deferred();
            standings.changed(ready.subscription(), Change.COUNTS);
        }
    }

    /** Puts off what its subscription's lane has no room for (B-PROB-3, decision 5). */
    void putOff(Ready ready, Moment now) {
        var entry = sendable(ready, now);
        if (entry != null) {
            outbox.execute(verdictOnExcess(ready, now), ready, entry.subscription(), now);
        }
    }

    private Verdict verdictOnExcess(Ready ready, Moment now) {
        if (standings.probing(ready.subscription())) {
            countDeferred(ready);
            return judge.behindProbe(ready.delivery(), now.wall());
        }
        return judge.overload(ready.delivery(), now.wall());
    }
}
