package io.tidings.export.job;

import io.tidings.contract.Durations;
import io.tidings.contract.job.Job;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The order in which jobs are opened: first the oldest of those that never were, then the one that has waited longest.
 * A job that failed waits before its next try. Pure; confined to one thread.
 */
final class JobQueue {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);
    private static final int MOST_DOUBLED = 4;
    private static final Place NEW = new Place(0, 0, 0);

    private final Function<Job, Set<String>> claims;
    private final Map<String, Place> places = new HashMap<>();
    private final Set<String> ended = new HashSet<>();
    private long opened;

    /**
     * @param opened the number of the last opening; 0 before the first
     * @param failures in a row
     * @param notBefore the next try, in nanoseconds; counts after a failure only
     */
    private record Place(long opened, int failures, long notBefore) {
        boolean waits(long now) {
            return failures > 0 && now - notBefore < 0;
        }
    }

    /** @param claims what only one open job can have */
    JobQueue(Function<Job, Set<String>> claims) {
        this.claims = claims;
    }

    /**
     * Returns the job to open.
     *
     * @param jobs the oldest first
     * @param open what the open jobs have for themselves
     * @param now in nanoseconds, like all times here
     */
    Optional<Job> next(Collection<Job> jobs, Set<String> open, long now) {
        var taken = new HashSet<>(open);
        return jobs.stream()
                .filter(job -> NextStep.of(job) != NextStep.NOTHING && !ended.contains(job.id()))
                .filter(job -> !place(job.id()).waits(now))
                .filter(job -> take(claims.apply(job), taken))
                .min((one, other) ->
                        Long.compare(place(one.id()).opened(), place(other.id()).opened()));
    }

    /** An older job that cannot be opened yet comes before later ones all the same. */
    private static boolean take(Set<String> claims, Set<String> taken) {
        boolean free = Collections.disjoint(claims, taken);
        taken.addAll(claims);
        return free;
    }

    void opened(String job) {
        var before = place(job);
        opened++;
        places.put(job, new Place(opened, before.failures(), before.notBefore()));
    }

    /** Returns how long the job waits for its next try. */
    Duration failed(String job, long now) {
        var before = place(job);
        int failures = before.failures() + 1;
        var wait = Durations.min(Duration.ofSeconds(1L << Math.min(failures, MOST_DOUBLED)), LONGEST_WAIT);
        places.put(job, new Place(before.opened(), failures, now + wait.toNanos()));
        return wait;
    }

    /** The number of failures in a row. */
    int failures(String job) {
        return place(job).failures();
    }

    void succeeded(String job) {
        places.computeIfPresent(job, (_, before) -> new Place(before.opened(), 0, 0));
    }

    /** Notes the end of a job, which is read from the topic only later. */
    void ended(String job) {
        places.remove(job);
        ended.add(job);
    }

    /** Forgets a job that is removed from the topic. */
    void removed(String job) {
        ended.remove(job);
    }

    void clear() {
        places.clear();
        ended.clear();
    }

    private Place place(String job) {
        return places.getOrDefault(job, NEW);
    }
}
