package io.tidings.export.job;

import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobCounts;
import io.tidings.contract.job.JobProgress;
import io.tidings.contract.job.JobState;
import io.tidings.contract.job.JobTable;
import io.tidings.export.redrive.CannotRedrive;
import io.tidings.export.source.SourceUnavailable;
import io.tidings.runtime.kafka.KafkaFutures;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Works on one job at a time, the oldest first. A failure of Kafka makes the job go on after its last commit; a failure of
 * the job ends it. Confined to one thread.
 */
final class JobExecutor {
    private static final Logger log = LoggerFactory.getLogger(JobExecutor.class);

    /** Longer than Kafka needs to forget what they have brought back: it deletes the records before. */
    private static final Duration REMEMBERED = Duration.ofDays(14);

    /** In a row, because of a storage; Kafka is waited for as long as it takes. */
    private static final int MOST_FAILURES = 20;

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(15);

    private final JobRun.Tools tools;
    private final Producer<byte[], byte[]> producer;
    private final Set<String> ended = new HashSet<>();
    /** The job that is worked on, or was last. */
    private String working = "";

    private @Nullable JobRun current;
    private long notBefore = System.nanoTime();
    private int failures;

    /** @param producer for what needs no transaction */
    JobExecutor(JobRun.Tools tools, Producer<byte[], byte[]> producer) {
        this.tools = tools;
        this.producer = producer;
    }

    /**
     * Works for about half a second at most.
     *
     * @param readToEnd reads the jobs into the table, up to their present end; returns whether it could
     * @return whether there is more to do at once
     */
    boolean advance(JobTable table, BooleanSupplier readToEnd) {
        if (System.nanoTime() - notBefore < 0) {
            return false;
        }
        try {
            return attempt(table, readToEnd);
        } catch (InterruptException e) {
            throw e;
        } catch (KafkaException e) {
            waitAfter(e);
            return false;
        }
    }

    private boolean attempt(JobTable table, BooleanSupplier readToEnd) {
        try {
            return current == null ? begin(table, readToEnd) : proceed(current, table);
        } catch (CannotRedrive e) {
            fail(table, String.valueOf(e.getMessage()));
        } catch (KafkaException e) {
            fail(table, LastingFailure.of(e).orElseThrow(() -> e));
        } catch (SourceUnavailable e) {
            if (failures < MOST_FAILURES) {
                waitAfter(e);
                return false;
            }
            fail(table, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            log.error("a job failed; please report this bug", e);
            fail(table, "internal error, see the log of deadletter-exporter: " + e);
        }
        return true;
    }

    private void waitAfter(RuntimeException failure) {
        abandon();
        failures++;
        var wait = Duration.ofSeconds(Math.min(1L << Math.min(failures, 10), LONGEST_WAIT.toSeconds()));
        notBefore = System.nanoTime() + wait.toNanos();
        log.warn("work on jobs continues in {} s: {}", wait.toSeconds(), failure.toString());
    }

    /** Leaves the job to the next owner, or to another run. */
    void abandon() {
        if (current != null) {
            current.close();
            current = null;
        }
    }

    private boolean proceed(JobRun run, JobTable table) {
        var job = table.job(run.id());
        if (job.isEmpty()) {
            abandon();
            return true;
        }
        boolean over = switch (job.get().wish()) {
            case RUN -> run.advance();
            case PAUSE -> stopped(run, JobState.PAUSED);
            case CANCEL -> stopped(run, JobState.CANCELLED);
        };
        failures = 0;
        if (over) {
            close(run);
        }
        return true;
    }

    private static boolean stopped(JobRun run, JobState state) {
        run.end(state);
        return true;
    }

    private void close(JobRun run) {
        if (run.state().ended()) {
            ended.add(run.id());
        }
        log.info("job {} is {}", run.id(), run.state().wireName());
        abandon();
    }

    private boolean begin(JobTable table, BooleanSupplier readToEnd) {
        for (var job : table.readable()) {
            if (!ended.contains(job.id()) && NextStep.of(job) != NextStep.NOTHING) {
                begin(job, table, readToEnd);
                return true;
            }
        }
        forgetOld(table);
        return false;
    }

    /** Fences a former owner first, so that the progress which is read then is final. */
    private void begin(Job asked, JobTable table, BooleanSupplier readToEnd) {
        working = asked.id();
        var sources = tools.sources();
        var transactions = JobTransactions.open(sources.clients(), sources.topics(), sources.transactionalId(asked));
        boolean runs = false;
        try {
            var job = readToEnd.getAsBoolean() ? table.job(asked.id()) : Optional.<Job>empty();
            runs = job.isPresent() && begins(job.get(), transactions);
            if (runs) {
                current = JobRun.open(tools, job.get(), table.jobs(), transactions);
            }
        } finally {
            if (!runs) {
                transactions.close();
            }
        }
    }

    /** Returns whether the job is to be worked on; otherwise writes what became of it. */
    private boolean begins(Job job, JobTransactions transactions) {
        return switch (NextStep.of(job)) {
            case RUN -> {
                var request = job.request();
                log.info("job {} runs: {} for {}", job.id(), request.kind().wireName(), request.subscription());
                yield true;
            }
            case PAUSE -> {
                transactions.commit(job.id(), ofState(job.progress(), JobState.PAUSED, null));
                yield false;
            }
            case CANCEL -> {
                transactions.commit(job.id(), ofState(job.progress(), JobState.CANCELLED, null));
                yield false;
            }
            case NOTHING -> false;
        };
    }

    private JobProgress ofState(@Nullable JobProgress before, JobState state, @Nullable String error) {
        var end = state.ended() ? tools.clock().instant() : null;
        return before == null
                ? new JobProgress(state, null, end, error, JobCounts.NONE, List.of(), Map.of(), null)
                : new JobProgress(
                        state,
                        before.started(),
                        end,
                        error,
                        before.counts(),
                        before.examples(),
                        before.positions(),
                        before.uid());
    }

    private void fail(JobTable table, String reason) {
        var job = table.job(working);
        if (job.isPresent()) {
            var last = current == null ? job.get().progress() : current.committed();
            var progress = ofState(last, JobState.FAILED, reason);
            abandon();
            log.warn("job {} failed: {}", working, reason);
            write(JobTransactions.record(tools.sources().topics().jobs(), working, progress));
            ended.add(working);
        }
        abandon();
    }

    private void forgetOld(JobTable table) {
        var oldest = tools.clock().instant().minus(REMEMBERED);
        for (var job : table.readable()) {
            if (job.ended() && job.endTime().isBefore(oldest)) {
                JobTable.keys(job.id())
                        .forEach(key -> write(new ProducerRecord<>(
                                tools.sources().topics().jobs(), 0, key, null, JobTable.headers())));
                ended.remove(job.id());
            }
        }
    }

    private void write(ProducerRecord<byte[], byte[]> record) {
        KafkaFutures.await(producer.send(record), "writing to " + record.topic());
    }
}
