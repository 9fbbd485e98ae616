package io.tidings.export.job;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.export.source.JobSources;
import io.tidings.export.write.JobMetrics;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.SessionLoop;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Works on the jobs while this instance owns them, on its own thread; the export of dead letters never waits for it. */
public final class JobRunner implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(JobRunner.class);

    private final SessionLoop memberships;

    private JobRunner(SessionLoop memberships) {
        this.memberships = memberships;
    }

    /** @param producer for what needs no transaction */
    public static JobRunner start(
            JobSources sources, Producer<byte[], byte[]> producer, InstantSource clock, MeterRegistry registry) {
        var metrics = new JobMetrics(registry);
        var topics = sources.topics();
        var records = new JobRecords(producer, topics.jobs());
        var memberships = SessionLoop.start(
                new SessionLoop.Owner("job-runner", "a member of " + JobSession.group(topics)),
                () -> new JobSession(
                        sources.clients(), topics, new JobExecutor(sources, metrics, records, clock), metrics),
                _ -> true,
                new RecoveryPolicy(),
                registry);
        memberships.ended().whenComplete((_, failure) -> {
            if (failure != null) {
                log.error("no jobs run on this instance any more; repair the cause and start it again", failure);
            }
        });
        return new JobRunner(memberships);
    }

    /** Returns false once no job runs on this instance any more, until the program is started again. */
    public boolean ready() {
        return !memberships.failed();
    }

    @Override
    public void close() {
        memberships.close();
    }
}
