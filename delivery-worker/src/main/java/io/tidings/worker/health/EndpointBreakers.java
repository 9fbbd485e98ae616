package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.health.EndpointBreaker.Change;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.schedule.RequestAllowance;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The breakers of the endpoints of this worker's subscriptions. They are written down (B-PROB-4): the begin and the
 * end of a probation with the next transaction, mere numbers at most once a second. Confined to the poll thread.
 */
public final class EndpointBreakers {
    private static final Logger log = LoggerFactory.getLogger(EndpointBreakers.class);
    private static final Duration BETWEEN_NUMBERS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_FAILURES_TOLD = Duration.ofMinutes(1);

    private final ProbationPolicy policy;
    private final int ceiling;
    private final RequestAllowance newcomer;
    private final EndpointHealthTable writtenDown;
    private final LadderRecords records;
    private final WorkerMetrics metrics;
    private final Map<SubscriptionKey, KeptBreaker> kept = new HashMap<>();
    private final Set<SubscriptionKey> unwritten = new HashSet<>();
    private final EventCounts counts;
    private final Map<SubscriptionKey, AssignedPartition> recovered = new HashMap<>();

    public EndpointBreakers(
            ProbationPolicy policy,
            int ceiling,
            EndpointHealthTable writtenDown,
            LadderRecords records,
            WorkerMetrics metrics) {
        this.policy = policy;
        this.ceiling = ceiling;
        this.newcomer = EndpointBreaker.newcomer();
        this.writtenDown = writtenDown;
        this.records = records;
        this.metrics = metrics;
        this.counts = new EventCounts(writtenDown);
    }

    public EventCounts counts() {
        return counts;
    }

    public RequestAllowance allowance(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? newcomer : known.breaker;
    }

    @Nullable
    public EndpointBreaker known(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? null : known.breaker;
    }

    /** Returns whether the breaker that is kept belongs to a former endpoint of the subscription. */
    public boolean anotherEndpoint(SubscriptionEntry entry) {
        var known = kept.get(entry.subscription().key());
        return known != null && !known.of(entry);
    }

    public boolean open(SubscriptionKey key, ClockReading now) {
        var known = kept.get(key);
        return known != null && !known.breaker.openFor(now).isZero();
    }

    public boolean probing(SubscriptionKey key) {
        var known = kept.get(key);
        return known != null && known.breaker.probing();
    }

    /** Returns the breaker of the entry's endpoint, kept yet or not; null if another endpoint's is kept. */
    @Nullable
    public EndpointBreaker of(SubscriptionEntry entry, ClockReading now) {
        var known = kept.get(entry.subscription().key());
        if (known == null) {
            return resumed(entry, now);
        }
        return known.of(entry) ? known.breaker : null;
    }

    /** @param from source of a delivery; the breaker's records are written with that partition */
    public void keep(SubscriptionEntry entry, EndpointBreaker breaker, AssignedPartition from) {
        var key = entry.subscription().key();
        var known = kept.get(key);
        if (known == null) {
            kept.put(key, new KeptBreaker(breaker, entry, from));
            metrics.probation(key, breaker.onProbation());
        } else {
            known.from = from;
        }
    }

    private EndpointBreaker resumed(SubscriptionEntry entry, ClockReading now) {
        return writtenDown
                .of(entry.subscription().key(), entry.uid())
                .filter(written ->
                        written.isOf(entry.subscription().destination().endpoint()))
                .map(written -> EndpointBreaker.resumed(policy, ceiling, written, now))
                .orElseGet(() -> new EndpointBreaker(policy, ceiling));
    }

    public void renew(SubscriptionEntry entry, AssignedPartition from) {
        var key = entry.subscription().key();
        var before = kept.put(key, new KeptBreaker(new EndpointBreaker(policy, ceiling), entry, from));
        if (before != null && !before.breaker.pristine()) {
            log.info("{} has another endpoint, which starts healthy", key);
            metrics.probation(key, false);
            unwritten.add(key);
        }
    }

    /** Returns false if the subscription has another endpoint or owner by now. */
    public boolean current(SubscriptionKey key, EndpointBreaker breaker) {
        var known = kept.get(key);
        return known != null && known.breaker == breaker;
    }

    public void countDeferred(SubscriptionKey key) {
        var known = kept.get(key);
        if (known != null) {
            known.breaker.deferred();
            unwritten.add(key);
        }
    }

    public void changed(SubscriptionKey key, Change change) {
        var known = change == Change.NONE ? null : kept.get(key);
        if (known == null) {
            return;
        }
        unwritten.add(key);
        if (change != Change.COUNTS) {
            known.written = null; // written at once
            if (change == Change.PROBATION_ENDED) {
                recovered.put(key, known.from);
            }
            tell(key, known.breaker, change);
        }
    }

    /** Takes the subscriptions whose endpoints have ended a probation, and a source of their deliveries. */
    public Map<SubscriptionKey, AssignedPartition> takeRecovered() {
        if (recovered.isEmpty()) {
            return Map.of();
        }
        var taken = Map.copyOf(recovered);
        recovered.clear();
        return taken;
    }

    private void tell(SubscriptionKey key, EndpointBreaker breaker, Change change) {
        metrics.probation(key, change == Change.PROBATION_BEGAN);
        if (change == Change.PROBATION_BEGAN) {
            log.info("the endpoint of {} is on probation: {}", key, breaker);
        } else {
            log.info("the endpoint of {} accepts events again", key);
        }
    }

    /** Shows and logs what this worker lacks to send anything, once until another attempt ends. */
    public void notConfigured(
            SubscriptionEntry entry, EndpointBreaker breaker, AssignedPartition from, String sentence) {
        keep(entry, breaker, from);
        if (breaker.notConfigured(sentence)) {
            var key = entry.subscription().key();
            unwritten.add(key);
            log.warn("deliveries of {} wait: {}", key, sentence);
        }
    }

    /** Logs a first failure after a success, at most once a minute for an endpoint that fails now and then. */
    public void tellFailure(SubscriptionKey key, ClockReading now) {
        var known = kept.get(key);
        if (known != null && (known.told == null || now.since(known.told).compareTo(BETWEEN_FAILURES_TOLD) >= 0)) {
            known.told = now;
            log.info("the endpoint of {} fails: {}", key, known.breaker.lastFailure());
        }
    }

    public void writeDownAll(ClockReading now) {
        unwritten.forEach(key -> {
            var known = kept.get(key);
            if (known != null) {
                known.written = null;
            }
        });
        writeDown(now);
        counts.all().forEach(counted -> writeDown(counted, now));
    }

    public void writeDown(ClockReading now) {
        if (!unwritten.isEmpty()) {
            unwritten.removeIf(key -> {
                var known = kept.get(key);
                return known == null || !known.from.owned() || written(key, known, now);
            });
        }
        counts.due(now).forEach(counted -> writeDown(counted, now));
    }

    /** The counts of a subscription are written even if its endpoint has no breaker. */
    private void writeDown(EventCounts.Counted counted, ClockReading now) {
        var known = kept.get(counted.key());
        var health = known != null && known.uid.equals(counted.uid())
                ? known.breaker.written(known.uid, now.wall()).of(known.endpoint)
                : writtenDown
                        .of(counted.key(), counted.uid())
                        .orElseGet(() -> new EndpointHealth(counted.uid(), 0, null, null, 0, now.wall()));
        note(counted.key(), counted.from(), health.with(counted.totals()), now);
    }

    private void note(SubscriptionKey key, AssignedPartition from, EndpointHealth health, ClockReading now) {
        counts.written(key, now);
        from.alsoWrite(records.health(key, from.number(), health));
    }

    private boolean written(SubscriptionKey key, KeptBreaker known, ClockReading now) {
        if (known.written != null && now.since(known.written).compareTo(BETWEEN_NUMBERS) < 0) {
            return false;
        }
        known.written = now;
        var health = known.breaker.written(known.uid, now.wall()).of(known.endpoint);
        note(key, known.from, health.with(counts.of(key, known.uid)), now);
        return true;
    }

    public void forgetRemoved(Predicate<SubscriptionKey> exists) {
        kept.entrySet().removeIf(entry -> {
            boolean gone = entry.getValue().from.owned() && !exists.test(entry.getKey());
            if (gone) {
                forgotten(entry.getKey(), entry.getValue().from);
            }
            return gone;
        });
        counts.forget(counted -> counted.from().owned() && !exists.test(counted.key()))
                .forEach(counted -> forgotten(counted.key(), counted.from()));
    }

    public void forget(SubscriptionKey key) {
        var known = kept.remove(key);
        if (known != null) {
            forgotten(key, known.from);
        }
    }

    private void forgotten(SubscriptionKey key, AssignedPartition from) {
        unwritten.remove(key);
        counts.forget(key);
        metrics.noProbation(key);
        if (from.owned()) {
            from.alsoWrite(records.healthTombstone(key, from.number()));
        }
    }

    public void forgetDisowned() {
        var _ = counts.forget(counted -> !counted.from().owned());
        kept.entrySet().removeIf(entry -> {
            boolean gone = !entry.getValue().from.owned();
            if (gone) {
                metrics.noProbation(entry.getKey());
                unwritten.remove(entry.getKey());
            }
            return gone;
        });
    }
}
