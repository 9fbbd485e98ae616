package io.tidings.export.selection;

import io.tidings.contract.job.JobSelection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The hours of the blobs that a redrive reads.
 *
 * @param first inclusive
 * @param end exclusive
 */
public record BlobHours(Instant first, Instant end) {
    public static BlobHours of(JobSelection select) {
        return new BlobHours(select.from().truncatedTo(ChronoUnit.HOURS), select.to());
    }

    boolean contains(Instant hour) {
        return !hour.isBefore(first) && hour.isBefore(end);
    }
}
