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
 * @param queued deliveries that are kept in memory, others wait in the log: a second's worth, but no more than few for each of
 *     the requests at once
 * @param queuedBytes of these deliveries
 */
public record LaneLimit(Rate rate, int concurrent, int queued, long queuedBytes) {
    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    /** Requests that wait in memory for each of those at once, so that a quick endpoint never waits for the log. */
    private static final long BEHIND_EACH = 8;

    /**
     * Returns null for a subscription without limits.
     *
     * @param batch the most events of a request
     * @param most that any lane may keep in memory
     */
    public static @Nullable LaneLimit of(Extensions subscription, int batch, PerSubscription most) {
        if (subscription.limits() == null) {
            return null;
        }
        var rate = rate(subscription);
        int concurrent = concurrent(subscription);
        long aSecond = rate.equals(Rate.UNLIMITED)
                ? Integer.MAX_VALUE
                : Math.max(1, Duration.ofSeconds(1).dividedBy(rate.interval()));
        long queued = Math.min(most.deliveries(), Math.min(aSecond, BEHIND_EACH * concurrent) * batch);
        return new LaneLimit(rate, concurrent, (int) queued, most.bytes() / 2);
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
    boolean filledBy(int deliveries, long bytes) {
        return deliveries >= queued || bytes >= queuedBytes;
    }

    /** Returns how many deliveries to load from the log; none until that is worth a fetch. */
    int room(int deliveries, long bytes) {
        boolean few = deliveries <= queued - Math.max(1, queued / 4);
        return few && bytes < queuedBytes ? queued - deliveries : 0;
    }
}
