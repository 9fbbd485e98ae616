package io.tidings.export.window;

import io.tidings.contract.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The destinations that accept nothing: when each is tried again, and how long it has been unavailable. A slow
 * response delays only the containers of its account. Confined to the poll thread.
 */
public final class DestinationBackoff {
    private static final Duration FIRST_REST = Duration.ofMillis(500);

    public static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final Map<BlobContainer, Backoff> resting = new HashMap<>();
    private final Map<BlobContainer, OutageHistory> histories = new HashMap<>();
    private final Map<String, Instant> slowAccounts = new HashMap<>();

    private record Backoff(Instant until, Duration length) {}

    /** Returns whether the destination must not be tried now. */
    public boolean rests(BlobContainer destination, Instant now) {
        var rest = resting.get(destination);
        return (rest != null && now.isBefore(rest.until())) || slow(destination, now);
    }

    /** Returns whether the account must leave time to others, because its last request took long. */
    public boolean slow(BlobContainer destination, Instant now) {
        return now.isBefore(slowAccounts.getOrDefault(destination.account(), Instant.MIN));
    }

    /**
     * Begins or extends the backoff after a failed request.
     *
     * @return whether it is the first failure since a success
     */
    public boolean failed(BlobContainer destination, Instant begun, Instant ended, Duration atLeast) {
        histories.computeIfAbsent(destination, _ -> new OutageHistory()).failed(begun, ended);
        var before = resting.get(destination);
        var usual = before == null ? FIRST_REST : Durations.min(before.length().multipliedBy(2), LONGEST_REST);
        var length = Durations.max(usual, atLeast);
        resting.put(destination, new Backoff(ended.plus(length), length));
        return before == null;
    }

    /** Delays an account whose failures take long, or it would make the others wait most of the time. */
    public void leaveTimeToOthers(BlobContainer destination, Instant begun, Instant ended) {
        var took = Duration.between(begun, ended);
        slowAccounts.put(destination.account(), ended.plus(took.multipliedBy(3)));
    }

    /** Ends the backoff; returns whether there was one. */
    public boolean responded(BlobContainer destination) {
        var history = histories.get(destination);
        if (history != null) {
            history.responded();
        }
        return resting.remove(destination) != null;
    }

    public Duration unavailable(BlobContainer destination, Instant start, Instant end) {
        var history = histories.get(destination);
        return history == null ? Duration.ZERO : history.within(start, end);
    }
}
