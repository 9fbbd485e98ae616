package io.tidings.ingest.health;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.timeline.ActiveMinute;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * The attempts for one subscription in the last minutes that are over. Pure.
 *
 * @param delivered events
 * @param failed attempts
 * @param lastFailed the newest minute with a failed attempt; null if there is none
 * @param until the end of the newest minute
 */
public record RecentAttempts(
        long delivered, long failed, @Nullable Instant lastFailed, Instant until) {
    static final Duration MINUTES = Duration.ofMinutes(5);

    private static final Duration MINUTE = Duration.ofMinutes(1);

    /** One failed attempt of so many is too much. */
    private static final int TOO_MUCH = 10;

    /** @param minutes of one subscription, none of them before the last five */
    static RecentAttempts of(Collection<ActiveMinute> minutes, Instant until) {
        return new RecentAttempts(
                minutes.stream().mapToLong(ActiveMinute::delivered).sum(),
                minutes.stream().mapToLong(ActiveMinute::failed).sum(),
                minutes.stream()
                        .filter(each -> each.failed() > 0)
                        .map(ActiveMinute::minute)
                        .max(Instant::compareTo)
                        .orElse(null),
                until);
    }

    public long attempts() {
        return delivered + failed;
    }

    /** Returns the sum of both, of the same minutes. */
    public RecentAttempts plus(RecentAttempts other) {
        var latest = lastFailed == null || (other.lastFailed != null && other.lastFailed.isAfter(lastFailed))
                ? other.lastFailed
                : lastFailed;
        return new RecentAttempts(delivered + other.delivered, failed + other.failed, latest, until);
    }

    public ObjectNode json() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("minutes", MINUTES.toMinutes())
                .put("delivered", delivered)
                .put("failed", failed);
    }

    boolean failTooOften() {
        return failed > 0 && failed * TOO_MUCH >= attempts();
    }

    /**
     * Returns whether deliveries have succeeded since the newest failure: if none did before, one is enough; else a
     * whole minute has to pass without a failure.
     *
     * @param lastDelivered null if nothing was delivered yet
     */
    boolean wellSince(@Nullable Instant lastDelivered) {
        if (lastFailed == null) {
            return true;
        }
        var over = lastFailed.plus(MINUTE);
        return delivered == 0
                ? lastDelivered != null && !lastDelivered.isBefore(over)
                : !over.plus(MINUTE).isAfter(until);
    }
}
