package io.tidings.ingest.overview;

import java.time.Duration;
import java.time.Instant;

/**
 * The progress of matching, as the brokers show it now and then. Matching is stalled if events are late and nobody
 * is there to match them, or if nothing has been matched for a while. Pure.
 *
 * @param matched offsets, of all partitions
 * @param since when that number was first seen, or events were last not late
 * @param asked when the brokers were last asked
 */
record MatchingProgress(long matched, Instant since, Instant asked, boolean stalled) {
    static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The age from which an observation says nothing about the present. */
    private static final Duration MEMORY = Duration.ofMinutes(1);

    /**
     * @param matched offsets, of all partitions
     * @param late whether an event that was appended longer ago than {@link #PATIENCE} is not matched
     * @param members whether the group of the topology has any
     */
    record Observation(Instant at, long matched, boolean late, boolean members) {}

    static MatchingProgress first(Observation now) {
        return new MatchingProgress(now.matched(), now.at(), now.at(), now.late() && !now.members());
    }

    MatchingProgress next(Observation now) {
        if (!now.late() || now.matched() != matched || now.at().isAfter(asked.plus(MEMORY))) {
            return first(now);
        }
        boolean patient = now.at().isBefore(since.plus(PATIENCE));
        return new MatchingProgress(matched, since, now.at(), !now.members() || !patient);
    }
}
