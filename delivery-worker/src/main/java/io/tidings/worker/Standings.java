package io.tidings.worker;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.SubscriptionEntry;
import io.tidings.worker.lane.Allowance;
import io.tidings.worker.probation.ProbationRules;
import io.tidings.worker.probation.Standing;
import io.tidings.worker.probation.Standing.Change;
import io.tidings.worker.tier.Moment;
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
 * How the endpoints of the subscriptions of this worker stand, and that it is written down (B-PROB-4): changes of
 * standing with the next transaction, mere numbers at most once a second.
 *
 * <p>Confined to the poll thread.
 */
final class Standings {
    private static final Logger log = LoggerFactory.getLogger(Standings.class);
    private static final Duration BETWEEN_NUMBERS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_FAILURES_TOLD = Duration.ofMinutes(1);

    private final ProbationRules rules;
    private final int ceiling;
    private final Allowance newcomer;
    private final StandingTable writtenDown;
    private final Records records;
    private final WorkerMetrics metrics;
    private final Map<SubscriptionKey, Kept> kept = new HashMap<>();
    private final Set<SubscriptionKey> unwritten = new HashSet<>();
    private final EventCounts counts;

    /** One subscription's standing, while it is the same subscription with the same endpoint. */
    private static final class Kept {
        private final Standing standing;
        private final String uid;
        private final URI endpoint;
        private OwnedPartition from;
        private @Nullable Moment written;
        private @Nullable Moment told;

        Kept(Standing standing, SubscriptionEntry entry, OwnedPartition from) {
            this.standing = standing;
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
    Standings(ProbationRules rules, int ceiling, StandingTable writtenDown, Records records, WorkerMetrics metrics) {
        this.rules = rules;
        this.ceiling = ceiling;
        this.newcomer = Standing.newcomer();
        this.writtenDown = writtenDown;
        this.records = records;
        this.metrics = metrics;
        this.counts = new EventCounts(writtenDown);
    }

    /** What is counted of events, and written down with the standing of their endpoint. */
    EventCounts counts() {
        return counts;
    }

    /** How many requests this subscription may have at once, as far as it is known yet. */
    Allowance allowance(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? newcomer : known.standing;
    }

    /** The standing, if there is one yet. */
    @Nullable
    Standing known(SubscriptionKey key) {
        var known = kept.get(key);
        return known == null ? null : known.standing;
    }

    /** Whether this says that the subscription has another endpoint than the one whose standing is known. */
    boolean anotherEndpoint(SubscriptionEntry entry) {
        var known = kept.get(entry.subscription().key());
        return known != null && !known.of(entry);
    }

    /** Whether the answer to a probe of its endpoint is waited for. */
    boolean probing(SubscriptionKey key) {
        var known = kept.get(key);
        return known != null && known.standing.probing();
    }

    /** @param from where a delivery of it comes from; what is written down goes with that partition */
    Standing of(SubscriptionEntry entry, OwnedPartition from, Moment now) {
        var key = entry.subscription().key();
        var known = kept.get(key);
        if (known == null) {
            known = new Kept(resumed(entry, now), entry, from);
            kept.put(key, known);
            metrics.probation(key, known.standing.onProbation());
        } else if (!known.of(entry)) {
            known = anew(key, known, entry, from);
        }
        known.from = from;
        return known.standing;
    }

    private Standing resumed(SubscriptionEntry entry, Moment now) {
        return writtenDown
                .of(entry.subscription().key(), entry.uid())
                .filter(written ->
                        written.isOf(entry.subscription().destination().endpoint()))
                .map(written -> Standing.resumed(rules, ceiling, written, now))
                .orElseGet(() -> new Standing(rules, ceiling));
    }

    /** Another endpoint has done nothing yet, neither good nor bad. */
    private Kept anew(SubscriptionKey key, Kept before, SubscriptionEntry entry, OwnedPartition from) {
        var fresh = new Kept(new Standing(rules, ceiling), entry, from);
        kept.put(key, fresh);
        if (!before.standing.pristine()) {
            log.info("{} has another endpoint, which begins anew", key);
            metrics.probation(key, false);
            unwritten.add(key);
        }
        return fresh;
    }

    /** Whether this is still how the endpoint of a subscription stands: it may have another one, or another owner. */
    boolean current(SubscriptionKey key, Standing standing) {
        var known = kept.get(key);
        return known != null && known.standing == standing;
    }

    /** Remembers what changed until it is written down. */
    void changed(SubscriptionKey key, Change change) {
        var known = change == Change.NONE ? null : kept.get(key);
        if (known == null) {
            return;
        }
        unwritten.add(key);
        if (change != Change.COUNTS) {
            known.written = null; // not to wait
            tell(key, known.standing, change);
        }
    }

    private void tell(SubscriptionKey key, Standing standing, Change change) {
        metrics.probation(key, change == Change.PROBATION_BEGAN);
        if (change == Change.PROBATION_BEGAN) {
            log.info("the endpoint of {} is on probation: {}", key, standing);
        } else {
            log.info("the endpoint of {} takes events again", key);
        }
    }

    /** Tells of a failure that follows a success, at most once a minute for an endpoint that fails now and then. */
    void tellFailure(SubscriptionKey key, Moment now) {
        var known = kept.get(key);
        if (known != null && (known.told == null || now.since(known.told).compareTo(BETWEEN_FAILURES_TOLD) >= 0)) {
            known.told = now;
            log.info("the endpoint of {} fails: {}", key, known.standing.lastFailure());
        }
    }

    /** Has everything written down that was not, before these partitions go. */
    void writeDownAll(Moment now) {
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
    void writeDown(Moment now) {
        if (!unwritten.isEmpty()) {
            unwritten.removeIf(key -> {
                var known = kept.get(key);
                return known == null || !known.from.owned() || written(key, known, now);
            });
        }
        counts.due(now).forEach(counted -> writeDown(counted, now));
    }

    /** An endpoint may be as healthy as one that was never asked, while events of its subscription are counted. */
    private void writeDown(EventCounts.Counted counted, Moment now) {
        var known = kept.get(counted.key());
        var standing = known != null && known.uid.equals(counted.uid())
                ? known.standing.written(known.uid, now.wall()).of(known.endpoint)
                : writtenDown
                        .of(counted.key(), counted.uid())
                        .orElseGet(() -> new EndpointStanding(counted.uid(), 0, null, null, 0, now.wall()));
        note(counted.key(), counted.from(), standing.with(counted.totals()), now);
    }

    private void note(SubscriptionKey key, OwnedPartition from, EndpointStanding standing, Moment now) {
        counts.written(key, now);
        from.alsoWrite(records.standing(key, from.number(), standing));
    }

    private boolean written(SubscriptionKey key, Kept known, Moment now) {
        if (known.written != null && now.since(known.written).compareTo(BETWEEN_NUMBERS) < 0) {
            return false;
        }
        known.written = now;
        var standing = known.standing.written(known.uid, now.wall()).of(known.endpoint);
        note(key, known.from, standing.with(counts.of(key, known.uid)), now);
        return true;
    }

    /** Forgets the endpoints of subscriptions that are gone. */
    void forgetRemoved(Predicate<SubscriptionKey> exists) {
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
    void forget(SubscriptionKey key) {
        var known = kept.remove(key);
        if (known != null) {
            forgotten(key, known.from);
        }
    }

    private void forgotten(SubscriptionKey key, OwnedPartition from) {
        unwritten.remove(key);
        counts.forget(key);
        metrics.noProbation(key);
        if (from.owned()) {
            from.alsoWrite(records.noStanding(key, from.number()));
        }
    }

    /** Another worker has them now. */
    void forgetDisowned() {
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
