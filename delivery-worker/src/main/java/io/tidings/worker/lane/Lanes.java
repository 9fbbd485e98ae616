package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * A lane for every subscription that has something to send; they take turns, and each has a bound on what is in
 * flight and on what waits.
 *
 * <p>Confined to the poll thread. Times are of {@link System#nanoTime}.
 *
 * @param <D> a delivery
 */
public final class Lanes<D> {
    private final ToIntFunction<SubscriptionKey> maxInFlight;
    private final LaneBounds bounds;
    private final Map<SubscriptionKey, Lane<D>> lanes = new HashMap<>();
    private final Deque<Lane<D>> turns = new ArrayDeque<>();
    private final Map<Integer, Set<SubscriptionKey>> overfull = new HashMap<>();
    private final long maxQueuedBytes;
    private long queuedBytes;
    private long epochs;

    /**
     * @param maxInFlight requests of one subscription; asked anew every time
     * @param bounds of one lane; more is taken, but {@link #overfull} then says so
     * @param maxQueuedBytes of all lanes; more is taken, but {@link #full} then says so
     */
    public Lanes(ToIntFunction<SubscriptionKey> maxInFlight, LaneBounds bounds, long maxQueuedBytes) {
        this.maxInFlight = maxInFlight;
        this.bounds = bounds;
        this.maxQueuedBytes = maxQueuedBytes;
    }

    /** @param number of the partition it comes from */
    public void add(SubscriptionKey key, int number, D delivery, int bytes, long now) {
        var lane = lanes.computeIfAbsent(key, absent -> new Lane<>(absent, ++epochs, now));
        lane.add(new Lane.Queued<>(delivery, bytes));
        queuedBytes += bytes;
        if (lane.exceeds(bounds)) {
            overfull.computeIfAbsent(number, _ -> new HashSet<>()).add(key);
        }
        giveTurn(lane);
    }

    /** Whether some lane could start a request now. */
    public boolean startable() {
        return !turns.isEmpty();
    }

    /** The next delivery, in flight from now on; empty when every lane is at its bound or has nothing. */
    public Optional<D> next(long now) {
        for (var lane = turns.poll(); lane != null; lane = turns.poll()) {
            lane.inTurn(false);
            if (mayStart(lane)) {
                lane.started(now);
                var next = taken(lane, lane.takeFirst());
                giveTurn(lane);
                return Optional.of(next);
            }
        }
        return Optional.empty();
    }

    /** The delivery behind the one just taken, for the same request, if it belongs there. */
    public Optional<D> nextOf(SubscriptionKey key, Predicate<D> belongs) {
        var lane = lanes.get(key);
        if (lane == null || !lane.waiting() || !belongs.test(lane.first().delivery())) {
            return Optional.empty();
        }
        var next = taken(lane, lane.takeFirst());
        if (!lane.waiting() && lane.inTurn()) {
            lane.inTurn(false);
            turns.remove(lane);
        }
        return Optional.of(next);
    }

    /** What {@link #finished} is to be told of the request that {@link #next} has just begun. */
    public long ticket(SubscriptionKey key) {
        var lane = lanes.get(key);
        if (lane == null) {
            throw new IllegalStateException("nothing is in flight for " + key);
        }
        return lane.epoch();
    }

    /** A request of this subscription is no longer in flight; one that was abandoned meanwhile changes nothing. */
    public void finished(SubscriptionKey key, long ticket) {
        change(key, lane -> {
            if (lane.epoch() == ticket) {
                lane.finished();
            }
        });
    }

    /** What is in flight for this subscription takes no place from now on. */
    public void abandon(SubscriptionKey key) {
        change(key, lane -> lane.abandon(++epochs));
    }

    private void change(SubscriptionKey key, Consumer<Lane<D>> change) {
        var lane = lanes.get(key);
        if (lane != null) {
            change.accept(lane);
            giveTurn(lane);
            if (lane.idle()) {
                lanes.remove(key);
            }
        }
    }

    /** Takes out all that waits for this subscription. */
    public List<D> drain(SubscriptionKey key) {
        var lane = lanes.get(key);
        var drained = new ArrayList<D>();
        while (lane != null && lane.waiting()) {
            drained.add(taken(lane, lane.takeFirst()));
        }
        if (lane != null && lane.inTurn()) {
            lane.inTurn(false);
            turns.remove(lane);
        }
        if (lane != null && lane.idle()) {
            lanes.remove(key);
        }
        return drained;
    }

    /**
     * Takes out what exceeds the bounds of the lanes that have started nothing for their patience although they
     * wanted to: so that they do not hold up what lies behind them in their partitions (decision 5).
     */
    public List<D> excess(long now, Function<SubscriptionKey, Duration> patience) {
        if (overfull.isEmpty() && !full()) {
            return List.of();
        }
        var excess = new ArrayList<D>();
        for (var key : overfull.values().stream().flatMap(Set::stream).toList()) {
            var lane = lanes.get(key);
            if (lane != null && stuck(lane, now, patience.apply(key))) {
                while (lane.exceeds(bounds)) {
                    excess.add(taken(lane, lane.takeLast()));
                }
            }
        }
        takeLargest(now, patience, excess);
        return excess;
    }

    /** Many lanes that are stuck may together hold what the others need, none of them being overfull. */
    private void takeLargest(long now, Function<SubscriptionKey, Duration> patience, List<D> excess) {
        if (full()) {
            lanes.values().stream()
                    .filter(lane -> lane.waiting() && stuck(lane, now, patience.apply(lane.key())))
                    .sorted(Comparator.comparingLong((Lane<D> lane) -> lane.queuedBytes())
                            .reversed())
                    .forEach(lane -> {
                        while (full() && lane.waiting()) {
                            excess.add(taken(lane, lane.takeLast()));
                        }
                    });
        }
    }

    private boolean stuck(Lane<D> lane, long now, Duration patience) {
        return lane.inFlight() >= maxInFlight.applyAsInt(lane.key()) && now - lane.lastStart() >= patience.toNanos();
    }

    /** Whether a subscription of this partition number has so much waiting that no more should be read. */
    public boolean overfull(int number) {
        return overfull.containsKey(number);
    }

    /** Whether so much waits in all lanes that no more should be read for any. */
    public boolean full() {
        return queuedBytes >= maxQueuedBytes;
    }

    public long queuedBytes() {
        return queuedBytes;
    }

    /** Sends away what waits and is no longer ours. */
    public void removeIf(Predicate<D> gone) {
        for (var lane : lanes.values()) {
            queuedBytes -= lane.removeIf(gone);
            settle(lane);
        }
        turns.removeIf(lane -> {
            lane.inTurn(lane.waiting());
            return !lane.waiting();
        });
        lanes.values().removeIf(Lane::idle);
    }

    private boolean mayStart(Lane<D> lane) {
        return lane.waiting() && lane.inFlight() < maxInFlight.applyAsInt(lane.key());
    }

    private void giveTurn(Lane<D> lane) {
        if (!lane.inTurn() && mayStart(lane)) {
            lane.inTurn(true);
            turns.add(lane);
        }
    }

    private D taken(Lane<D> lane, Lane.Queued<D> queued) {
        queuedBytes -= queued.bytes();
        settle(lane);
        return queued.delivery();
    }

    private void settle(Lane<D> lane) {
        if (!overfull.isEmpty() && !lane.exceeds(bounds)) {
            // Of every number: partitions may be added, and then the deliveries of one subscription come from two.
            overfull.values().removeIf(keys -> keys.remove(lane.key()) && keys.isEmpty());
        }
    }
}
