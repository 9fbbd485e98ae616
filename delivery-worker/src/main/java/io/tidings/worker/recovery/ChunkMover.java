package io.tidings.worker.recovery;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Moves the waiting deliveries of subscriptions in turn, a chunk at a time, as their queues run short (B-RECOVER-2).
 * Searches the next chunk while the last one is being written and sent. Confined to the poll thread.
 *
 * <pre>
 *   search:  none ── a queue is short ──> searching ──> found ── there is room ──> none
 *   written: none <── committed ── moved <─────────────────────────┘
 * </pre>
 */
final class ChunkMover {
    private static final int MOST = 500;
    private static final int PROBE = 1;

    /** The time for which what was found waits for room before other subscriptions have their turn. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final RecoverySources sources;
    private final EndpointBreakers breakers;
    private final Dispatcher dispatcher;
    private final TierScanner scanner;
    private final ForwardWriter writer;
    private final int size;
    private @Nullable Search search;
    private @Nullable Written written;

    /** A search for the deliveries of one tier; its result is null until it is found. */
    private static final class Search {
        private final KnownRecovery each;
        private final RetryTier tier;
        private final AssignedPartition from;
        private TierScan.@Nullable Found found;
        private @Nullable ClockReading since;

        Search(KnownRecovery each, RetryTier tier, AssignedPartition from) {
            this.each = each;
            this.tier = tier;
            this.from = from;
        }
    }

    /** A moved chunk, which waits for its transaction. */
    private record Written(KnownRecovery each, AssignedPartition from, long round) {
        boolean over() {
            return !from.owned() || from.results().hasCommitted(round);
        }
    }

    /** @param queued the most deliveries of a subscription that may be queued */
    ChunkMover(
            RecoverySources sources,
            EndpointBreakers breakers,
            Dispatcher dispatcher,
            TierScanner scanner,
            ForwardWriter writer,
            int queued) {
        this.sources = sources;
        this.breakers = breakers;
        this.dispatcher = dispatcher;
        this.scanner = scanner;
        this.writer = writer;
        this.size = Math.clamp(queued / 2, 1, MOST);
    }

    /** Returns whether records were moved that are not committed. */
    boolean awaitsTransaction() {
        return written != null && !written.over();
    }

    /** @param active in the order of their turns */
    void moveNext(SequencedMap<Lane, KnownRecovery> active, ClockReading now) {
        var last = written;
        if (last != null && last.over()) {
            written = null;
        }
        if (search != null) {
            moveFound(search, now);
        }
        if (search == null) {
            searchNext(active, last, now);
        }
    }

    private void searchNext(SequencedMap<Lane, KnownRecovery> active, @Nullable Written last, ClockReading now) {
        for (var each : List.copyOf(active.values())) {
            boolean ahead = last != null && last.each() == each && well(each);
            int most = ahead && mayMove(each, now) ? size : most(each, now);
            var tier = each.recovery().nextTier();
            if (most > 0 && tier.isPresent() && scan(each, tier.get(), most)) {
                active.putLast(each.lane(), each);
                return;
            }
        }
    }

    /** Returns how many deliveries may be moved now. */
    private int most(KnownRecovery each, ClockReading now) {
        if (!mayMove(each, now) || !each.arrived() || !dispatcher.roomToForward(each.lane(), size / 2)) {
            return 0;
        }
        var breaker = breakers.known(each.lane());
        if (breaker == null || !breaker.onProbation()) {
            return size;
        }
        boolean probe = each.recovery().probes()
                && !breaker.probing()
                && breaker.openFor(now).isZero()
                && dispatcher.roomToForward(each.lane(), 0);
        return probe ? PROBE : 0;
    }

    private boolean mayMove(KnownRecovery each, ClockReading now) {
        var recovery = each.recovery();
        var entry = sources.subscription(each.key(), recovery.uid()).orElse(null);
        return entry != null
                && recovery.moving()
                && !recovery.endsUnknown()
                && each.rested(now)
                && !entry.subscription().paused()
                && entry.provisioning().delivers();
    }

    private boolean well(KnownRecovery each) {
        var breaker = breakers.known(each.lane());
        return breaker == null || !breaker.onProbation();
    }

    private boolean scan(KnownRecovery each, RetryTier tier, int most) {
        var recovery = each.recovery();
        var from = each.number().tiers().get(tier);
        var sweep = recovery.sweep(tier);
        if (from == null || sweep == null) {
            return false;
        }
        var next = sweep.after(from.ledger().next());
        recovery.sweep(tier, next);
        if (next.complete()) {
            return false;
        }
        var begun = new Search(each, tier, from);
        search = begun;
        var scan = new TierScan(from.partition(), each.key(), recovery.uid(), next.position(), next.end(), most);
        scanner.scan(scan, (found, now) -> {
            if (found == null || found.to() == scan.from()) {
                giveUp(begun, now);
            } else {
                begun.found = found;
                begun.since = now;
            }
        });
        return true;
    }

    private void moveFound(Search done, ClockReading now) {
        var found = done.found;
        var since = done.since;
        if (found == null || since == null) {
            return;
        }
        var each = done.each;
        if (!done.from.owned() || !each.recovery().moving() || now.since(since).compareTo(PATIENCE) > 0) {
            search = null;
        } else if (written == null && found.deliveries().size() <= most(each, now)) {
            search = null;
            if (move(done, found, now)) {
                written = new Written(each, done.from, done.from.results().latestRound());
            } else {
                each.tryLater(now);
            }
        }
    }

    private void giveUp(Search begun, ClockReading now) {
        begun.each.tryLater(now);
        search = null;
    }

    /** Moves what was found; returns false if it cannot be moved now. */
    private boolean move(Search done, TierScan.Found found, ClockReading now) {
        var each = done.each;
        var from = done.from;
        var recovery = each.recovery();
        var sweep = recovery.sweep(done.tier);
        if (sweep == null) {
            return false;
        }
        var waiting = found.deliveries().stream()
                .filter(waits -> !from.ledger().finishedBefore(waits.record().offset()))
                .toList();
        var offsets = waiting.stream().map(waits -> waits.record().offset()).toList();
        var step = sweep.examined(found.to(), offsets, from.ledger().next());
        var range = step.range();
        if (range != null) {
            var key = each.key();
            if (!from.moved().of(key, recovery.uid()).haveRoomFrom(range.from())) {
                return false; // until commits have passed the first ranges
            }
            var left = waiting.subList(step.first(), waiting.size());
            int atOnce = writer.move(key, recovery.uid(), from, left, range, now.wall());
            recovery.moved(left.size());
            each.expect(each.number().expectMore(atOnce));
        }
        recovery.sweep(done.tier, step.rest());
        if (range != null) {
            writer.note(each.key(), each.number(), recovery.progress(now));
        }
        return true;
    }
}
