package io.tidings.export.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.export.redrive.CannotRedrive;
import io.tidings.export.redrive.SubscriptionInForce;
import io.tidings.export.selection.RatePacer;
import io.tidings.export.source.JobItem;
import io.tidings.export.source.JobItem.Finding;
import io.tidings.export.source.JobItems;
import io.tidings.export.source.JobSources;
import io.tidings.export.telemetry.JobMetrics;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.common.KafkaException;

/**
 * The work on one job, in steps of about half a second, each with one or more transactions. Confined to one thread.
 *
 * <pre>
 *   count ──> write ──> done
 *     └─(dry run)────────^
 * </pre>
 */
final class JobRun implements AutoCloseable {
    private static final Duration STEP = Duration.ofMillis(500);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(2);
    private static final int MOST_IN_TRANSACTION = 500;

    /**
     * The tools that all jobs share.
     *
     * @param metrics counts what is written
     */
    record Tools(JobSources sources, JobMetrics metrics, InstantSource clock) {}

    private final Tools tools;
    private final Job job;
    private final SubscriptionInForce target;
    private final Collection<Job> past;
    private final JobTransactions transactions;
    private final JobTally tally;
    private final Deque<JobItem> polled = new ArrayDeque<>();
    private final RatePacer pace;
    private JobItems items;
    private JobState state = JobState.RUNNING;
    private JobProgress committed;
    private long reported;

    private JobRun(
            Tools tools,
            Job job,
            SubscriptionInForce target,
            Collection<Job> past,
            JobTransactions transactions,
            Instant now) {
        this.tools = tools;
        this.job = job;
        this.target = target;
        this.past = past;
        this.transactions = transactions;
        this.pace = new RatePacer(job.request().rate(), System.nanoTime());
        var before = job.progress();
        var positions = before == null || !before.counts().counted() ? Map.<String, Long>of() : before.positions();
        this.items = tools.sources().open(job, target, past, positions);
        this.tally = new JobTally(before, target.entry().uid(), now, items.oneByOne());
        this.committed = tally.progress(JobState.RUNNING, null, null);
        this.reported = System.nanoTime() - BETWEEN_REPORTS.toNanos();
    }

    /**
     * @param past all jobs
     * @param transactions closed with the run, and also if it cannot be opened
     * @throws CannotRedrive if the job cannot be done
     */
    static JobRun open(Tools tools, Job job, Collection<Job> past, JobTransactions transactions) {
        try {
            var now = tools.clock().instant();
            var sources = tools.sources();
            var target = SubscriptionInForce.of(job.request().subscription(), sources.clients(), sources.topics(), now);
            requireSame(job, target);
            return new JobRun(tools, job, target, past, transactions, now);
        } catch (RuntimeException e) {
            transactions.close();
            throw e;
        }
    }

    /** A job that began for a deleted subscription does not go on with another one of the same name. */
    private static void requireSame(Job job, SubscriptionInForce target) {
        var before = job.progress();
        if (before != null
                && before.uid() != null
                && !before.uid().equals(target.entry().uid())) {
            throw new CannotRedrive("subscription " + job.request().subscription()
                    + " was deleted and created again since the job began; create another job for it");
        }
    }

    String id() {
        return job.id();
    }

    JobState state() {
        return state;
    }

    /**
     * Works for about half a second; returns whether the job is done.
     *
     * @throws KafkaException if a transaction failed; a new run continues after the last one
     */
    boolean advance() {
        boolean done = tally.counted() ? write() : count();
        if (done) {
            end(JobState.DONE);
        }
        return done;
    }

    private boolean count() {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < STEP.toNanos()) {
            if (items.finished()) {
                return countedAll();
            }
            items.poll(POLL).forEach(tally::count);
        }
        if (System.nanoTime() - reported >= BETWEEN_REPORTS.toNanos()) {
            report();
        }
        return false;
    }

    private boolean countedAll() {
        tally.countedAll(job.request().dryRun());
        if (job.request().dryRun() || tally.selected() == 0) {
            return true;
        }
        report();
        items.close();
        items = tools.sources().open(job, target, past, tally.positions());
        return false;
    }

    private boolean write() {
        long begun = System.nanoTime();
        boolean done = false;
        while (!done && System.nanoTime() - begun < STEP.toNanos()) {
            if (polled.isEmpty()) {
                done = items.finished();
                polled.addAll(done ? List.of() : items.poll(POLL));
            } else if (!paced(begun)) {
                break;
            } else {
                take(polled.remove());
            }
        }
        if (transactions.begun() > 0 || System.nanoTime() - reported >= BETWEEN_REPORTS.toNanos()) {
            report();
        }
        return done;
    }

    /** Waits until the next item may be written; returns false if the step is over before. */
    private boolean paced(long begun) {
        if (!tally.due(polled.element())) {
            return true;
        }
        long end = begun + STEP.toNanos();
        long now = System.nanoTime();
        while (pace.waitBeforeNext(now).isPositive() && now < end) {
            LockSupport.parkNanos(Math.min(pace.waitBeforeNext(now).toNanos(), end - now));
            now = System.nanoTime();
        }
        return !pace.waitBeforeNext(now).isPositive();
    }

    private void take(JobItem item) {
        if (tally.due(item) && item.finding() instanceof Finding.Selected(var _, var draft)) {
            transactions.send(draft.at(tools.clock().instant()));
            tally.written();
            pace.passed(System.nanoTime());
        }
        tally.passed(item);
        if (transactions.begun() >= MOST_IN_TRANSACTION) {
            report();
        }
    }

    private void report() {
        commit(tally.progress(JobState.RUNNING, null, null));
    }

    /** Writes that the job is paused or has ended. */
    void end(JobState last) {
        commit(tally.progress(last, last.ended() ? tools.clock().instant() : null, null));
        state = last;
    }

    private void commit(JobProgress progress) {
        int deliveries = transactions.begun();
        transactions.commit(job.id(), progress);
        committed = progress;
        tools.metrics().written(job.request(), deliveries);
        reported = System.nanoTime();
    }

    /** The progress that counts if the job cannot go on: what was written since is discarded. */
    JobProgress committed() {
        return committed;
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
