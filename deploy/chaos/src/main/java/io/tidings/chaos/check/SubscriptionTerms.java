package io.tidings.chaos.check;

import io.tidings.contract.RetryLadder;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The terms that a subscription asked for.
 *
 * @param matches whether its filter matches the event with that id
 * @param timeToLive of each event, scaled
 * @param deadLetters whether it has a destination for dead letters
 * @param passing whether it comes and goes
 * @param schedule of its retries, unscaled; empty for the usual one
 * @param orderKey of the event with that id; null if events are delivered in no order
 * @param requestsPerSecond at most; 0 for any number
 * @param concurrentRequests at most; 0 for any number
 * @param once whether an event that is published twice, or before its creation, has one chain
 * @param queue whether receivers fetch its events
 */
public record SubscriptionTerms(
        Predicate<String> matches,
        int maxAttempts,
        Duration timeToLive,
        boolean deadLetters,
        boolean passing,
        List<Duration> schedule,
        @Nullable UnaryOperator<String> orderKey,
        int requestsPerSecond,
        int concurrentRequests,
        boolean once,
        boolean queue) {
    public SubscriptionTerms {
        schedule = List.copyOf(schedule);
    }

    /** Terms without limits, for events that are sent. */
    SubscriptionTerms(
            Predicate<String> matches,
            int maxAttempts,
            Duration timeToLive,
            boolean deadLetters,
            boolean passing,
            List<Duration> schedule,
            @Nullable UnaryOperator<String> orderKey) {
        this(matches, maxAttempts, timeToLive, deadLetters, passing, schedule, orderKey, 0, 0, false, false);
    }

    /** The wait after so many attempts. */
    public Duration step(int attempts, RetryLadder ladder) {
        return schedule.isEmpty()
                ? ladder.step(attempts)
                : ladder.scale().of(schedule.get(Math.min(attempts, schedule.size()) - 1));
    }
}
