package io.tidings.runtime;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.runtime.session.InstanceIdTaken;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process that runs one program.
 *
 * <pre>
 *  starting ──> ready ──(SIGTERM, SIGINT)──> draining ──> stopped, exit 0
 *      │          └──(infrastructure lost)──────────────> stopped, exit 1
 *      └──(invalid settings)────────────────────────────> exit 2
 * </pre>
 */
public final class Lifecycle {
    private static final Logger log = LoggerFactory.getLogger(Lifecycle.class);

    private Lifecycle() {}

    /** Runs until stopped, and ends the process. */
    public static void run(Supplier<Settings> settings, Starter starter) {
        try {
            LogVariables.requireKnown(System.getenv());
            var loaded = settings.get();
            var metrics = metrics();
            var admin = AdminServer.start(
                    loaded.text("admin.host"),
                    loaded.integer("admin.port"),
                    CommonSettings.livenessTimeout(loaded),
                    metrics);
            var program = starter.start(loaded, metrics);
            admin.watch(program);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(program, admin), "stop"));
            program.ended().toCompletableFuture().join();
        } catch (InvalidSettings e) {
            System.err.println(e.getMessage());
            Runtime.getRuntime().halt(2);
        } catch (CompletionException e) {
            if (e.getCause() instanceof InstanceIdTaken taken) {
                log.error("stopped: {}", taken.getMessage());
            } else {
                log.error("stopped, because what it needs is lost; it must be started again", e.getCause());
            }
            Runtime.getRuntime().halt(1);
        } catch (RuntimeException | Error e) { // the admin port alone would keep a dead program looking alive
            log.error("did not start", e);
            Runtime.getRuntime().halt(1);
        }
    }

    /** Includes the metrics of the JVM. */
    public static PrometheusMeterRegistry metrics() {
        var metrics = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        bindJvm(metrics);
        return metrics;
    }

    @SuppressWarnings("resource") // lives as long as the process
    private static void bindJvm(MeterRegistry metrics) {
        new JvmMemoryMetrics().bindTo(metrics);
        new JvmGcMetrics().bindTo(metrics);
        new JvmThreadMetrics().bindTo(metrics);
        new ProcessorMetrics().bindTo(metrics);
    }

    /** Runs as a shutdown hook; without the halt the exit status would be that of the signal. */
    private static void stop(Program program, AdminServer admin) {
        log.info("{} is asked to stop", program.name());
        int status = 0;
        try {
            program.close();
            admin.close();
        } catch (RuntimeException e) {
            log.error("{} did not stop cleanly", program.name(), e);
            status = 1;
        }
        Runtime.getRuntime().halt(status);
    }

    @FunctionalInterface
    public interface Starter {
        Program start(Settings settings, PrometheusMeterRegistry metrics);
    }
}
