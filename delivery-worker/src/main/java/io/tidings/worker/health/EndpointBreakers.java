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
import java.net.URI;
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
 * The breakers of the endpoints of this worker's subscriptions, which are written down (B-PROB-4): the begin and the
 * end of a probation with the next transaction, mere numbers at most once a second.
 *
 * <p>Confined to the poll thread.
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
    private final Map<SubscriptionKey, Known> kept = new HashMap<>();
    private final Set<SubscriptionKey> unwritten = new HashSet<>();
    private final EventCounts counts;

    /** One subscription's breaker, while it is the same subscription with the same endpoint. */
    private static final class Known {
        private final EndpointBreaker breaker;
        private final String uid;
        private final URI endpoint;
        private AssignedPartition from;
        private @Nullable ClockReading written;
        private @Nullable ClockReading told;

        Known(EndpointBreaker breaker, SubscriptionEntry entry, AssignedPartition from) {
            this.breaker = breaker;
            this.uid = entry.uid();
            this.endpoint = entry.subscription().destination().endpoint();
            this.from = from;
        }

        boolean of(SubscriptionEntry entry) {
            return uid.equals(entry.uid())
                    && endpoint.equals(entry.subscription().destination().endpoint());
        }
    }

    /** @param ceiling most requests at once for one subscription */
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

    /** What is counted of events, and written down with the health of their endpoint. */
    public EventCounts counts() {
        return counts;
    }

    /** How many requests this subscription may have at once, as far as it is known yet. */
    public RequestAllowance allowance(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? newcomer : known.breaker;
    }

    /** The breaker, if there is one yet. */
    @Nullable
    public EndpointBreaker known(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? null : known.breaker;
    }

    /** Whether this says that the subscription has another endpoint than the one whose breaker is kept. */
    public boolean anotherEndpoint(SubscriptionEntry entry) {
        var known = kept.get(entry.subscription().key());
        return known != null && !known.of(entry);
    }

    /** Whether nothing may be sent to this subscription's endpoint. */
    public boolean open(SubscriptionKey key, ClockReading now) {
        var known = kept.get(key);
        return known != null && !known.breaker.openFor(now).isZero();
    }

    /** Whether the response to a probe of its endpoint is awaited. */
    public boolean probing(SubscriptionKey key) {
        var known = kept.get(key);
        return known != null && known.breaker.probing();
    }

    /** The breaker of the entry's endpoint, kept from now on or not; null when the one that is kept is another's. */
    @Nullable
    public EndpointBreaker of(SubscriptionEntry entry, ClockReading now) {
        var known = kept.get(entry.subscription().key());
        if (known == null) {
            return resumed(entry, now);
        }
        return known.of(entry) ? known.breaker : null;
    }

    /** @param from where a delivery of it comes from; what is written down goes with that partition */
    public void keep(SubscriptionEntry entry, EndpointBreaker breaker, AssignedPartition from) {
        var key = entry.subscription().key();
        var known = kept.get(key);
        if (known == null) {
            kept.put(key, new Known(breaker, entry, from));
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

    /** Another endpoint has done nothing yet, neither good nor bad. */
    public void renew(SubscriptionEntry entry, AssignedPartition from) {
        var key = entry.subscription().key();
        var before = kept.put(key, new Known(new EndpointBreaker(policy, ceiling), entry, from));
        if (before != null && !before.breaker.pristine()) {
            log.info("{} has another endpoint, which starts healthy", key);
            metrics.probation(key, false);
            unwritten.add(key);
        }
    }

    /** Whether this is still the breaker of a subscription, which may have another endpoint or another owner by now. */
    public boolean current(SubscriptionKey key, EndpointBreaker breaker) {
        var known = kept.get(key);
        return known != null && known.breaker == breaker;
    }

    /** Counts a delivery that is put off because of its endpoint. */
    public void countDeferred(SubscriptionKey key) {
        var known = kept.get(key);
        if (known != null) {
            known.breaker.deferred();
            unwritten.add(key);
        }
    }

    /** Remembers what changed until it is written down. */
    public void changed(SubscriptionKey key, Change change) {
        var known = change == Change.NONE ? null : kept.get(key);
        if (known == null) {
            return;
        }
        unwritten.add(key);
        if (change != Change.COUNTS) {
            known.written = null; // not to wait
            tell(key, known.breaker, change);
        }
    }

    private void tell(SubscriptionKey key, EndpointBreaker breaker, Change change) {
        metrics.probation(key, change == Change.PROBATION_BEGAN);
        if (change == Change.PROBATION_BEGAN) {
            log.info("the endpoint of {} is on probation: {}", key, breaker);
        } else {
            log.info("the endpoint of {} accepts events again", key);
        }
    }

    /** Tells of a failure that follows a success, at most once a minute for an endpoint that fails now and then. */
    public void tellFailure(SubscriptionKey key, ClockReading now) {
        var known = kept.get(key);
        if (known != null && (known.told == null || now.since(known.told).compareTo(BETWEEN_FAILURES_TOLD) >= 0)) {
            known.told = now;
            log.info("the endpoint of {} fails: {}", key, known.breaker.lastFailure());
        }
    }

    /** Has everything written down that was not, before these partitions go. */
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

    /** Has what changed written down with the next transaction. */
    public void writeDown(ClockReading now) {
        if (!unwritten.isEmpty()) {
            unwritten.removeIf(key -> {
                var known = kept.get(key);
                return known == null || !known.from.owned() || written(key, known, now);
            });
        }
        counts.due(now).forEach(counted -> writeDown(counted, now));
    }

    /** An endpoint may be as healthy as one that was never asked, while events of its subscription are counted. */
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
        from.alsoWrite(records.standing(key, from.number(), health));
    }

    private boolean written(SubscriptionKey key, Known known, ClockReading now) {
        if (known.written != null && now.since(known.written).compareTo(BETWEEN_NUMBERS) < 0) {
            return false;
        }
        known.written = now;
        var health = known.breaker.written(known.uid, now.wall()).of(known.endpoint);
        note(key, known.from, health.with(counts.of(key, known.uid)), now);
        return true;
    }

    /** Forgets the endpoints of subscriptions that are gone. */
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

    /** The subscription is gone. */
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
            from.alsoWrite(records.noStanding(key, from.number()));
        }
    }

    /** Another worker has them now. */
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
