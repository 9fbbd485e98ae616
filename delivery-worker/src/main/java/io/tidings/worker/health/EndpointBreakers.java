package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.GoneReport;
import io.tidings.contract.health.HoldUse;
import io.tidings.contract.health.LaneHealth;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.lane.Lanes;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.schedule.LaneLimit;
import io.tidings.worker.schedule.RequestAllowance;
import io.tidings.worker.telemetry.WorkerMetrics;
import io.tidings.worker.verdict.EndpointSignal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The breakers of the endpoints of this worker's subscriptions, one for each lane. They are written down by
 * {@link HealthWriter}, and lanes take over what others have written. Confined to the poll thread.
 */
public final class EndpointBreakers {
    private static final Logger log = LoggerFactory.getLogger(EndpointBreakers.class);
    private static final RequestAllowance NEWCOMER = () -> ConcurrencyLimit.START;
    private static final Duration BETWEEN_FAILURES_TOLD = Duration.ofMinutes(1);

    private final ProbationPolicy policy;
    private final int ceiling;
    private final EndpointHealthTable writtenDown;
    private final WorkerMetrics metrics;
    private final KeptBreakers kept = new KeptBreakers();
    private final HealthWriter writer;
    private final Map<Lane, AssignedPartition> recovered = new HashMap<>();

    public EndpointBreakers(
            ProbationPolicy policy,
            int ceiling,
            EndpointHealthTable writtenDown,
            LadderRecords records,
            WorkerMetrics metrics) {
        this.policy = policy;
        this.ceiling = ceiling;
        this.writtenDown = writtenDown;
        this.metrics = metrics;
        this.writer = new HealthWriter(kept, records);
    }

    public RequestAllowance allowance(Lane lane) {
        var known = kept.of(lane);
        return known == null ? NEWCOMER : known.breaker;
    }

    @Nullable
    public EndpointBreaker known(Lane lane) {
        var known = kept.of(lane);
        return known == null ? null : known.breaker;
    }

    /** Returns the lanes whose breaker, which is kept, belongs to a former endpoint of the subscription. */
    public List<Lane> withAnotherEndpoint(SubscriptionEntry entry) {
        return kept.of(entry.subscription().key()).stream()
                .filter(each -> !each.of(entry))
                .map(KeptBreaker::lane)
                .toList();
    }

    /** Takes over how many requests the subscription may have in flight. */
    public void bounded(SubscriptionEntry entry) {
        kept.of(entry.subscription().key()).forEach(each -> each.breaker.ceiling(share(entry)));
    }

    public boolean open(Lane lane, ClockReading now) {
        var known = kept.of(lane);
        return known != null && !known.breaker.openFor(now).isZero();
    }

    public boolean probing(Lane lane) {
        var known = kept.of(lane);
        return known != null && known.breaker.probing();
    }

    /** Returns the breaker of the entry's endpoint, kept yet or not; null if another endpoint's is kept. */
    @Nullable
    public EndpointBreaker of(SubscriptionEntry entry, Lane lane, ClockReading now) {
        var known = kept.of(lane);
        if (known == null) {
            return resumed(entry, lane, now);
        }
        return known.of(entry) ? known.breaker : null;
    }

    /** @param from source of a delivery; the breaker's records are written with that partition */
    public void keep(SubscriptionEntry entry, EndpointBreaker breaker, AssignedPartition from) {
        var lane = new Lane(entry.subscription().key(), from.number());
        var known = kept.of(lane);
        if (known == null) {
            kept.put(new KeptBreaker(breaker, entry, from));
            showProbation(lane.subscription());
        } else {
            known.from = from;
            known.breaker.ceiling(share(entry));
        }
    }

    /** Returns how many requests one lane may have in flight, so that all lanes keep to the bounds (B-LANE-1, B-LIMIT). */
    private int share(SubscriptionEntry entry) {
        var extensions = entry.subscription().extensions();
        return Math.min(Lanes.share(ceiling, extensions.lanes()), LaneLimit.concurrent(extensions));
    }

    private void showProbation(SubscriptionKey key) {
        metrics.probation(key, kept.of(key).stream().anyMatch(each -> each.breaker.onProbation()));
    }

    private EndpointBreaker resumed(SubscriptionEntry entry, Lane lane, ClockReading now) {
        return writtenDown
                .of(lane, entry.uid())
                .filter(written ->
                        written.isOf(entry.subscription().destination().endpoint()))
                .map(written -> EndpointBreaker.resumed(policy, share(entry), written, now))
                .orElseGet(() -> new EndpointBreaker(policy, share(entry)));
    }

    public void renew(SubscriptionEntry entry, AssignedPartition from) {
        var lane = new Lane(entry.subscription().key(), from.number());
        var before = kept.put(new KeptBreaker(new EndpointBreaker(policy, share(entry)), entry, from));
        if (before != null && !before.breaker.pristine()) {
            log.info("{} has another endpoint, which starts healthy", lane);
            showProbation(lane.subscription());
            writer.changed(lane);
        }
    }

    /** Returns false if the subscription has another endpoint or owner by now. */
    public boolean current(Lane lane, EndpointBreaker breaker) {
        var known = kept.of(lane);
        return known != null && known.breaker == breaker;
    }

    public void countDeferred(Lane lane) {
        var known = kept.of(lane);
        if (known != null) {
            known.breaker.deferred();
            writer.changed(lane);
        }
    }

    public void changed(Lane lane, Change change) {
        var known = change == Change.NONE ? null : kept.of(lane);
        if (known == null) {
            return;
        }
        writer.changed(lane);
        if (change != Change.COUNTS) {
            known.written = null; // written at once
            if (change == Change.PROBATION_ENDED) {
                recovered.put(lane, known.from);
            }
            tell(lane, known.breaker, change);
        }
    }

    /**
     * Takes over the latest decision about the endpoint that another lane of the subscription has written (B-LANE-1).
     *
     * @param from source of deliveries of the lane that takes it over
     */
    public void takeOver(SubscriptionEntry entry, AssignedPartition from, ClockReading now) {
        var key = entry.subscription().key();
        var lane = new Lane(key, from.number());
        var breaker = of(entry, lane, now);
        if (breaker == null) {
            return; // that of a former endpoint, which the next delivery renews
        }
        var endpoint = entry.subscription().destination().endpoint();
        LaneHealth.later(writtenDown.lanes(key, entry.uid()).values(), endpoint, breaker.decided())
                .ifPresent(decision -> {
                    keep(entry, breaker, from);
                    changed(lane, breaker.takeOver(decision, now));
                });
    }

    /** Takes the lanes whose endpoints have ended a probation, and a source of their deliveries. */
    public Map<Lane, AssignedPartition> takeRecovered() {
        if (recovered.isEmpty()) {
            return Map.of();
        }
        var taken = Map.copyOf(recovered);
        recovered.clear();
        return taken;
    }

    private void tell(Lane lane, EndpointBreaker breaker, Change change) {
        showProbation(lane.subscription());
        if (change == Change.PROBATION_BEGAN) {
            log.info("the endpoint of {} is on probation: {}", lane, breaker);
        } else {
            log.info("the endpoint of {} accepts events again", lane);
        }
    }

    /** Shows and logs what this worker lacks to send anything, once until another attempt ends. */
    public void notConfigured(
            SubscriptionEntry entry, EndpointBreaker breaker, AssignedPartition from, String sentence) {
        keep(entry, breaker, from);
        if (breaker.notConfigured(sentence)) {
            var lane = new Lane(entry.subscription().key(), from.number());
            writer.changed(lane);
            log.warn("deliveries of {} wait: {}", lane, sentence);
        }
    }

    /** Judges an endpoint by an attempt; one on a former endpoint of the subscription does not count. */
    public Change ended(
            Lane lane,
            EndpointBreaker breaker,
            EndpointBreaker.Permit permit,
            EndpointSignal signal,
            ClockReading now) {
        var known = kept.of(lane);
        if (known == null || known.breaker != breaker) {
            return Change.NONE;
        }
        var change = breaker.ended(permit, signal, now);
        changed(lane, change);
        if (change == Change.COUNTS && signal instanceof EndpointSignal.Failure && breaker.failedFirst()) {
            tellFailure(known, now);
        }
        return change;
    }

    /** Reports a 410 to the owner of the subscription, which pauses it (B-GONE). */
    public void gone(Lane lane, EndpointBreaker breaker, GoneReport report) {
        if (current(lane, breaker)) {
            breaker.gone(report);
            writer.changed(lane);
        }
    }

    /** Tells how much a paused subscription uses of what it may hold (B-PAUSE). */
    public void holds(SubscriptionEntry entry, AssignedPartition from, @Nullable HoldUse use, ClockReading now) {
        var lane = new Lane(entry.subscription().key(), from.number());
        var breaker = of(entry, lane, now);
        if (breaker != null && breaker.holds(use)) { // else that of a former endpoint, which the next attempt renews
            keep(entry, breaker, from);
            writer.changed(lane);
        }
    }

    /** Logs a first failure after a success, at most once a minute for an endpoint that fails now and then. */
    private static void tellFailure(KeptBreaker known, ClockReading now) {
        if (known.told == null || now.since(known.told).compareTo(BETWEEN_FAILURES_TOLD) >= 0) {
            known.told = now;
            log.info("the endpoint of {} fails: {}", known.lane(), known.breaker.lastFailure());
        }
    }

    /** Writes the health of all lanes that changed, however recently they were written. */
    public void writeDownAll(ClockReading now) {
        writer.writeAll(now);
    }

    /** Writes the health that is due. */
    public void writeDown(ClockReading now) {
        writer.writeDue(now);
    }

    public void forgetRemoved(Predicate<SubscriptionKey> exists) {
        kept.removeIf(each -> each.from.owned() && !exists.test(each.key))
                .forEach(each -> forgotten(each.lane(), each.from));
    }

    public void forget(Lane lane) {
        var known = kept.remove(lane);
        if (known != null) {
            forgotten(lane, known.from);
        }
    }

    private void forgotten(Lane lane, AssignedPartition from) {
        noProbation(lane.subscription());
        writer.forget(lane, from);
    }

    public void forgetDisowned() {
        kept.removeIf(each -> !each.from.owned()).forEach(each -> {
            writer.disown(each.lane());
            noProbation(each.key);
        });
    }

    private void noProbation(SubscriptionKey key) {
        if (kept.of(key).isEmpty()) {
            metrics.noProbation(key);
        } else {
            showProbation(key);
        }
    }
}
