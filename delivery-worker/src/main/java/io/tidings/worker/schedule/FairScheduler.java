package io.tidings.worker.schedule;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.schedule.SubscriptionQueue.Wait;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The queues of all lanes of subscriptions, served round robin. Each has a limit on its requests in flight and on its length.
 * Confined to the poll thread. Times are of {@link System#nanoTime}.
 *
 * <pre>
 *   add ──> queue ──> ready ──> next ──> in flight ──> completed ──> memory released
 *              │       ^  │
 *              │       │  ├─ rate limit: until the next token
 *              │       └──┴─ its share is used: until a request completes
 *              └─ makes no progress, or stops others: excess
 * </pre>
 */
public final class FairScheduler<D> {
    /** The time before the next request of a limited lane when deliveries for it are loaded. */
    private static final long AHEAD = Duration.ofSeconds(2).toNanos();

    private final Function<Lane, RequestAllowance> allowances;
    private final Function<Lane, @Nullable LaneLimit> laneLimits;
    private final InFlightShare share;
    private final LoadShedder<D> shedder;
    private final Backpressure<D> deliveries;
    private final Backpressure<D> tiers;
    private final Map<Lane, SubscriptionQueue<D>> queues = new HashMap<>();
    private final Map<SubscriptionKey, Set<SubscriptionQueue<D>>> ofSubscription = new HashMap<>();
    private final Deque<SubscriptionQueue<D>> ready = new ArrayDeque<>();
    private final Set<SubscriptionQueue<D>> withoutShare = new LinkedHashSet<>();
    private final PriorityQueue<SubscriptionQueue<D>> resting =
            new PriorityQueue<>((one, other) -> Long.signum(one.rested() - other.rested()));
    private boolean freed;

    /**
     * @param allowances for queues that {@link InFlightSlot#terms} has not set yet
     * @param laneLimits null for a lane whose subscription has none
     * @param limits may be exceeded; then {@link #roomFor} returns false
     */
    public FairScheduler(
            Function<Lane, RequestAllowance> allowances,
            Function<Lane, @Nullable LaneLimit> laneLimits,
            SchedulerLimits limits) {
        this.allowances = allowances;
        this.laneLimits = laneLimits;
        this.share = new InFlightShare(limits);
        this.shedder = new LoadShedder<>(share, queues.values());
        this.deliveries = new Backpressure<>(limits.perSubscription(), limits.queuedBytes() / 2);
        this.tiers = new Backpressure<>(limits.perSubscription(), limits.queuedBytes() / 2);
    }

    public void add(Lane lane, Origin origin, D delivery, int bytes, long now) {
        add(queue(lane, now), origin, delivery, bytes, now);
    }

    /**
     * Returns false if a limit of the subscription makes the delivery wait elsewhere (B-LIMIT).
     *
     * @param behindOthers whether others wait there already, which are to be sent before; only asked if there is a limit
     */
    public boolean offer(Lane lane, Origin origin, D delivery, int bytes, long now, Predicate<D> behindOthers) {
        var queue = queue(lane, now);
        if (queue.limit() != null && (queue.filled() || behindOthers.test(delivery))) {
            return false;
        }
        add(queue, origin, delivery, bytes, now);
        return true;
    }

    private SubscriptionQueue<D> queue(Lane lane, long now) {
        var queue = queues.get(lane);
        if (queue == null) {
            queue = new SubscriptionQueue<>(
                    lane, deliveries, tiers, allowances.apply(lane), laneLimits.apply(lane), now);
            queues.put(lane, queue);
            ofSubscription
                    .computeIfAbsent(lane.subscription(), _ -> new HashSet<>())
                    .add(queue);
        }
        return queue;
    }

    private void add(SubscriptionQueue<D> queue, Origin origin, D delivery, int bytes, long now) {
        queue.of(origin).add(delivery, bytes, queue.lane().number(), now);
        if (queue.waits() == Wait.NONE) {
            makeReady(queue);
        }
    }

    /**
     * Returns how many deliveries of a lane to load from the log, as far as limits of its subscription go. They share the
     * memory for retries with those of others, and can wait in the log as well: when they take half of it, only lanes
     * that have none in memory load one, and with three quarters none does.
     */
    public int room(Lane lane, long now) {
        var queue = queues.get(lane);
        var limit = queue == null ? laneLimits.apply(lane) : queue.limit();
        if (limit == null) {
            return Integer.MAX_VALUE;
        }
        if (queue != null && !queue.bucket().ready(now + AHEAD)) {
            return 0;
        }
        int room = queue == null ? limit.loaded() : queue.room();
        long taken = tiers.limitedBytes();
        if (taken < tiers.maxBytes() / 2) {
            return room;
        }
        return taken < tiers.maxBytes() / 4 * 3 && (queue == null || !queue.waiting()) ? Math.min(1, room) : 0;
    }

    /** Returns whether the requests of a lane are limited; false for a lane that has no deliveries. */
    public boolean limited(Lane lane) {
        var queue = queues.get(lane);
        return queue != null && queue.limit() != null;
    }

    /**
     * Takes over the limits of a subscription, and removes the deliveries that exceed them now, in their order. Limits
     * that have not changed admitted all that is in memory; to write the oldest of that to the log would put it behind
     * newer ones.
     */
    public List<D> limitsWritten(SubscriptionKey subscription) {
        var excess = new ArrayList<D>();
        for (var queue : ofSubscription.getOrDefault(subscription, Set.of())) {
            var limit = laneLimits.apply(queue.lane());
            if (!Objects.equals(queue.limit(), limit)) {
                takeOver(queue, limit);
                while (queue.filled() && queue.size() > 1) {
                    excess.add(queue.takeLast());
                }
            }
        }
        return excess.reversed();
    }

    private void takeOver(SubscriptionQueue<D> queue, @Nullable LaneLimit limit) {
        queue.limit(limit);
        if (queue.waits() == Wait.ITS_RATE) {
            resting.remove(queue);
            queue.waits(Wait.READY);
            ready.add(queue);
        }
    }

    /** Starts the next request; null if no queue may start one. */
    public @Nullable InFlightSlot<D> next(long now) {
        wakeRested(now);
        while (share.free()) {
            var queue = ready.poll();
            if (queue == null) {
                if (!shareAgain()) {
                    return null;
                }
            } else if (!queue.waiting() || queue.atLimit()) {
                queue.waits(Wait.NONE);
            } else if (!queue.bucket().ready(now)) {
                queue.rest();
                resting.add(queue);
            } else if (share.takesTooMuch(queue)) {
                queue.waits(Wait.ITS_SHARE);
                withoutShare.add(queue);
            } else {
                return begin(queue, now);
            }
        }
        return null;
    }

    private InFlightSlot<D> begin(SubscriptionQueue<D> queue, long now) {
        var slot = queue.begin(now);
        share.taken();
        share.holds(queue, slot.bytes());
        queue.waits(Wait.NONE);
        makeReady(queue);
        return slot;
    }

    /** Adds the next delivery of the queue to a request if it belongs there; null if it does not. */
    public @Nullable D nextOf(InFlightSlot<D> slot, Predicate<D> belongs) {
        var queue = slot.queue().orOther(slot.origin());
        if (!queue.waiting() || !belongs.test(queue.first().delivery())) {
            return null;
        }
        var next = queue.takeFirst();
        slot.carries(next.bytes());
        share.holds(slot.queue(), next.bytes());
        return next.delivery();
    }

    /** Ends a request. Its slot is free, but its memory only after {@link #releaseMemory}. */
    public void completed(InFlightSlot<D> slot) {
        if (slot.end()) {
            share.givenBack();
            slot.queue().ended(slot);
            free(slot.queue());
        }
    }

    public void releaseMemory(InFlightSlot<D> slot) {
        if (slot.close()) {
            share.holds(slot.queue(), -slot.bytes());
            freed = true;
        }
    }

    /** Counts requests that were sent again in the same slot. */
    public void resent(InFlightSlot<D> slot, int times, long now) {
        for (int i = 0; i < times; i++) {
            slot.queue().bucket().take(now);
        }
    }

    /** Takes a request back that was not sent. */
    public void cancel(InFlightSlot<D> slot) {
        slot.queue().bucket().giveBack();
        completed(slot);
        releaseMemory(slot);
    }

    /** Gives the lane the slots of all its requests in flight again, though these go on. */
    public void ignoreInFlight(Lane lane) {
        var queue = queues.get(lane);
        if (queue != null) {
            queue.ignoreInFlight();
            free(queue);
        }
    }

    /** Forgets the requests in flight and the rate: the new endpoint has received none of them. Limits remain. */
    public void resetForNewEndpoint(Lane lane) {
        var queue = queues.get(lane);
        if (queue != null) {
            if (queue.limit() == null) {
                queue.bucket().refill();
            }
            if (queue.waits() == Wait.ITS_RATE) {
                resting.remove(queue);
                queue.waits(Wait.NONE);
            }
            ignoreInFlight(lane);
        }
    }

    private void free(SubscriptionQueue<D> queue) {
        freed = true;
        if (queue.waits() == Wait.ITS_SHARE) {
            withoutShare.remove(queue);
            queue.waits(Wait.NONE);
        }
        if (queue.waits() == Wait.NONE) {
            makeReady(queue);
        }
    }

    private void makeReady(SubscriptionQueue<D> queue) {
        if (queue.waiting() && !queue.atLimit()) {
            queue.waits(Wait.READY);
            ready.add(queue);
        }
    }

    /** Makes the queues ready again that had used their share, once after any number of completed requests. */
    private boolean shareAgain() {
        if (!freed || withoutShare.isEmpty()) {
            return false;
        }
        freed = false;
        for (var queue : withoutShare) {
            queue.waits(Wait.READY);
            ready.add(queue);
        }
        withoutShare.clear();
        return true;
    }

    private void wakeRested(long now) {
        for (var queue = resting.peek(); queue != null && queue.rested() - now <= 0; queue = resting.peek()) {
            resting.remove();
            queue.waits(Wait.READY);
            ready.add(queue);
        }
    }

    /** Returns the time until the first rate limit admits a request; empty if no queue waits for one. */
    public Optional<Duration> untilRested(long now) {
        return Optional.ofNullable(resting.peek()).map(queue -> Duration.ofNanos(Math.max(0, queue.rested() - now)));
    }

    /** Returns whether all that is queued, if anything, waits for a rate limit. */
    public boolean rests() {
        long bytes = queuedBytes();
        return bytes == 0
                || (!resting.isEmpty()
                        && bytes
                                == resting.stream()
                                        .mapToLong(SubscriptionQueue::bytes)
                                        .sum());
    }

    public List<D> drain(Lane lane) {
        var queue = queues.get(lane);
        var drained = new ArrayList<D>();
        while (queue != null && queue.waiting()) {
            drained.add(queue.nextQueue().takeFirst().delivery());
        }
        return drained;
    }

    /** Removes the deliveries to be shed, so that the partitions they stop are read on (decision 5). */
    public List<D> excess(long now, Function<Lane, Duration> maxStall) {
        if (deliveries.calm() && tiers.calm()) {
            return List.of();
        }
        var excess = new ArrayList<D>();
        excess.addAll(shedder.of(deliveries, Origin.DELIVERIES, now, maxStall));
        excess.addAll(shedder.of(tiers, Origin.TIERS, now, maxStall));
        return excess;
    }

    public boolean roomFor(Origin origin, int number) {
        var backpressure = switch (origin) {
            case DELIVERIES -> deliveries;
            case TIERS -> tiers;
        };
        return !backpressure.full() && !backpressure.heldUp(number);
    }

    /** Returns the number of a lane's deliveries that wait to be sent. */
    public int queued(Lane lane) {
        var queue = queues.get(lane);
        return queue == null ? 0 : queue.size();
    }

    public long queuedBytes() {
        return deliveries.bytes() + tiers.bytes();
    }

    /** Removes deliveries of lost partitions and renews allowances: breakers may be lost with them. */
    public void removeIf(Predicate<D> gone) {
        for (var queue : queues.values()) {
            queue.of(Origin.DELIVERIES).removeIf(gone);
            queue.of(Origin.TIERS).removeIf(gone);
            queue.allowance(allowances.apply(queue.lane()));
            if (queue.waits() == Wait.NONE) {
                makeReady(queue);
            }
        }
        forget(queue -> queue.limit() != null && queue.idle()); // another owner may use its limits
    }

    public void forgetIdle(long now) {
        for (var queue : queues.values()) {
            if (queue.limit() != null && laneLimits.apply(queue.lane()) == null) { // its subscription may be gone
                takeOver(queue, null);
            }
        }
        forget(queue -> queue.forgettable(now));
    }

    private void forget(Predicate<SubscriptionQueue<D>> done) {
        queues.values().removeIf(queue -> {
            boolean gone = done.test(queue);
            if (gone) {
                ofSubscription.computeIfPresent(queue.lane().subscription(), (_, lanes) -> {
                    lanes.remove(queue);
                    return lanes.isEmpty() ? null : lanes;
                });
            }
            return gone;
        });
    }
}
