package io.tidings.chaos.overload;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** How a publisher was answered. */
final class PublishResponses {
    /** Nobody listened, or the connection broke. */
    static final int NONE = 0;

    private final Map<Integer, Long> statuses = new TreeMap<>();
    private long withRetryAfter;
    private Duration slowest = Duration.ZERO;

    void add(int status, boolean retryAfter, Duration took) {
        statuses.merge(status, 1L, Long::sum);
        withRetryAfter += retryAfter ? 1 : 0;
        slowest = took.compareTo(slowest) > 0 ? took : slowest;
    }

    long all() {
        return statuses.values().stream().mapToLong(Long::longValue).sum();
    }

    long with(int status) {
        return statuses.getOrDefault(status, 0L);
    }

    long withRetryAfter() {
        return withRetryAfter;
    }

    Duration slowest() {
        return slowest;
    }

    @Override
    public String toString() {
        return statuses.toString();
    }
}
