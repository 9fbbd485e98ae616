package io.tidings.contract.job;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** @param progress null until a runner has taken the job up */
public record Job(
        String id,
        JobRequest request,
        JobWish wish,
        @Nullable JobProgress progress) {
    /** From the end of a job on. */
    public static final Duration REMEMBERED = Duration.ofDays(14);

    /** A job that no runner has taken up obeys at once. */
    public JobState state() {
        if (progress != null) {
            return progress.state();
        }
        return switch (wish) {
            case RUN -> JobState.QUEUED;
            case PAUSE -> JobState.PAUSED;
            case CANCEL -> JobState.CANCELLED;
        };
    }

    public boolean ended() {
        return state().ended();
    }

    /** Returns whether it made deliveries, which later jobs must not make again. */
    public boolean broughtBack() {
        return progress != null && progress.counts().written() > 0;
    }

    /** The time when the job ended, or was created if it ended before it was taken up. */
    public Instant endTime() {
        return progress != null && progress.ended() != null ? progress.ended() : request.created();
    }
}
