package io.tidings.export.job;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.export.selection.RatePacer;
import io.tidings.export.source.CannotRedrive;
import io.tidings.export.source.JobItem;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.export.source.JobItems;
import io.tidings.export.source.JobSources;
import io.tidings.export.source.TargetsInForce;
import io.tidings.export.write.JobMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.KafkaException;

/**
 * The work on one job, in turns of at most half a second. A turn ends with a transaction if it has written deliveries.
 * Confined to one thread.
 *
 * <pre>
 *   count ──> write ──> done
 *     └─(dry run)────────^
 * </pre>
 *
 * <p>A start writes from the beginning on: it would read all events twice, and more come while it counts.
 */
final class JobRun implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(2);
    private static final int MOST_IN_TRANSACTION = 500;

    /** Between deliveries at a rate, so that one transaction has those of half a second. */
    private static final Duration SHORTEST_REST = Duration.ofMillis(500);

    /** About the turns of all other jobs and a rest, so that each job keeps its rate. */
    private static final Duration SLACK = Duration.ofSeconds(1);

    /** The time for which a job has its place if others wait for one. */
    private static final Duration SHORTEST_STAY = Duration.ofSeconds(30);

    private final JobSources sources;
    private final JobMetrics metrics;
    private final InstantSource clock;
    private final Job job;
    private final TargetsInForce targets;
    private final Collection<Job> past;
    private final JobTransactions transactions;
    private final JobTally tally;
    private final Deque<JobItem> polled = new ArrayDeque<>();
    /** The deliveries of the open transaction. */
    private final Map<SubscriptionKey, Integer> uncommitted = new HashMap<>();

    private final boolean counts;
    private final RatePacer pace;
    private final long opened = System.nanoTime();
    private JobItems items;
    private JobState state = JobState.RUNNING;
    private boolean wrote;
    private long reported;
    private long restsUntil = opened;

    /**
     * @param past all jobs
     * @param transactions closed with the run
     * @throws CannotRedrive if the job cannot be done
     */
    JobRun(
            JobSources sources,
            JobMetrics metrics,
            InstantSource clock,
            Job job,
            Collection<Job> past,
            JobTransactions transactions) {
        this.sources = sources;
        this.metrics = metrics;
        this.clock = clock;
        this.job = job;
        this.past = past;
        this.transactions = transactions;
        var now = clock.instant();
        this.targets = TargetsInForce.of(job, sources.clients(), sources.topics(), now);
        this.pace = new RatePacer(job.request().rate(), SLACK, opened);
        var before = job.progress();
        this.counts = job.request().kind() != JobKind.START;
        var positions =
                before == null || (counts && !before.counts().counted()) ? Map.<String, Long>of() : before.positions();
        this.items = sources.open(job, targets, past, positions);
        this.tally = new JobTally(before, targets.uids(), now, !counts, items.oneByOne());
        this.reported = opened - BETWEEN_REPORTS.toNanos();
    }

    String id() {
        return job.id();
    }

    Set<String> claims() {
        return sources.claims(job);
    }

    JobState state() {
        return state;
    }

    /** Returns how long there is nothing to do. */
    Duration rest(long now) {
        return Duration.ofNanos(Math.max(0, restsUntil - now));
    }

    /** Returns whether the source has not responded yet. */
    boolean waiting() {
        return items.waiting();
    }

    /** Returns whether the job has come on since it was opened, so that it may be closed for another one. */
    boolean mayGiveWay() {
        return (wrote || !counts) && System.nanoTime() - opened >= SHORTEST_STAY.toNanos();
    }

    /**
     * Works for a turn at most; returns whether the job is done.
     *
     * @throws KafkaException if a transaction failed; a new run continues after the last one
     */
    boolean advance(Duration turn) {
        long end = System.nanoTime() + turn.toNanos();
        boolean done = (tally.counted() || !counts) ? write(end) : count(end);
        if (done) {
            end(JobState.DONE);
        }
        return done;
    }

    private boolean count(long end) {
        while (System.nanoTime() - end < 0) {
            if (items.finished()) {
                return countedAll();
            }
            items.poll(POLL).forEach(tally::count);
            if (items.waiting()) {
                restFor(POLL);
                break;
            }
        }
        if (reportDue()) {
            report();
        }
        return false;
    }

    private boolean reportDue() {
        return System.nanoTime() - reported >= BETWEEN_REPORTS.toNanos();
    }

    private void restFor(Duration length) {
        restsUntil = System.nanoTime() + length.toNanos();
    }

    private boolean countedAll() {
        tally.countedAll(job.request().dryRun());
        if (job.request().dryRun() || tally.selected() == 0) {
            return true;
        }
        report();
        items.close();
        items = sources.open(job, targets, past, tally.positions());
        return false;
    }

    private boolean write(long end) {
        boolean done = false;
        while (!done && System.nanoTime() - end < 0) {
            if (!polled.isEmpty()) {
                if (tooEarly(polled.element())) {
                    break;
                }
                take(polled.remove());
            } else if (items.finished()) {
                done = true;
            } else if (!pollMore()) {
                break;
            }
        }
        if (transactions.begun() > 0 || reportDue()) {
            report();
        }
        return done;
    }

    /** Returns false if the source has not responded yet. */
    private boolean pollMore() {
        polled.addAll(items.poll(POLL));
        if (items.waiting()) {
            restFor(POLL);
        }
        return !items.waiting();
    }

    private boolean tooEarly(JobItem item) {
        var wait = tally.due(item) ? pace.waitBeforeNext(System.nanoTime()) : Duration.ZERO;
        if (wait.isPositive()) {
            restFor(wait.compareTo(SHORTEST_REST) < 0 ? SHORTEST_REST : wait);
        }
        return wait.isPositive();
    }

    private void take(JobItem item) {
        if (!counts) {
            tally.countInPassing(item);
        }
        if (tally.due(item)) {
            item.selected().forEach(this::send);
        }
        tally.passed(item);
        if (transactions.begun() >= MOST_IN_TRANSACTION) {
            report();
        }
    }

    private void send(Finding.Selected found) {
        transactions.send(found.draft().at(clock.instant()), found.lane());
        uncommitted.merge(found.subscription(), 1, Integer::sum);
        tally.written();
        wrote = true;
        pace.passed(System.nanoTime());
    }

    private void report() {
        commit(tally.progress(JobState.RUNNING, null, null));
    }

    /** Writes that the job is paused or has ended. */
    void end(JobState last) {
        commit(tally.progress(last, last.ended() ? clock.instant() : null, null));
        state = last;
    }

    private void commit(JobProgress progress) {
        transactions.commit(job.id(), progress);
        uncommitted.forEach(
                (subscription, number) -> metrics.written(job.request().kind(), subscription, number));
        uncommitted.clear();
        reported = System.nanoTime();
    }

    @Override
    public void close() {
        try {
            items.close();
        } finally {
            transactions.close();
        }
    }
}
