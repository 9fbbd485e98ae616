package io.tidings.export.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobState;

/** The step that the runner takes with a job that it is not working on. Pure. */
enum NextStep {
    NOTHING,
    /** Take it up, or continue it after the last commit. */
    RUN,
    /** Write that it is paused: its former runner ended before it could. */
    PAUSE,
    CANCEL;

    static NextStep of(Job job) {
        var progress = job.progress();
        if (job.ended()) {
            return NOTHING;
        }
        return switch (job.wish()) {
            case RUN -> RUN;
            case PAUSE -> progress == null || progress.state() == JobState.PAUSED ? NOTHING : PAUSE;
            case CANCEL -> CANCEL;
        };
    }
}
