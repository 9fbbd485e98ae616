package io.tidings.export.job;

import io.tidings.contract.job.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** Decides which ended jobs need no longer be remembered. Pure. */
final class JobMemory {
    /** The number of jobs that are remembered although they brought nothing back. */
    static final int MOST_REMEMBERED = 1_000;

    private JobMemory() {}

    /**
     * Returns jobs whose end is long ago, and the oldest of too many that brought nothing back. The others are needed:
     * without them a later job would bring the same events back.
     */
    static List<Job> superfluous(Collection<Job> jobs, Instant now) {
        var oldest = now.minus(Job.REMEMBERED);
        var superfluous = new ArrayList<Job>();
        var idle = new ArrayList<Job>();
        for (var job : jobs) {
            if (job.ended() && job.endTime().isBefore(oldest)) {
                superfluous.add(job);
            } else if (job.ended() && !job.broughtBack()) {
                idle.add(job);
            }
        }
        idle.sort(Comparator.comparing(Job::endTime).reversed());
        superfluous.addAll(idle.subList(Math.min(MOST_REMEMBERED, idle.size()), idle.size()));
        return superfluous;
    }
}
