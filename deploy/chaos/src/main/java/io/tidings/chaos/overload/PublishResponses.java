package io.tidings.chaos.overload;

import io.tidings.testbed.load.EventPoster;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;

/** The responses to a publisher. */
final class PublishResponses {
    private final Map<Integer, Long> statuses = new TreeMap<>();
    private long withRetryAfter;
    private Duration slowest = Duration.ZERO;

    void add(EventPoster.Result result) {
        statuses.merge(result.status(), 1L, Long::sum);
        withRetryAfter += result.retryAfter() ? 1 : 0;
        slowest = result.took().compareTo(slowest) > 0 ? result.took() : slowest;
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
