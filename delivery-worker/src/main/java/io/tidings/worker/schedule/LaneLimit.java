package io.tidings.worker.schedule;

import io.tidings.contract.lane.Lanes;
import io.tidings.contract.subscription.Extensions;
import io.tidings.worker.schedule.SchedulerLimits.PerSubscription;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The part of its subscription's limits that one lane may use, so that all lanes together keep to them without asking
 * each other, whichever workers own them (B-LIMIT). Pure.
 *
 * @param concurrent requests at once
 * @param queued deliveries that are kept in memory though they hold back the commit: at most a second's worth, and few
 *     for each of the requests at once
 * @param loaded deliveries that are kept in memory with those of the log
 * @param bytes of these deliveries
 */
public record LaneLimit(Rate rate, int concurrent, int queued, int loaded, long bytes) {
    /** That of a queue: it keeps nothing in memory, and what waits for receivers is loaded for them only (B-PULL). */
    public static final LaneLimit QUEUE = new LaneLimit(Rate.UNLIMITED, 1, 0, 0, 0);

    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    /** The requests that wait in memory for each of those at once. */
    private static final long BEHIND_EACH = 8;

    /** Enough of the log that a quick endpoint seldom waits for it. */
    private static final int LOADED_AT_ONCE = 64;

    /** The worker loads only what the rate lets it send within this time. */
    private static final Duration LOADED_FOR = Duration.ofSeconds(10);

    /**
     * Returns null for a subscription without limits.
     *
     * @param events the most of a request
     * @param bytes of the events of a request; 0 if it carries one event of any size
     * @param most that any lane may keep in memory
     */
    public static @Nullable LaneLimit of(Extensions subscription, int events, long bytes, PerSubscription most) {
        if (subscription.limits() == null) {
            return null;
        }
        var rate = rate(subscription);
        int concurrent = concurrent(subscription);
        long requests = Math.min(during(Duration.ofSeconds(1), rate), BEHIND_EACH * concurrent);
        long queued = Math.min(most.deliveries(), requests * events);
        long more = Math.min(LOADED_AT_ONCE, during(LOADED_FOR, rate) * events);
        return new LaneLimit(
                rate,
                concurrent,
                (int) queued,
                (int) Math.min(most.deliveries(), Math.max(queued, more)),
                Math.min(most.bytes() / 2, bytes == 0 ? Long.MAX_VALUE : requests * bytes));
    }

    /** Returns the requests that a rate admits in some time, but at least one. */
    private static long during(Duration time, Rate rate) {
        return rate.equals(Rate.UNLIMITED) ? Integer.MAX_VALUE : Math.max(1, time.dividedBy(rate.interval()));
    }

    private static Rate rate(Extensions subscription) {
        var limits = subscription.limits();
        var perSecond = limits == null ? null : limits.requestsPerSecond();
        return perSecond == null
                ? Rate.UNLIMITED
                : new Rate(Duration.ofNanos((long) Math.ceil(SECOND / perSecond))).sharedBy(subscription.lanes());
    }

    /** Returns a lane's part of the subscription's rate, and of another one if that is slower. */
    public static Rate slower(Rate other, Extensions subscription) {
        return other.sharedBy(subscription.lanes()).orSlower(rate(subscription));
    }

    /** Returns a lane's part of the requests at once; very many without a limit. */
    public static int concurrent(Extensions subscription) {
        var limits = subscription.limits();
        var requests = limits == null ? null : limits.concurrentRequests();
        return requests == null ? Integer.MAX_VALUE : Lanes.share(requests, subscription.lanes());
    }

    boolean boundsConcurrency() {
        return concurrent < Integer.MAX_VALUE;
    }

    /** Returns whether no other delivery may be kept in memory. */
    boolean filledBy(int deliveries, long taken) {
        return deliveries >= queued || taken >= bytes;
    }

    /** Returns how many deliveries to load from the log; none until that is worth a fetch. */
    int room(int deliveries, long taken) {
        boolean few = deliveries <= loaded - Math.max(1, loaded / 4);
        return few && taken < bytes ? loaded - deliveries : 0;
    }
}
