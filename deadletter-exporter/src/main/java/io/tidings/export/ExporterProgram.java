package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.export.blob.Storages;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.SteadyClock;
import io.tidings.runtime.kafka.BrokerContact;
import io.tidings.runtime.kafka.TopicProvisioner;
import io.tidings.runtime.tracing.Tracing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dead-letter exporter while it runs. */
public final class ExporterProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(ExporterProgram.class);

    private final ExportLoop loop;
    private final BrokerContact brokers;
    private final Producer<byte[], byte[]> producer;
    private final ExporterMetrics metrics;
    private final Storages storages;
    private final String instanceId;
    private final Duration drainTimeout;
    private final Tracing tracing;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private ExporterProgram(
            ExportLoop loop,
            Producer<byte[], byte[]> producer,
            ExporterMetrics metrics,
            ExporterConfig config,
            Tracing tracing) {
        this.loop = loop;
        this.brokers = BrokerContact.keep(config.kafka().clients());
        this.producer = producer;
        this.metrics = metrics;
        this.storages = config.storages();
        this.instanceId = config.kafka().instance();
        this.drainTimeout = config.drainTimeout();
        this.tracing = tracing;
    }

    /** Returns when its topics are there and it has begun to join its group. */
    public static ExporterProgram start(Settings settings, MeterRegistry registry) {
        var config = ExporterConfig.of(settings);
        return start(config, registry, Tracing.of(settings, "deadletter-exporter", registry));
    }

    static ExporterProgram start(ExporterConfig config, MeterRegistry registry, Tracing tracing) {
        var kafka = config.kafka();
        new TopicProvisioner(kafka.clients(), kafka.topics())
                .provision(
                        kafka.partitions(),
                        kafka.replication(),
                        config.export().windows().delay(),
                        kafka.scale());
        if (config.storages().none()) {
            log.error("dead letters wait until they are too old, for no storage is set: set {}", Storages.SETTING);
        }
        var wallClock = InstantSource.system();
        config.storages().sweep(wallClock.instant());
        var metrics = new ExporterMetrics(registry);
        var producer = kafka.clients().producer(Map.of());
        metrics.bind(producer);
        var clocks = new ClockWatch(SteadyClock.start(), wallClock, registry);
        var loop = loop(config, producer, metrics, clocks, tracing);
        var program = new ExporterProgram(loop, producer, metrics, config, tracing);
        Thread.ofPlatform().name("export").start(program::run);
        return program;
    }

    private static ExportLoop loop(
            ExporterConfig config,
            Producer<byte[], byte[]> producer,
            ExporterMetrics metrics,
            ClockWatch clocks,
            Tracing tracing) {
        var topics = config.kafka().topics();
        var notify = config.export().notifyTopic();
        var notices = notify == null
                ? BlobNotices.NONE
                : new BlobCreated(producer, topics.events(), notify, InstantSource.system());
        // Before the group is joined: offsets in a predecessor's open transaction cannot be read.
        var postponement = Postponement.open(config.kafka(), metrics);
        return new ExportLoop(
                DeadLetterLog.open(config.kafka(), metrics),
                config.export(),
                new BlobWriter(config.storages(), config.export(), notices, metrics, clocks.steady(), tracing),
                postponement,
                new RejectedRecords(producer, topics.rejected(), metrics),
                clocks);
    }

    private void run() {
        try (tracing;
                brokers;
                storages;
                metrics;
                producer) {
            loop.run();
            ended.complete(null);
        } catch (FencedInstanceIdException | ProducerFencedException e) {
            ended.completeExceptionally(new IllegalStateException(
                    "another exporter has started as exporter.instance.id=" + instanceId
                            + "; give each one an id of its own",
                    e));
        } catch (RuntimeException | Error e) {
            ended.completeExceptionally(e);
        }
    }

    @Override
    public String name() {
        return "deadletter-exporter";
    }

    @Override
    public boolean ready() {
        return loop.ready() && !ended.isDone() && storages.reachable() && brokers.there();
    }

    @Override
    public CompletionStage<Void> ended() {
        return ended.minimalCompletionStage();
    }

    @Override
    public void close() {
        loop.close();
        try {
            ended.handle((_, _) -> true).get(drainTimeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            log.warn("a blob took longer than drain.timeout; it is written again at the next start");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("handled above", e);
        }
    }
}
