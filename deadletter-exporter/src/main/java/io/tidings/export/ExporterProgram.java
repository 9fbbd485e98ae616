package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.export.blob.BlobStores;
import io.tidings.export.config.ExporterConfig;
import io.tidings.export.config.NotifyTopic;
import io.tidings.export.log.RejectedRecords;
import io.tidings.export.telemetry.ExporterMetrics;
import io.tidings.export.write.BlobCreated;
import io.tidings.export.write.BlobNotices;
import io.tidings.export.write.BlobWriter;
import io.tidings.runtime.MonotonicClock;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.BrokerHealth;
import io.tidings.runtime.session.RecoveryPolicy;
import io.tidings.runtime.session.SessionLoop;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.Producer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dead-letter exporter while it runs. */
public final class ExporterProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(ExporterProgram.class);

    private static final String NAME = "deadletter-exporter";

    private final SessionLoop sessions;
    private final BrokerHealth brokers;
    private final Producer<byte[], byte[]> producer;
    private final KafkaClientMetrics producerMetrics;
    private final BlobStores stores;
    private final Duration drainTimeout;
    private final Tracing tracing;
    private final AtomicBoolean closed = new AtomicBoolean();

    private ExporterProgram(
            SessionLoop sessions,
            BrokerHealth brokers,
            Producer<byte[], byte[]> producer,
            KafkaClientMetrics producerMetrics,
            ExporterConfig config,
            Tracing tracing) {
        this.sessions = sessions;
        this.brokers = brokers;
        this.producer = producer;
        this.producerMetrics = producerMetrics;
        this.stores = config.stores();
        this.drainTimeout = config.drainTimeout();
        this.tracing = tracing;
    }

    /** Returns when its topics are there and it has begun to join its group. */
    public static ExporterProgram start(Settings settings, MeterRegistry registry) {
        var config = ExporterConfig.of(settings);
        return start(config, registry, Tracing.of(settings, "deadletter-exporter", registry));
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
        var wallClock = InstantSource.system();
        config.stores().sweep(wallClock.instant());
        var metrics = new ExporterMetrics(registry);
        var producer = kafka.clients().producer(Map.of());
        var clocks = new ExportClock(MonotonicClock.start(), wallClock, registry);
        var brokers = BrokerHealth.keep(kafka.clients());
        var loops = loops(config, producer, metrics, clocks, tracing);
        var sessions = SessionLoop.start(
                new SessionLoop.Owner(NAME, "exporter.instance.id " + kafka.instance()),
                () -> ExportSession.open(config, metrics, loops),
                brokers::answeredFor,
                new RecoveryPolicy(),
                registry);
        return new ExporterProgram(sessions, brokers, producer, metrics.of(producer), config, tracing);
    }

    /** The outages of storages are remembered longer than a session with the brokers lasts. */
    private static ExportSession.Loops loops(
            ExporterConfig config,
            Producer<byte[], byte[]> producer,
            ExporterMetrics metrics,
            ExportClock clocks,
            Tracing tracing) {
        var topics = config.kafka().topics();
        var notify = config.export().notifyTopic();
        var notices = notify == null
                ? BlobNotices.NONE
                : new BlobCreated(producer, topics.events(), notify, InstantSource.system());
        var writer = new BlobWriter(config.stores(), config.export(), notices, metrics, clocks.steady(), tracing);
        var rejected = new RejectedRecords(producer, topics.rejected(), metrics);
        return (deadLetters, reappender) ->
                new ExportLoop(deadLetters, config.export(), writer, reappender, rejected, clocks);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean ready() {
        return sessions.ready() && stores.reachable() && brokers.there();
    }

    @Override
    public CompletionStage<Void> ended() {
        return sessions.ended();
    }

    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        var stopping = Thread.ofVirtual().name("stop-export").start(sessions::close);
        try {
            if (!stopping.join(drainTimeout)) {
                log.warn("writing a blob took longer than drain.timeout; it is written again at the next start");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        producerMetrics.close();
        producer.close(Duration.ZERO); // whatever was sent was waited for
        stores.close();
        brokers.close();
        tracing.close();
    }
}
