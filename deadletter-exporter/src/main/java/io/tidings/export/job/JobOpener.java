package io.tidings.export.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.export.source.JobSources;
import io.tidings.export.write.JobMetrics;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.common.errors.AuthorizationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens jobs, and ends those that cannot be done. It fences a former owner first, so that the progress which is read
 * then is final, and that no former owner can write the end of a job that goes on. Confined to one thread.
 */
final class JobOpener {
    private static final Logger log = LoggerFactory.getLogger(JobOpener.class);

    private static final JobProgress NOT_BEGUN =
            new JobProgress(JobState.QUEUED, null, null, null, JobCounts.NONE, List.of(), Map.of(), Set.of());

    private final JobSources sources;
    private final JobMetrics metrics;
    private final JobRecords records;
    private final InstantSource clock;
    /** The reasons of jobs that are to end as failed. */
    private final Map<String, String> failures = new HashMap<>();

    JobOpener(JobSources sources, JobMetrics metrics, JobRecords records, InstantSource clock) {
        this.sources = sources;
        this.metrics = metrics;
        this.records = records;
        this.clock = clock;
    }

    /** Makes the next opening of the job end it; returns false if there is such a reason already. */
    boolean fail(String job, String reason) {
        return failures.putIfAbsent(job, reason) == null;
    }

    /** Forgets all reasons: another owner may have continued the jobs. */
    void clear() {
        failures.clear();
    }

    /**
     * @param readToEnd reads the jobs into the table, up to their present end; returns whether it could
     * @return the run; empty if there is nothing to do for the job any more
     */
    Optional<JobRun> open(Job asked, JobTable table, BooleanSupplier readToEnd) {
        var transactions = transactions(asked);
        if (transactions.isEmpty()) {
            return Optional.empty();
        }
        var run = Optional.<JobRun>empty();
        try {
            sources.fenceRivals(asked, table.jobs());
            var job = readToEnd.getAsBoolean() ? table.job(asked.id()) : Optional.<Job>empty();
            if (job.isPresent() && beginOrEnd(job.get(), transactions.get())) {
                run = Optional.of(new JobRun(sources, metrics, clock, job.get(), table.jobs(), transactions.get()));
            }
            return run;
        } finally {
            if (run.isEmpty()) {
                transactions.get().close();
            }
        }
    }

    /** Returns empty if the job has ended, because the exporter has no right to its transactions. */
    private Optional<JobTransactions> transactions(Job job) {
        try {
            return Optional.of(JobTransactions.open(sources.clients(), sources.topics(), sources.transactionalId(job)));
        } catch (AuthorizationException e) {
            var reason = failures.get(job.id());
            if (reason == null) {
                throw e;
            }
            // No instance has the right, so none can continue the job meanwhile.
            records.write(job.id(), failed(job, reason));
            failures.remove(job.id());
            return Optional.empty();
        }
    }

    /** Begins a job; returns false if it is not to be worked on, which is written then. */
    private boolean beginOrEnd(Job job, JobTransactions transactions) {
        var id = job.id();
        var failure = failures.get(id);
        var step = NextStep.of(job);
        if (step == NextStep.RUN && failure == null) {
            var request = job.request();
            log.info("job {} runs: {} for {}", id, request.kind().wireName(), request.targets());
            return true;
        }
        switch (step) {
            case RUN -> transactions.commit(id, failed(job, String.valueOf(failure)));
            case PAUSE -> transactions.commit(id, ofState(job.progress(), JobState.PAUSED, null));
            case CANCEL -> transactions.commit(id, ofState(job.progress(), JobState.CANCELLED, null));
            case NOTHING -> {}
        }
        failures.remove(id);
        return false;
    }

    private JobProgress failed(Job job, String reason) {
        log.warn("job {} failed: {}", job.id(), reason);
        return ofState(job.progress(), JobState.FAILED, reason);
    }

    private JobProgress ofState(@Nullable JobProgress before, JobState state, @Nullable String error) {
        var end = state.ended() ? clock.instant() : null;
        return (before == null ? NOT_BEGUN : before).in(state, end, error);
    }
}
