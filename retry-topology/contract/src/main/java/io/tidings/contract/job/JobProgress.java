package io.tidings.contract.job;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The progress of a job. It is written in the transaction of the deliveries that it counts.
 *
 * @param started null if the job ended before it could start
 * @param error why the job failed; null if it did not
 * @param examples at most {@link #MOST_EXAMPLES}
 * @param positions by partition, such as {@code tidings.dead-letters-3}, the offset of the next record to bring back; by
 *     blob the number of the next record
 * @param uids of the subscriptions that get the deliveries; empty before they are known
 */
public record JobProgress(
        JobState state,
        @Nullable Instant started,
        @Nullable Instant ended,
        @Nullable String error,
        JobCounts counts,
        List<JobExample> examples,
        Map<String, Long> positions,
        Set<String> uids) {
    public static final int MOST_EXAMPLES = 10;

    public JobProgress {
        examples = List.copyOf(examples);
        positions = Map.copyOf(positions);
        uids = Set.copyOf(uids);
    }

    /** Returns the same progress of a job that is in another state. */
    public JobProgress in(JobState other, @Nullable Instant end, @Nullable String why) {
        return new JobProgress(other, started, end, why, counts, examples, positions, uids);
    }
}
