package io.tidings.worker.schedule;

import io.tidings.contract.lane.Lane;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The queues of one lane of a subscription and its requests in flight. First attempts and retries have a queue each and
 * alternate, so that neither starves the other.
 */
final class SubscriptionQueue<D> {
    private static final long MAX_IDLE = Duration.ofMinutes(2).toNanos();

    /** Longer, because the first request of a new queue waits for the rate of its limit. */
    private static final long MAX_IDLE_OF_LIMITED = Duration.ofHours(1).toNanos();

    private final Lane lane;
    private final DeliveryQueue<D> deliveries;
    private final DeliveryQueue<D> tiers;
    private final TokenBucket bucket = new TokenBucket();
    private RequestAllowance allowance;
    /** Null if its subscription has no limits. */
    private @Nullable LaneLimit limit;

    private Wait wait = Wait.NONE;
    private boolean tiersNext;
    private int inFlight;
    private long bytesInFlight;
    private long lastStart;
    private long rested;
    private long generation;

    enum Wait {
        NONE,
        READY,
        ITS_SHARE,
        ITS_RATE
    }

    SubscriptionQueue(
            Lane lane,
            Backpressure<D> deliveries,
            Backpressure<D> tiers,
            RequestAllowance allowance,
            @Nullable LaneLimit limit,
            long now) {
        this.lane = lane;
        this.deliveries = new DeliveryQueue<>(this, deliveries);
        this.tiers = new DeliveryQueue<>(this, tiers);
        this.allowance = allowance;
        this.limit = limit;
        this.lastStart = now;
        if (limit != null && !limit.rate().equals(Rate.UNLIMITED)) {
            bucket.empty(limit.rate(), now);
        }
    }

    Lane lane() {
        return lane;
    }

    DeliveryQueue<D> of(Origin origin) {
        return switch (origin) {
            case DELIVERIES -> deliveries;
            case TIERS -> tiers;
        };
    }

    boolean waiting() {
        return deliveries.waiting() || tiers.waiting();
    }

    int size() {
        return deliveries.size() + tiers.size();
    }

    long bytes() {
        return deliveries.bytes() + tiers.bytes();
    }

    @Nullable
    LaneLimit limit() {
        return limit;
    }

    void limit(@Nullable LaneLimit now) {
        var rate = now == null ? Rate.UNLIMITED : now.rate();
        if (!rate.equals(limit == null ? Rate.UNLIMITED : limit.rate())) {
            bucket.rate(rate); // the next request sets a slower one of its endpoint
        }
        if ((limit == null) != (now == null)) {
            deliveries.limited(now != null);
            tiers.limited(now != null);
        }
        limit = now;
    }

    /** Returns whether a limit of its subscription allows no more deliveries in memory. */
    boolean filled() {
        return limit != null && limit.filledBy(size(), bytes());
    }

    int room() {
        return limit == null ? Integer.MAX_VALUE : limit.room(size(), bytes());
    }

    /** Returns the queue that is served next; one of the two must not be empty. */
    DeliveryQueue<D> nextQueue() {
        var next = tiersNext ? orOther(tiers) : orOther(deliveries);
        tiersNext = next == deliveries;
        return next;
    }

    /**
     * Takes the one that came last, of what is loaded and of retries if there are any: first attempts that are read
     * came before what waits in the log.
     */
    D takeLast() {
        return orOther(tiers).takeLast();
    }

    DeliveryQueue<D> orOther(DeliveryQueue<D> preferred) {
        return preferred.waiting() ? preferred : preferred == tiers ? deliveries : tiers;
    }

    void terms(RequestAllowance now, Rate rate) {
        allowance = now;
        bucket.rate(rate);
    }

    void allowance(RequestAllowance now) {
        allowance = now;
    }

    boolean atLimit() {
        return inFlight >= allowance.limit();
    }

    TokenBucket bucket() {
        return bucket;
    }

    InFlightSlot<D> begin(long now) {
        inFlight++;
        lastStart = now;
        bucket.take(now);
        var queue = nextQueue();
        return new InFlightSlot<>(this, queue, queue.takeFirst());
    }

    void ended(InFlightSlot<D> slot) {
        if (slot.generation() == generation) {
            inFlight--;
        }
    }

    /** Requests that go on still count where a limit says how many there may be. */
    void ignoreInFlight() {
        if (limit == null || !limit.boundsConcurrency()) {
            inFlight = 0;
            generation++;
        }
    }

    long generation() {
        return generation;
    }

    int inFlight() {
        return inFlight;
    }

    /** The memory of all its open requests, including ignored ones. */
    long bytesInFlight() {
        return bytesInFlight;
    }

    void bytesInFlight(long change) {
        bytesInFlight += change;
    }

    long lastStart() {
        return lastStart;
    }

    Wait waits() {
        return wait;
    }

    void waits(Wait now) {
        wait = now;
    }

    /** The time when the rate limit admits the next request; fixed when the wait began. */
    long rested() {
        return rested;
    }

    void rest() {
        wait = Wait.ITS_RATE;
        rested = bucket.opens();
    }

    boolean idle() {
        return wait == Wait.NONE && inFlight == 0 && bytesInFlight == 0 && !waiting();
    }

    boolean forgettable(long now) {
        return idle() && bucket.ready(now) && now - lastStart > (limit == null ? MAX_IDLE : MAX_IDLE_OF_LIMITED);
    }
}
