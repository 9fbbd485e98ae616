package io.tidings.contract.subscription;

import org.jspecify.annotations.Nullable;

/**
 * The bounds of the requests of one subscription, from all workers together (B-LIMIT). A batch is one request.
 *
 * @param requestsPerSecond 0.1 to 10,000, evenly spaced; null for no such limit
 * @param concurrentRequests 1 to 1,000; null for no such limit
 */
public record RequestLimits(
        @Nullable Double requestsPerSecond, @Nullable Integer concurrentRequests) {
    public static final double LOWEST_RATE = 0.1;
    public static final double HIGHEST_RATE = 10_000;
    public static final int MOST_CONCURRENT = 1_000;

    /** One lane waits no longer than this for its turn, so that all lanes keep to the rate together. */
    private static final int LONGEST_INTERVAL_SECONDS = 10;

    public RequestLimits {
        if (requestsPerSecond != null && !(requestsPerSecond >= LOWEST_RATE && requestsPerSecond <= HIGHEST_RATE)) {
            throw new IllegalArgumentException(requestsPerSecond + " requests a second");
        }
        if (concurrentRequests != null && (concurrentRequests < 1 || concurrentRequests > MOST_CONCURRENT)) {
            throw new IllegalArgumentException(concurrentRequests + " concurrent requests");
        }
    }

    /** Returns the most lanes that can share these limits. */
    int mostLanes() {
        int byRate = requestsPerSecond == null
                ? Integer.MAX_VALUE
                : (int) Math.max(1, Math.floor(requestsPerSecond * LONGEST_INTERVAL_SECONDS));
        return concurrentRequests == null ? byRate : Math.min(byRate, concurrentRequests);
    }
}
