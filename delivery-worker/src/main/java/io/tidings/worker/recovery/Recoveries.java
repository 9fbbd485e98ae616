package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.subscription.Recovery;
import io.tidings.contract.table.Provisioning;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.health.EndpointBreaker;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The recoveries of this worker's lanes of subscriptions: begun when a probe of any lane ends a probation or an operator
 * asks, stopped by a failure, remembered for the next owner. Confined to the poll thread.
 *
 * <pre>
 *   other lanes ────── probation ended ─┐
 *   EndpointBreakers ─ probation ended ─┤
 *   subscriptions ──── retry now ───────┼──> SubscriptionRecovery ──> ChunkMover ──> deliveries
 *   probation topic ── former owner ────┘
 * </pre>
 */
public final class Recoveries {
    private static final Logger log = LoggerFactory.getLogger(Recoveries.class);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);
    private static final Duration BETWEEN_LOOKS_WHILE_ACTIVE = Duration.ofMillis(5);
    private static final Duration BETWEEN_CLEANUPS = Duration.ofSeconds(1);

    /** The time for which nothing is moved after a failed attempt (B-RECOVER-1). */
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private final RecoverySources sources;
    private final EndpointBreakers breakers;
    private final TierScanner scanner;
    private final ChunkMover mover;
    private final ForwardWriter writer;
    private final Duration pause;
    private final OwnedNumbers numbers = new OwnedNumbers();
    private final Map<Lane, KnownRecovery> known = new HashMap<>();
    private final SequencedMap<Lane, KnownRecovery> active = new LinkedHashMap<>();
    private @Nullable ClockReading looked;
    private @Nullable ClockReading cleaned;

    /** @param queued the most deliveries of a subscription that may be queued */
    public Recoveries(
            RecoverySources sources,
            EndpointBreakers breakers,
            Dispatcher dispatcher,
            TierScanner scanner,
            ForwardWriter writer,
            int queued) {
        this.sources = sources;
        this.breakers = breakers;
        this.scanner = scanner;
        this.writer = writer;
        mover = new ChunkMover(sources, breakers, dispatcher, scanner, writer, queued);
        pause = sources.ladder().scale().of(PAUSE);
    }

    /** Moves what may be moved now. */
    public void advance(Collection<AssignedPartition> partitions, ClockReading now) {
        breakers.takeRecovered().forEach((lane, from) -> recovered(lane, from, now));
        var between = active.isEmpty() ? BETWEEN_LOOKS : BETWEEN_LOOKS_WHILE_ACTIVE;
        if (looked != null && now.since(looked).compareTo(between) < 0) {
            return;
        }
        looked = now;
        follow(partitions, now);
        cleanUp(now);
        active.values().forEach(each -> advance(each, now));
        active.values().removeIf(each -> !each.recovery().active());
        mover.moveNext(active, now);
        writer.active(active.size());
    }

    /** Returns whether moved deliveries wait for a transaction, and all else of their recovery for them. */
    public boolean awaitTransaction() {
        return mover.awaitsTransaction();
    }

    /** Acts on a request of an operator, once. */
    public void requested(SubscriptionEntry entry, ClockReading now) {
        var asked = entry.provisioning().retryNow();
        if (asked == null || !now.wall().isBefore(asked.plus(Provisioning.LIFE_OF_REQUEST))) {
            return;
        }
        for (int each : sources.numbersOf(entry)) {
            var number = numbers.of(each);
            if (number != null) { // else its owner acts, or this worker when it has started the partitions
                request(entry, number, asked, now);
            }
        }
    }

    /** Returns whether a subscription has, or had, several lanes. Thread-safe. */
    boolean hasLanes(SubscriptionEntry entry) {
        return sources.hasLanes(entry);
    }

    /** Lets this worker's lanes of a subscription take over what other lanes decided about its endpoint (B-LANE-1). */
    public void decidedElsewhere(SubscriptionEntry entry, ClockReading now) {
        if (!sources.hasLanes(entry)) {
            return;
        }
        for (int each : sources.numbersOf(entry)) {
            var number = numbers.of(each);
            if (number != null) { // else its owner acts, or this worker when it has started the partitions
                breakers.takeOver(entry, number.deliveries(), now);
            }
        }
    }

    private void request(SubscriptionEntry entry, OwnedNumber number, Instant asked, ClockReading now) {
        var each = of(entry, number, now);
        if (!each.recovery().actedOn(asked)) {
            log.info("an operator asked to send at once what waits for {}", each.lane());
            each.recovery().request(asked, now);
            each.begun();
            active.put(each.lane(), each);
            endWait(entry, number, now);
        }
    }

    /** The next delivery is the probe, although the probation is not over. */
    private void endWait(SubscriptionEntry entry, OwnedNumber number, ClockReading now) {
        var lane = new Lane(entry.subscription().key(), number.number());
        var breaker = breakers.of(entry, lane, now);
        if (breaker != null && breaker.onProbation()) {
            breakers.keep(entry, breaker, number.deliveries());
            breaker.endWait(now);
            breakers.changed(lane, EndpointBreaker.Change.COUNTS);
        }
    }

    private void recovered(Lane lane, AssignedPartition from, ClockReading now) {
        var entry = sources.resources().subscription(lane.subscription());
        var number = numbers.of(from.number());
        if (entry.isEmpty() || number == null || !from.owned()) {
            return;
        }
        boolean goesOn = active.containsKey(lane);
        if (goesOn || entry.get().subscription().extensions().recovery() == Recovery.FORWARD) {
            var each = of(entry.get(), number, now);
            each.recovery().begin(pause, now);
            each.begun();
            active.put(lane, each);
        }
    }

    private KnownRecovery of(SubscriptionEntry entry, OwnedNumber number, ClockReading now) {
        var key = entry.subscription().key();
        var lane = new Lane(key, number.number());
        var each = known.get(lane);
        if (each == null || !each.recovery().uid().equals(entry.uid())) {
            each = new KnownRecovery(key, new SubscriptionRecovery(entry.uid(), now), number);
            known.put(lane, each);
        }
        return each;
    }

    /** Takes over numbers that were started, and forgets lost ones. */
    private void follow(Collection<AssignedPartition> partitions, ClockReading now) {
        var started = numbers.update(partitions);
        known.values().removeIf(each -> !each.number().owned());
        active.values().removeIf(each -> !each.number().owned());
        for (var number : started) {
            sources.recoveries().progress(number.number()).forEach((key, written) -> {
                var each = new KnownRecovery(key, SubscriptionRecovery.resumed(written, now), number);
                known.put(each.lane(), each);
                if (each.recovery().active()) {
                    active.put(each.lane(), each);
                }
            });
        }
        if (!started.isEmpty()) {
            sources.resources().subscriptions().forEach(entry -> {
                requested(entry, now);
                decidedElsewhere(entry, now);
            });
        }
    }

    private void cleanUp(ClockReading now) {
        if (cleaned != null && now.since(cleaned).compareTo(BETWEEN_CLEANUPS) < 0) {
            return;
        }
        cleaned = now;
        numbers.all().forEach(writer::forgetPassed);
        known.values().removeIf(each -> {
            boolean gone =
                    sources.subscription(each.key(), each.recovery().uid()).isEmpty();
            if (gone) {
                active.remove(each.lane());
                each.bringForward(false);
                writer.forget(each.key(), each.number());
            }
            return gone;
        });
    }

    private void advance(KnownRecovery each, ClockReading now) {
        var recovery = each.recovery();
        var breaker = breakers.known(each.lane());
        if (recovery.moving() && breaker != null && breaker.failedSince(recovery.began())) {
            recovery.stop(pause, now);
            log.info(
                    "an attempt for {} failed: no more of its waiting deliveries are moved for {}; {} were",
                    each.key(),
                    pause,
                    recovery.moved());
            note(each, now);
        } else if (!recovery.moving() && !recovery.paused(now) && (breaker == null || breaker.pristine())) {
            recovery.goOn(now);
            note(each, now);
        }
        if (each.beginAskingForEnds(now)) {
            askForEnds(each);
        }
        if (recovery.finished()) {
            recovery.complete();
            log.info("{} waiting deliveries of {} were moved forward", recovery.moved(), each.key());
            note(each, now);
        }
        each.bringForward(breaker == null || !breaker.onProbation());
    }

    /** A new owner would not know ends that are unknown now, so nothing is written before. */
    private void note(KnownRecovery each, ClockReading now) {
        if (!each.recovery().endsUnknown()) {
            writer.note(each.key(), each.number(), each.recovery().progress(now));
        }
    }

    private void askForEnds(KnownRecovery each) {
        var tiers = new EnumMap<RetryTier, TopicPartition>(RetryTier.class);
        each.number()
                .tiers()
                .keySet()
                .forEach(tier ->
                        tiers.put(tier, sources.partition(tier, each.number().number())));
        scanner.ends(tiers.values(), (ends, now) -> {
            each.endsReported();
            if (ends == null) {
                each.tryLater(now);
            } else if (each.number().owned() && each.recovery().endsUnknown()) {
                tiers.forEach((tier, partition) -> extend(each, tier, ends.getOrDefault(partition, 0L)));
                each.recovery().endsKnown();
                note(each, now);
                log.info("the waiting deliveries of {} are moved forward", each.key());
            }
        });
    }

    private static void extend(KnownRecovery each, RetryTier tier, long logEnd) {
        var partition = each.number().tiers().get(tier);
        var recovery = each.recovery();
        if (partition != null) {
            long end = recovery.endOf(tier, logEnd);
            var sweep = recovery.sweep(tier);
            recovery.sweep(
                    tier,
                    sweep != null
                            ? sweep.extendedTo(end)
                            : TierSweep.upTo(
                                    end,
                                    partition.moved().of(each.key(), recovery.uid()),
                                    partition.ledger().next()));
        }
    }
}
