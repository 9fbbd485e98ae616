package io.tidings.export;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.export.blob.Storages;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.runtime.kafka.TopicProvisioner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.common.errors.FencedInstanceIdException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The dead-letter exporter while it runs. */
public final class ExporterProgram implements Program {
    private static final Logger log = LoggerFactory.getLogger(ExporterProgram.class);

    private final ExportLoop loop;
    private final Storages storages;
    private final String instanceId;
    private final Duration drainTimeout;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();

    private ExporterProgram(ExportLoop loop, ExporterConfig config) {
        this.loop = loop;
        this.storages = config.storages();
        this.instanceId = config.instanceId();
        this.drainTimeout = config.drainTimeout();
    }

    /** Returns when its topics are there and it has begun to join its group. */
    public static ExporterProgram start(Settings settings, MeterRegistry registry) {
        return start(ExporterConfig.of(settings), registry);
    }

    static ExporterProgram start(ExporterConfig config, MeterRegistry registry) {
        new TopicProvisioner(config.clients(), config.topics())
                .provision(
                        config.partitions(),
                        config.replication(),
                        config.windows().delay(),
                        config.scale());
        if (config.storages().none()) {
            log.warn("every dead letter will be dropped, for no storage is set: set {}", Storages.SETTING);
        }
        var metrics = new ExporterMetrics(registry);
        var program = new ExporterProgram(
                new ExportLoop(
                        DeadLetterLog.open(config, metrics),
                        config.windows(),
                        new BlobWriter(config.storages(), config.dropAfter(), metrics),
                        RejectedRecords.open(config, metrics),
                        InstantSource.system()),
                config);
        Thread.ofPlatform().name("export").start(program::run);
        return program;
    }

    private void run() {
        try {
            loop.run();
            ended.complete(null);
        } catch (FencedInstanceIdException e) {
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
        return loop.assigned() && !ended.isDone() && storages.reachable();
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
