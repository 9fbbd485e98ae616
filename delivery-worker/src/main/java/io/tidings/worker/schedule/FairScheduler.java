package io.tidings.worker.schedule;

import io.tidings.contract.SubscriptionKey;
import io.tidings.worker.schedule.SubscriptionQueue.Wait;
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
 * A queue for every subscription that has something to send; they take turns, and each has a limit on what is in
 * flight and on what waits.
 *
 * <pre>
 *   add ──> queue ──> its turn ──> next ──> in flight ──> completed ──> memory released
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
public final class FairScheduler<D> {
    private final Function<SubscriptionKey, RequestAllowance> allowances;
    private final InFlightShare share;
    private final LoadShedder<D> shedder;
    private final Backpressure<D> deliveries;
    private final Backpressure<D> tiers;
    private final Map<SubscriptionKey, SubscriptionQueue<D>> queues = new HashMap<>();
    private final Deque<SubscriptionQueue<D>> turns = new ArrayDeque<>();
    private final Set<SubscriptionQueue<D>> withoutShare = new LinkedHashSet<>();
    private final PriorityQueue<SubscriptionQueue<D>> resting =
            new PriorityQueue<>((one, other) -> Long.signum(one.rested() - other.rested()));
    private boolean freed;

    /**
     * @param allowances what endpoints take of which {@link InFlightSlot#terms} has said nothing yet
     * @param limits above which more is queued, but {@link #roomFor} denies it
     */
    public FairScheduler(Function<SubscriptionKey, RequestAllowance> allowances, SchedulerLimits limits) {
        this.allowances = allowances;
        this.share = new InFlightShare(limits);
        this.shedder = new LoadShedder<>(share, queues.values());
        this.deliveries = new Backpressure<>(limits.perSubscription(), limits.queuedBytes() / 2);
        this.tiers = new Backpressure<>(limits.perSubscription(), limits.queuedBytes() / 2);
    }

    /** @param number of the partition it comes from */
    public void add(SubscriptionKey key, Origin origin, int number, D delivery, int bytes, long now) {
        var queue = queues.get(key);
        if (queue == null) {
            queue = new SubscriptionQueue<>(key, deliveries, tiers, allowances.apply(key), now);
            queues.put(key, queue);
        }
        queue.of(origin).add(delivery, bytes, number, now);
        if (queue.waits() == Wait.NONE) {
            giveTurn(queue);
        }
    }

    /** The next request, in flight from now on; null when no queue has something that it may start. */
    public @Nullable InFlightSlot<D> next(long now) {
        wakeRested(now);
        while (share.free()) {
            var queue = turns.poll();
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
        giveTurn(queue);
        return slot;
    }

    /** The delivery behind those already taken, for the same request, if it belongs there; null when there is none. */
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

    /** A request is in flight no longer; its place is free, but what it holds in memory only when it is released. */
    public void completed(InFlightSlot<D> slot) {
        if (slot.ends()) {
            share.givenBack();
            slot.queue().ended(slot);
            free(slot.queue());
        }
    }

    /** Nothing of a request is open any longer. */
    public void releaseMemory(InFlightSlot<D> slot) {
        if (slot.closes()) {
            share.holds(slot.queue(), -slot.bytes());
            freed = true;
        }
    }

    /** Nothing was sent. */
    public void cancel(InFlightSlot<D> slot) {
        slot.queue().bucket().giveBack();
        completed(slot);
        releaseMemory(slot);
    }

    /** What is in flight for this subscription takes none of its places from now on. */
    public void ignoreInFlight(SubscriptionKey key) {
        var queue = queues.get(key);
        if (queue != null) {
            queue.ignoreInFlight();
            free(queue);
        }
    }

    /** Its endpoint is another one, which neither has anything in flight nor was asked for anything lately. */
    public void resetForNewEndpoint(SubscriptionKey key) {
        var queue = queues.get(key);
        if (queue != null) {
            queue.bucket().refill();
            if (queue.waits() == Wait.ITS_RATE) {
                resting.remove(queue);
                queue.waits(Wait.NONE);
            }
            ignoreInFlight(key);
        }
    }

    private void free(SubscriptionQueue<D> queue) {
        freed = true;
        if (queue.waits() == Wait.ITS_SHARE) {
            withoutShare.remove(queue);
            queue.waits(Wait.NONE);
        }
        if (queue.waits() == Wait.NONE) {
            giveTurn(queue);
        }
    }

    private void giveTurn(SubscriptionQueue<D> queue) {
        if (queue.waiting() && !queue.atLimit()) {
            queue.waits(Wait.ITS_TURN);
            turns.add(queue);
        }
    }

    /** Looks again at those that had too much, once for all that was freed meanwhile. */
    private boolean shareAgain() {
        if (!freed || withoutShare.isEmpty()) {
            return false;
        }
        freed = false;
        for (var queue : withoutShare) {
            queue.waits(Wait.ITS_TURN);
            turns.add(queue);
        }
        withoutShare.clear();
        return true;
    }

    private void wakeRested(long now) {
        for (var queue = resting.peek(); queue != null && queue.rested() - now <= 0; queue = resting.peek()) {
            resting.remove();
            queue.waits(Wait.ITS_TURN);
            turns.add(queue);
        }
    }

    /** How long the next one has to wait for its rate; empty when none does. */
    public Optional<Duration> untilRested(long now) {
        return Optional.ofNullable(resting.peek()).map(queue -> Duration.ofNanos(Math.max(0, queue.rested() - now)));
    }

    /** Takes out all that waits for this subscription. */
    public List<D> drain(SubscriptionKey key) {
        var queue = queues.get(key);
        var drained = new ArrayList<D>();
        while (queue != null && queue.waiting()) {
            drained.add(queue.nextQueue().takeFirst().delivery());
        }
        return drained;
    }

    /** Takes out what should not be kept, so that what lies behind it in its partition is read on (decision 5). */
    public List<D> excess(long now, Function<SubscriptionKey, Duration> patience) {
        if (deliveries.calm() && tiers.calm()) {
            return List.of();
        }
        var excess = new ArrayList<D>();
        excess.addAll(shedder.of(deliveries, Origin.DELIVERIES, now, patience));
        excess.addAll(shedder.of(tiers, Origin.TIERS, now, patience));
        return excess;
    }

    /** Whether more of this origin should be read for this partition number. */
    public boolean roomFor(Origin origin, int number) {
        var backpressure = switch (origin) {
            case DELIVERIES -> deliveries;
            case TIERS -> tiers;
        };
        return !backpressure.full() && !backpressure.heldUp(number);
    }

    public long queuedBytes() {
        return deliveries.bytes() + tiers.bytes();
    }

    /** Sends away what waits and is no longer ours; what is known of endpoints may have changed with it. */
    public void removeIf(Predicate<D> gone) {
        for (var queue : queues.values()) {
            queue.of(Origin.DELIVERIES).removeIf(gone);
            queue.of(Origin.TIERS).removeIf(gone);
            queue.allowance(allowances.apply(queue.key()));
            if (queue.waits() == Wait.NONE) {
                giveTurn(queue);
            }
        }
    }

    /** Forgets the queues that have not been used for a while. */
    public void forgetIdle(long now) {
        queues.values().removeIf(queue -> queue.forgettable(now));
    }
}
