package io.tidings.worker.forward;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.health.EndpointBreakers;
import io.tidings.worker.partition.AssignedPartition;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Moves the waiting deliveries of subscriptions in turn, a chunk at a time, as their queues run short (B-RECOVER-2).
 * Confined to the poll thread.
 *
 * <pre>
 *   idle ── queue is short ──> scanning ── found ──> until the transaction takes it ──> idle
 * </pre>
 */
final class ChunkMover {
    private static final int MOST = 500;
    private static final int PROBE = 1;

    private final RecoverySources sources;
    private final EndpointBreakers breakers;
    private final Dispatcher dispatcher;
    private final TierScanner scanner;
    private final ForwardWriter writer;
    private final int size;
    private @Nullable Chunk underWay;

    /** Deliveries that are being searched for, or were found and are not in a transaction yet. */
    private static final class Chunk {
        private final AssignedPartition from;
        private boolean found;

        Chunk(AssignedPartition from) {
            this.from = from;
        }

        boolean over() {
            return found && (!from.owned() || from.alsoWritten().isEmpty());
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

    /** @param active in the order of their turns */
    void moveNext(SequencedMap<SubscriptionKey, KnownRecovery> active, ClockReading now) {
        if (underWay != null && !underWay.over()) {
            return;
        }
        underWay = null;
        for (var each : List.copyOf(active.values())) {
            int most = most(each, now);
            var tier = each.recovery().nextTier();
            if (most > 0 && tier.isPresent() && scan(each, tier.get(), most)) {
                active.putLast(each.key(), each);
                return;
            }
        }
    }

    /** Returns how many deliveries may be moved now. */
    private int most(KnownRecovery each, ClockReading now) {
        var recovery = each.recovery();
        var entry = sources.subscription(each.key(), recovery.uid()).orElse(null);
        if (entry == null
                || !recovery.moving()
                || recovery.endsUnknown()
                || !each.rested(now)
                || !each.arrived()
                || entry.subscription().paused()
                || !entry.provisioning().delivers()
                || !dispatcher.roomToForward(each.key(), size / 2)) {
            return 0;
        }
        var breaker = breakers.known(each.key());
        if (breaker == null || !breaker.onProbation()) {
            return size;
        }
        boolean probe = recovery.probes()
                && !breaker.probing()
                && breaker.openFor(now).isZero()
                && dispatcher.roomToForward(each.key(), 0);
        return probe ? PROBE : 0;
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
        var chunk = new Chunk(from);
        underWay = chunk;
        var scan = new TierScan(from.partition(), each.key(), recovery.uid(), next.position(), next.end(), most);
        scanner.scan(scan, (found, now) -> {
            if (found == null || found.to() == scan.from() || !moved(each, tier, from, found, now)) {
                each.tryLater(now);
            }
            chunk.found = true;
        });
        return true;
    }

    /** Returns false if the chunk cannot be moved now. */
    private boolean moved(
            KnownRecovery each, RetryTier tier, AssignedPartition from, TierScan.Found found, ClockReading now) {
        var recovery = each.recovery();
        var sweep = recovery.sweep(tier);
        if (sweep == null || !from.owned() || !recovery.moving()) {
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
        recovery.sweep(tier, step.rest());
        if (range != null) {
            writer.note(each.key(), each.number(), recovery.progress(now));
        }
        return true;
    }
}
