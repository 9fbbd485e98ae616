package io.tidings.export.outage;

import io.tidings.contract.Durations;
import io.tidings.export.window.Destination;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * The destinations that take nothing: until when each is left alone, and for how long it has been asked in vain.
 *
 * <p>The others are not concerned, nor are those of other accounts when one responds late. Confined to the poll thread.
 */
public final class DestinationBackoff {
    private static final Duration FIRST_REST = Duration.ofMillis(500);

    /** How long a destination is left alone at most. */
    public static final Duration LONGEST_REST = Duration.ofSeconds(30);

    private final Map<Destination, Backoff> resting = new HashMap<>();
    private final Map<Destination, OutageHistory> histories = new HashMap<>();
    private final Map<String, Instant> slowAccounts = new HashMap<>();

    /** A destination is not tried again before this. */
    private record Backoff(Instant until, Duration length) {}

    /** Whether the destination is left alone now. */
    public boolean rests(Destination destination, Instant now) {
        var rest = resting.get(destination);
        return (rest != null && now.isBefore(rest.until())) || slow(destination, now);
    }

    /** Whether time is left to other accounts, because the last request to this one took long. */
    public boolean slow(Destination destination, Instant now) {
        return now.isBefore(slowAccounts.getOrDefault(destination.account(), Instant.MIN));
    }

    /**
     * Leaves the destination alone after a request that failed, longer and longer.
     *
     * @return whether it is the first such request since it took something
     */
    public boolean failed(Destination destination, Instant begun, Instant ended, Duration atLeast) {
        histories.computeIfAbsent(destination, _ -> new OutageHistory()).failed(begun, ended);
        var before = resting.get(destination);
        var usual = before == null ? FIRST_REST : Durations.min(before.length().multipliedBy(2), LONGEST_REST);
        var length = usual.compareTo(atLeast) > 0 ? usual : atLeast;
        resting.put(destination, new Backoff(ended.plus(length), length));
        return before == null;
    }

    /** An account that takes long to fail, in whatever container, would have the others wait most of the time. */
    public void leaveTimeToOthers(Destination destination, Instant begun, Instant ended) {
        var took = Duration.between(begun, ended);
        slowAccounts.put(destination.account(), ended.plus(took.multipliedBy(3)));
    }

    /** The destination responded; returns whether it had not before. */
    public boolean responded(Destination destination) {
        var history = histories.get(destination);
        if (history != null) {
            history.responded();
        }
        return resting.remove(destination) != null;
    }

    /** For how long of the time between two moments the destination was asked in vain. */
    public Duration unavailable(Destination destination, Instant start, Instant end) {
        var history = histories.get(destination);
        return history == null ? Duration.ZERO : history.within(start, end);
    }
}
