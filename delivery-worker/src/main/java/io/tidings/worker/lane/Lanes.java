package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.lane.Lane.Wait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A lane for every subscription that has something to send; they take turns, and each has a bound on what is in
 * flight and on what waits.
 *
 * <pre>
 *   add ──> line ──> its turn ──> next ──> in flight ──> finished ──> released
 *              │        ^  │
 *              │        │  ├─ its rate: until the next token
 *              │        └──┴─ its share: until something is freed
 *              └─ holds up others, or stands still: excess
 * </pre>
 *
 * <p>Confined to the poll thread. Times are of {@link System#nanoTime}.
 *
 * @param <D> a delivery
 */
public final class Lanes<D> {
    private final Function<SubscriptionKey, Allowance> allowances;
    private final Places places;
    private final Relief<D> relief;
    private final Backlog<D> deliveries;
    private final Backlog<D> tiers;
    private final Map<SubscriptionKey, Lane<D>> lanes = new HashMap<>();
    private final Deque<Lane<D>> turns = new ArrayDeque<>();
    private final Set<Lane<D>> withoutShare = new LinkedHashSet<>();
    private final PriorityQueue<Lane<D>> resting =
            new PriorityQueue<>((one, other) -> Long.signum(one.rested() - other.rested()));
    private boolean freed;

    /**
     * @param allowances what endpoints take of which {@link Turn#terms} has said nothing yet
     * @param bounds of one subscription and one origin; more is taken, but {@link #roomFor} then denies it
     */
    public Lanes(Function<SubscriptionKey, Allowance> allowances, LaneBounds bounds, Capacity capacity) {
        this.allowances = allowances;
        this.places = new Places(capacity);
        this.relief = new Relief<>(places, lanes.values());
        this.deliveries = new Backlog<>(bounds, capacity.queuedBytes() / 2);
        this.tiers = new Backlog<>(bounds, capacity.queuedBytes() / 2);
    }

    /** @param number of the partition it comes from */
    public void add(SubscriptionKey key, Origin origin, int number, D delivery, int bytes, long now) {
        var lane = lanes.get(key);
        if (lane == null) {
            lane = new Lane<>(key, deliveries, tiers, allowances.apply(key), now);
            lanes.put(key, lane);
        }
        lane.line(origin).add(delivery, bytes, number, now);
        if (lane.waits() == Wait.NONE) {
            giveTurn(lane);
        }
    }

    /** The next request, in flight from now on; null when no lane has something that it may start. */
    public @Nullable Turn<D> next(long now) {
        wakeRested(now);
        while (places.free()) {
            var lane = turns.poll();
            if (lane == null) {
                if (!shareAgain()) {
                    return null;
                }
            } else if (!lane.waiting() || lane.atLimit()) {
                lane.waits(Wait.NONE);
            } else if (!lane.bucket().ready(now)) {
                lane.rest();
                resting.add(lane);
            } else if (places.takesTooMuch(lane)) {
                lane.waits(Wait.ITS_SHARE);
                withoutShare.add(lane);
            } else {
                return begin(lane, now);
            }
        }
        return null;
    }

    private Turn<D> begin(Lane<D> lane, long now) {
        var turn = lane.begin(now);
        places.taken();
        places.holds(lane, turn.bytes());
        lane.waits(Wait.NONE);
        giveTurn(lane);
        return turn;
    }

    /** The delivery behind those already taken, for the same request, if it belongs there; null when there is none. */
    public @Nullable D nextOf(Turn<D> turn, Predicate<D> belongs) {
        var line = turn.lane().orOther(turn.line());
        if (!line.waiting() || !belongs.test(line.first().delivery())) {
            return null;
        }
        var next = line.takeFirst();
        turn.carries(next.bytes());
        places.holds(turn.lane(), next.bytes());
        return next.delivery();
    }

    /** A request is in flight no longer; its place is free, but what it holds in memory only when it is released. */
    public void completed(Turn<D> turn) {
        if (turn.ends()) {
            places.givenBack();
            turn.lane().ended(turn);
            free(turn.lane());
        }
    }

    /** Nothing of a request is open any longer. */
    public void releaseMemory(Turn<D> turn) {
        if (turn.closes()) {
            places.holds(turn.lane(), -turn.bytes());
            freed = true;
        }
    }

    /** Nothing was sent. */
    public void cancel(Turn<D> turn) {
        turn.lane().bucket().giveBack();
        completed(turn);
        releaseMemory(turn);
    }

    /** What is in flight for this subscription takes none of its places from now on. */
    public void ignoreInFlight(SubscriptionKey key) {
        var lane = lanes.get(key);
        if (lane != null) {
            lane.ignoreInFlight();
            free(lane);
        }
    }

    /** Its endpoint is another one, which neither has anything in flight nor was asked for anything lately. */
    public void resetForNewEndpoint(SubscriptionKey key) {
        var lane = lanes.get(key);
        if (lane != null) {
            lane.bucket().refill();
            if (lane.waits() == Wait.ITS_RATE) {
                resting.remove(lane);
                lane.waits(Wait.NONE);
            }
            ignoreInFlight(key);
        }
    }

    private void free(Lane<D> lane) {
        freed = true;
        if (lane.waits() == Wait.ITS_SHARE) {
            withoutShare.remove(lane);
            lane.waits(Wait.NONE);
        }
        if (lane.waits() == Wait.NONE) {
            giveTurn(lane);
        }
    }

    private void giveTurn(Lane<D> lane) {
        if (lane.waiting() && !lane.atLimit()) {
            lane.waits(Wait.ITS_TURN);
            turns.add(lane);
        }
    }

    /** Looks again at those that had too much, once for all that was freed meanwhile. */
    private boolean shareAgain() {
        if (!freed || withoutShare.isEmpty()) {
            return false;
        }
        freed = false;
        for (var lane : withoutShare) {
            lane.waits(Wait.ITS_TURN);
            turns.add(lane);
        }
        withoutShare.clear();
        return true;
    }

    private void wakeRested(long now) {
        for (var lane = resting.peek(); lane != null && lane.rested() - now <= 0; lane = resting.peek()) {
            resting.remove();
            lane.waits(Wait.ITS_TURN);
            turns.add(lane);
        }
    }

    /** How long the next one has to wait for its rate; empty when nobody does. */
    public Optional<Duration> untilRested(long now) {
        return Optional.ofNullable(resting.peek()).map(lane -> Duration.ofNanos(Math.max(0, lane.rested() - now)));
    }

    /** Takes out all that waits for this subscription. */
    public List<D> drain(SubscriptionKey key) {
        var lane = lanes.get(key);
        var drained = new ArrayList<D>();
        while (lane != null && lane.waiting()) {
            drained.add(lane.nextLine().takeFirst().delivery());
        }
        return drained;
    }

    /** Takes out what should not be kept, so that what lies behind it in its partition is read on (decision 5). */
    public List<D> excess(long now, Function<SubscriptionKey, Duration> patience) {
        if (deliveries.calm() && tiers.calm()) {
            return List.of();
        }
        var excess = new ArrayList<D>();
        excess.addAll(relief.of(deliveries, Origin.DELIVERIES, now, patience));
        excess.addAll(relief.of(tiers, Origin.TIERS, now, patience));
        return excess;
    }

    /** Whether more of this origin should be read for this partition number. */
    public boolean roomFor(Origin origin, int number) {
        var backlog = switch (origin) {
            case DELIVERIES -> deliveries;
            case TIERS -> tiers;
        };
        return !backlog.full() && !backlog.heldUp(number);
    }

    public long queuedBytes() {
        return deliveries.bytes() + tiers.bytes();
    }

    /** Sends away what waits and is no longer ours; what is known of endpoints may have changed with it. */
    public void removeIf(Predicate<D> gone) {
        for (var lane : lanes.values()) {
            lane.line(Origin.DELIVERIES).removeIf(gone);
            lane.line(Origin.TIERS).removeIf(gone);
            lane.allowance(allowances.apply(lane.key()));
            if (lane.waits() == Wait.NONE) {
                giveTurn(lane);
            }
        }
    }

    /** Forgets the lanes that have not been used for a while. */
    public void forgetIdle(long now) {
        lanes.values().removeIf(lane -> lane.forgettable(now));
    }
}
