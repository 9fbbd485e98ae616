package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * A lane for every subscription that has something to send; they take turns, and each has a bound on what is in
 * flight and on what waits.
 *
 * <p>Confined to the poll thread.
 *
 * @param <D> a delivery
 */
public final class Lanes<D> {
    private final int maxInFlight;
    private final int maxQueued;
    private final Map<SubscriptionKey, Lane<D>> lanes = new HashMap<>();
    private final Deque<Lane<D>> turns = new ArrayDeque<>();
    private final Map<Integer, Set<SubscriptionKey>> overfull = new HashMap<>();
    private long queuedBytes;

    /**
     * @param maxInFlight deliveries of one subscription
     * @param maxQueued deliveries of one subscription; more are taken, but {@link #overfull} then says so
     */
    public Lanes(int maxInFlight, int maxQueued) {
        this.maxInFlight = maxInFlight;
        this.maxQueued = maxQueued;
    }

    /** @param number of the partition it comes from */
    public void add(SubscriptionKey key, int number, D delivery, int bytes) {
        var lane = lanes.computeIfAbsent(key, Lane::new);
        lane.queue().add(new Lane.Queued<>(delivery, bytes));
        queuedBytes += bytes;
        if (lane.queue().size() > maxQueued) {
            overfull.computeIfAbsent(number, _ -> new HashSet<>()).add(key);
        }
        giveTurn(lane);
    }

    /** Whether some lane could start a delivery now. */
    public boolean startable() {
        return !turns.isEmpty();
    }

    /** The next delivery, which is in flight from now on; empty when every lane is at its bound or has nothing. */
    public Optional<D> next() {
        var lane = turns.poll();
        if (lane == null) {
            return Optional.empty();
        }
        lane.inTurn(false);
        var queued = lane.queue().remove();
        lane.started();
        shrunk(lane, queued.bytes());
        giveTurn(lane);
        return Optional.of(queued.delivery());
    }

    /** Something of this subscription is no longer in flight. */
    public void finished(SubscriptionKey key) {
        var lane = lanes.get(key);
        if (lane != null) {
            lane.finished();
            giveTurn(lane);
            if (lane.idle()) {
                lanes.remove(key);
            }
        }
    }

    /** Whether a subscription of this partition number has so much waiting that no more should be read. */
    public boolean overfull(int number) {
        return overfull.containsKey(number);
    }

    public long queuedBytes() {
        return queuedBytes;
    }

    /** Sends away what waits and is no longer ours. */
    public void removeIf(Predicate<D> gone) {
        for (var lane : lanes.values()) {
            lane.queue().removeIf(queued -> {
                boolean leaves = gone.test(queued.delivery());
                if (leaves) {
                    queuedBytes -= queued.bytes();
                }
                return leaves;
            });
            settle(lane);
        }
        turns.removeIf(lane -> {
            boolean empty = lane.queue().isEmpty();
            lane.inTurn(!empty);
            return empty;
        });
        lanes.values().removeIf(Lane::idle);
    }

    private void giveTurn(Lane<D> lane) {
        if (!lane.inTurn() && !lane.queue().isEmpty() && lane.inFlight() < maxInFlight) {
            lane.inTurn(true);
            turns.add(lane);
        }
    }

    private void shrunk(Lane<D> lane, int bytes) {
        queuedBytes -= bytes;
        settle(lane);
    }

    private void settle(Lane<D> lane) {
        if (lane.queue().size() <= maxQueued) {
            // Of every number: partitions may be added, and then the deliveries of one subscription come from two.
            overfull.values().removeIf(keys -> keys.remove(lane.key()) && keys.isEmpty());
        }
    }
}
