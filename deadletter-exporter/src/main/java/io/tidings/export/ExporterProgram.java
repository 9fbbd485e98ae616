package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.copy.CopySession;
import io.tidings.export.copy.CopyTarget;
import io.tidings.export.job.JobRunner;
import io.tidings.export.log.RejectedRecords;
import io.tidings.export.source.JobSources;
import io.tidings.export.write.BlobCreated;
import io.tidings.export.write.BlobNotices;
import io.tidings.export.write.BlobWriter;
import io.tidings.export.write.ConditionLog;
import io.tidings.export.write.ExportLog;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.MonotonicClock;
import io.tidings.runtime.Program;
import io.tidings.runtime.ProgramScope;
import io.tidings.runtime.Settings;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import org.apache.kafka.clients.producer.Producer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public final class ExporterProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(ExporterProgram.class);

    private static final String NAME = "deadletter-exporter";

    private final ProgramScope scope;
    private final SessionLoop sessions;
    private final List<SessionLoop> copying;
    private final @Nullable JobRunner jobs;
    private final BlobStores stores;

    private ExporterProgram(
            ProgramScope scope,
            SessionLoop sessions,
            List<SessionLoop> copying,
            @Nullable JobRunner jobs,
            BlobStores stores) {
        this.scope = scope;
        this.sessions = sessions;
        this.copying = copying;
        this.jobs = jobs;
        this.stores = stores;
    }

    /** Returns when the topics exist and the group is being joined. */
    public static ExporterProgram start(Settings settings, MeterRegistry registry) {
        return start(ExporterConfig.of(settings), registry, Tracing.of(settings, NAME, registry));
    }

    public static ExporterProgram start(ExporterConfig config, MeterRegistry registry, Tracing tracing) {
        var kafka = config.kafka();
        new TopicProvisioner(kafka.clients(), kafka.topics())
                .provision(
                        kafka.partitions(),
                        kafka.replication(),
                        config.export().windows().delay(),
                        kafka.scale());
        var notify = config.export().notifyTopic();
        if (notify != null) {
            new NotifyTopic(notify).check(kafka.clients(), kafka.topics());
        }
        if (config.stores().none()) {
            log.error("no storage is set, so dead letters wait until they are dropped: set {}", BlobStores.SETTING);
        }
        return ProgramScope.start(NAME, kafka.clients(), tracing, registry, scope -> open(scope, config, registry));
    }

    private static ExporterProgram open(ProgramScope scope, ExporterConfig config, MeterRegistry registry) {
        var wallClock = InstantSource.system();
        var stores = scope.open(config.stores());
        stores.sweep(wallClock.instant());
        var metrics = new ExporterMetrics(registry);
        var producer = config.kafka().clients().producer(Map.of());
        scope.open(() -> producer.close(Duration.ZERO)); // each send was awaited, except reports of conditions
        scope.open(metrics.of(producer));
        var clocks = new ExportClock(MonotonicClock.start(), wallClock, registry);
        var topics = config.kafka().topics();
        var export = config.export();
        var conditions = new ConditionLog(producer, topics.conditions(), export.systemTopic(), wallClock);
        // It outlives a session, because it keeps the outages of storages.
        var writer = new BlobWriter(
                stores,
                export.windows(),
                export.dropAfter(),
                export.containers(),
                blobNotices(producer, topics, export.notifyTopic()),
                conditions,
                metrics,
                clocks.monotonic(),
                scope.tracing());
        var rejected = new RejectedRecords(producer, topics.rejected(), metrics);
        var sessions = scope.startSessions(
                "exporter.instance.id " + config.kafka().instance(),
                () -> new ExportSession(config, metrics, conditions, scope.loops(), writer, rejected, clocks));
        scope.open(() -> drain(sessions::close, config.drainTimeout()));
        var copying = export.topics().topics().keySet().stream()
                .map(name -> copies(name, scope, config, metrics, clocks.monotonic()))
                .toList();
        var jobs = config.jobs().enabled() ? JobRunner.start(jobSources(config), producer, wallClock, registry) : null;
        if (jobs != null) {
            scope.open(() -> drain(jobs::close, config.drainTimeout()));
        }
        return new ExporterProgram(scope, sessions, copying, jobs, stores);
    }

    /** Each Kafka topic has sessions of its own, so that one that takes nothing delays no other. */
    private static SessionLoop copies(
            String name, ProgramScope scope, ExporterConfig config, ExporterMetrics metrics, InstantSource clock) {
        var export = config.export();
        var kafka = config.kafka();
        var target = new CopyTarget(name, export.topics(), export.dropAfter());
        var sessions = scope.startSessions(
                NAME + "-" + name,
                "exporter.instance.id " + kafka.instance(),
                () -> new CopySession(
                        kafka.clients(), kafka.topics(), kafka.instance(), target, metrics, scope.loops(), clock));
        scope.open(() -> drain(sessions::close, config.drainTimeout()));
        return sessions;
    }

    private static JobSources jobSources(ExporterConfig config) {
        var jobs = config.jobs();
        return new JobSources(
                config.kafka().clients(),
                config.kafka().topics(),
                jobs.ids(),
                jobs.defaultTopic(),
                jobs.blobs(),
                config.export().containers());
    }

    private static void drain(Runnable stop, Duration timeout) throws InterruptedException {
        var stopping = Thread.ofVirtual().name("stop-export").start(stop);
        if (!stopping.join(timeout)) {
            log.warn("work took longer than drain.timeout; what is not committed is done again at the next start");
        }
    }

    private static BlobNotices blobNotices(
            Producer<byte[], byte[]> producer, Topics topics, @Nullable String notifyTopic) {
        var ends = new ExportLog(producer, topics, InstantSource.system());
        return notifyTopic == null
                ? ends
                : ends.and(new BlobCreated(producer, topics.events(), notifyTopic, InstantSource.system()));
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return sessions.ready()
                && copying.stream().allMatch(SessionLoop::ready)
                && (jobs == null || jobs.ready())
                && stores.reachable()
                && scope.brokers().there();
    }

    @Override
    public List<Hang> hanging(Duration limit) {
        return scope.hanging(limit);
    }

    @Override
    public CompletionStage<Void> ended() {
        return scope.ended();
    }

    @Override
    public void close() {
        scope.close();
    }
}
