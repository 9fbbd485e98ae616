package io.tidings.export.job;

import io.tidings.contract.DomainTopic;
import io.tidings.contract.job.Job;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.function.ToLongFunction;

/** Decides which ended jobs need no longer be remembered. Pure. */
final class JobMemory {
    /** Of the jobs that are remembered although they brought nothing back. */
    static final int MOST_IDLE = 1_000;

    private static final int MOST_IDLE_OF_TOPIC = 100;
    private static final long MOST_IDLE_BYTES_OF_TOPIC = 1024 * 1024;

    /** The idle jobs of a topic that are kept. */
    private static final class Kept {
        private int number;
        private long bytes;

        boolean hasRoom(long size) {
            return number < MOST_IDLE_OF_TOPIC && bytes + size <= MOST_IDLE_BYTES_OF_TOPIC;
        }

        void add(long size) {
            number++;
            bytes += size;
        }
    }

    private JobMemory() {}

    /**
     * Returns jobs whose end is long ago, and the oldest of too many that brought nothing back. The others are needed:
     * without them a later job would bring the same events back.
     *
     * @param bytes of the records of a job
     */
    static List<Job> superfluous(Collection<Job> jobs, ToLongFunction<Job> bytes, Instant now) {
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
        var kept = new HashMap<String, Kept>();
        int number = 0;
        for (var job : idle) {
            long size = bytes.applyAsLong(job);
            var ofTopics = job.request().targets().topics().stream()
                    .map(DomainTopic::owner) // the topics of a domain share what one topic may have
                    .distinct()
                    .map(topic -> kept.computeIfAbsent(topic, _ -> new Kept()))
                    .toList();
            if (number < MOST_IDLE && ofTopics.stream().allMatch(each -> each.hasRoom(size))) {
                ofTopics.forEach(each -> each.add(size));
                number++;
            } else {
                superfluous.add(job);
            }
        }
        return superfluous;
    }
}
