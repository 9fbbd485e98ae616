package io.tidings.contract.job;

import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;

/**
 * The next step of the owner with a subscription whose start is open (B-START). Each may be done twice. Pure.
 *
 * <pre>
 *   ASK ──> WAIT, until the job has caught up, or was cancelled, or failed ──> MARK ──> END
 * </pre>
 *
 * <p>Markers are appended until the end: a partition may be added when the job is done and matching still far behind.
 */
public enum StartStep {
    /** Ask for the job. */
    ASK,
    WAIT,
    /** Append a marker to each partition that has none of this owner, and wait. */
    MARK,
    /** Matching goes on where the job has ended. */
    END;

    /**
     * @param matched returns up to which offset matching has committed a partition, by its name: it never reads again what is before;
     *     {@link Long#MAX_VALUE} if there is no such partition any more
     */
    public static StartStep of(Optional<Job> job, ToLongFunction<String> matched) {
        if (job.isEmpty()) {
            return ASK;
        }
        var progress = job.get().progress();
        var positions = progress == null ? Map.<String, Long>of() : progress.positions();
        if (job.get().ended()) {
            boolean behind = StartPlaces.partitions(positions).entrySet().stream()
                    .allMatch(each -> matched.applyAsLong(each.getKey()) >= each.getValue());
            return behind ? END : MARK;
        }
        return positions.containsKey(StartPlaces.CAUGHT_UP) ? MARK : WAIT;
    }
}
