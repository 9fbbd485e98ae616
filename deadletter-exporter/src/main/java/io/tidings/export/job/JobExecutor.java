package io.tidings.export.job;

import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.export.source.CannotRedrive;
import io.tidings.export.source.JobSources;
import io.tidings.export.source.SourceUnavailable;
import io.tidings.export.write.JobMetrics;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on several jobs in turns, so that none waits for a slow one. A failure of Kafka makes a job go on after its last
 * commit; a failure of the job ends it. Confined to one thread.
 *
 * <pre>
 *   waits ──opened──> has turns ──> paused or ended
 *     ^                   │ failed, or gave way
 *     └───────────────────┘
 * </pre>
 */
final class JobExecutor {
    private static final Logger log = LoggerFactory.getLogger(JobExecutor.class);

    /** Each has a consumer and a producer, and so some megabytes. */
    private static final int MOST_OPEN = 8;

    /** In a row, because of a storage; Kafka is waited for as long as it takes. */
    private static final int MOST_FAILURES = 20;

    /** The time in which each open job has a turn. */
    private static final Duration ROUND = Duration.ofMillis(500);

    private static final Duration IDLE = Duration.ofSeconds(1);
    private static final Duration BETWEEN_REMOVALS = Duration.ofSeconds(30);

    private final JobRecords records;
    private final InstantSource clock;
    private final JobOpener opener;
    private final JobQueue queue;
    /** The one whose turn is next comes first. */
    private final Deque<JobRun> open = new ArrayDeque<>();

    private long nextRemovals = System.nanoTime();

    JobExecutor(JobSources sources, JobMetrics metrics, JobRecords records, InstantSource clock) {
        this.records = records;
        this.clock = clock;
        this.opener = new JobOpener(sources, metrics, records, clock);
        this.queue = new JobQueue(sources::claims);
    }

    /**
     * Works for about half a second at most.
     *
     * @param readToEnd reads the jobs into the table, up to their present end; returns whether it could
     * @return how long there is nothing to do
     */
    Duration advance(JobTable table, BooleanSupplier readToEnd) {
        removeSuperfluous(table);
        var taken = open.stream().flatMap(run -> run.claims().stream()).collect(Collectors.toSet());
        var next = queue.next(table.readable(), taken, System.nanoTime());
        if (next.isPresent() && makeRoom()) {
            var job = next.get();
            queue.opened(job.id());
            attempt(job.id(), () -> opener.open(job, table, readToEnd).ifPresent(open::addLast));
            return Duration.ZERO;
        }
        return takeTurn(table);
    }

    private boolean makeRoom() {
        if (open.size() >= MOST_OPEN) {
            open.stream().filter(JobRun::mayGiveWay).findFirst().ifPresent(this::close);
        }
        return open.size() < MOST_OPEN;
    }

    private Duration takeTurn(JobTable table) {
        long now = System.nanoTime();
        var rest = IDLE;
        for (var run : open) {
            var left = run.rest(now);
            if (left.isZero()) {
                open.remove(run);
                open.addLast(run);
                attempt(run.id(), () -> proceed(run, table));
                return Duration.ZERO;
            }
            rest = left.compareTo(rest) < 0 ? left : rest;
        }
        return rest;
    }

    private void attempt(String job, Runnable work) {
        try {
            work.run();
        } catch (InterruptException e) {
            throw e;
        } catch (CannotRedrive e) {
            fail(job, String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            LastingFailure.of(e).ifPresentOrElse(reason -> fail(job, reason), () -> tryLater(job, e));
        } catch (SourceUnavailable e) {
            if (queue.failures(job) < MOST_FAILURES) {
                tryLater(job, e);
            } else {
                fail(job, String.valueOf(e.getMessage()));
            }
        } catch (RuntimeException e) {
            log.error("a job failed; please report this bug", e);
            fail(job, "internal error, see the log of deadletter-exporter: " + e);
        }
    }

    /** Lets the next opening end the job; if that fails, too, it is tried later. */
    private void fail(String job, String reason) {
        close(job);
        if (!opener.fail(job, reason)) {
            var wait = queue.failed(job, System.nanoTime());
            log.warn("the end of job {} is written in {} s: {}", job, wait.toSeconds(), reason);
        }
    }

    private void tryLater(String job, RuntimeException failure) {
        close(job);
        var wait = queue.failed(job, System.nanoTime());
        log.warn("job {} continues in {} s: {}", job, wait.toSeconds(), failure.toString());
    }

    private void proceed(JobRun run, JobTable table) {
        var job = table.job(run.id());
        if (job.isEmpty()) {
            close(run);
            return;
        }
        boolean over = switch (job.get().wish()) {
            case RUN -> run.advance(ROUND.dividedBy(open.size()));
            case PAUSE -> stop(run, JobState.PAUSED);
            case CANCEL -> stop(run, JobState.CANCELLED);
        };
        if (!run.waiting()) {
            queue.succeeded(run.id());
        }
        if (over) {
            log.info("job {} is {}", run.id(), run.state().wireName());
            close(run);
            if (run.state().ended()) {
                queue.ended(run.id());
            }
        }
    }

    private static boolean stop(JobRun run, JobState state) {
        run.end(state);
        return true;
    }

    private void close(String job) {
        open.stream().filter(run -> run.id().equals(job)).findFirst().ifPresent(this::close);
    }

    private void close(JobRun run) {
        open.remove(run);
        run.close();
    }

    /** Leaves all jobs to the next owner, or to another try. */
    void abandon() {
        while (!open.isEmpty()) {
            open.remove().close();
        }
        opener.clear();
        queue.clear();
    }

    private void removeSuperfluous(JobTable table) {
        if (System.nanoTime() - nextRemovals < 0) {
            return;
        }
        nextRemovals = System.nanoTime() + BETWEEN_REMOVALS.toNanos();
        try {
            var superfluous = JobMemory.superfluous(table.readable(), job -> table.bytes(job.id()), clock.instant());
            records.remove(superfluous);
            superfluous.forEach(job -> queue.removed(job.id()));
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            log.warn("old jobs are removed later: {}", e.toString());
        }
    }
}
