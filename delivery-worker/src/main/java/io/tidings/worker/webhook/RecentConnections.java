package io.tidings.worker.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.nio.AsyncConnectionEndpoint;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/**
 * Connections between two requests that follow closely. HttpClient's pool made futures and took a lock each time a
 * connection was leased and given back, an eighth of a worker's CPU; a busy connection stays out of that pool for a
 * while, so that it is asked only for the first request and after the last.
 *
 * <pre>
 *   pool ── lease ──> in use ── keep ──> recent ── take ──> in use
 *    ^                  │                  │
 *    └──────────────────┴── out for long, or idle
 * </pre>
 *
 * <p>Safe for use by several threads.
 */
public final class RecentConnections {
    /** Enough to keep two cores busy; the pool must have room for these beyond the requests under way. */
    public static final int MOST = 256;

    private static final Duration LONGEST_IDLE = Duration.ofSeconds(1);

    /** The pool minds that an endpoint closes a connection after so little time. */
    private static final TimeValue SHORT = TimeValue.ofSeconds(10);

    private final long longestOut;
    private final Map<HttpRoute, ConcurrentLinkedDeque<Idle>> idle = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * A connection that the pool has leased.
     *
     * @param leased when, by {@link System#nanoTime}
     */
    public record Lease(HttpRoute route, AsyncConnectionEndpoint endpoint, long leased) {}

    /**
     * @param since when its last request ended, by {@link System#nanoTime}
     * @param keptFor how long the endpoint keeps it open
     */
    private record Idle(Lease lease, long since, TimeValue keptFor) {
        boolean longAt(long now) {
            return now - since > LONGEST_IDLE.toNanos();
        }
    }

    /** Takes a connection back into the pool. */
    @FunctionalInterface
    interface Pool {
        void release(Lease lease, TimeValue keptFor);
    }

    /** @param longestOut of the pool, which looks at the age of a connection only when it leases it */
    RecentConnections(Duration longestOut) {
        this.longestOut = longestOut.toNanos();
    }

    /** Takes out the connection of a route that was used last; null if there is none. */
    @Nullable
    Lease take(HttpRoute route) {
        var ofRoute = idle.get(route);
        var last = ofRoute == null ? null : ofRoute.pollFirst();
        if (last == null) {
            return null;
        }
        count.decrementAndGet();
        return last.lease();
    }

    /** Keeps a connection for the next request; false if it has to go back to the pool. */
    boolean keep(Lease lease, TimeValue keptFor, long now) {
        if (now - lease.leased() > longestOut || closedSoon(keptFor)) {
            return false;
        }
        if (count.incrementAndGet() > MOST) {
            count.decrementAndGet();
            return false;
        }
        // adds within the map's lock, so that no deque is removed between being found and being filled
        idle.compute(lease.route(), (_, known) -> {
            var ofRoute = known == null ? new ConcurrentLinkedDeque<Idle>() : known;
            ofRoute.addFirst(new Idle(lease, now, keptFor));
            return ofRoute;
        });
        return true;
    }

    private static boolean closedSoon(TimeValue keptFor) {
        return TimeValue.isNonNegative(keptFor) && keptFor.compareTo(SHORT) < 0;
    }

    /** Gives back what has not been used for a while. */
    void sweep(long now, Pool pool) {
        for (var route : List.copyOf(idle.keySet())) {
            var ofRoute = idle.getOrDefault(route, new ConcurrentLinkedDeque<>());
            // the one that was given back first is at the end
            for (var oldest = ofRoute.peekLast(); oldest != null && oldest.longAt(now); oldest = ofRoute.peekLast()) {
                if (ofRoute.removeLastOccurrence(oldest)) { // else it was taken meanwhile
                    count.decrementAndGet();
                    pool.release(oldest.lease(), oldest.keptFor());
                }
            }
            idle.computeIfPresent(route, (_, each) -> each.isEmpty() ? null : each);
        }
    }
}
