package io.tidings.local.crash;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidings.export.ExporterMain;
import io.tidings.export.ExporterProgram;
import io.tidings.export.config.ExporterConfig;
import io.tidings.ingest.IngestConfig;
import io.tidings.ingest.IngestMain;
import io.tidings.ingest.IngestProgram;
import io.tidings.runtime.Lifecycle.Starter;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.topology.TopologyConfig;
import io.tidings.topology.TopologyMain;
import io.tidings.topology.TopologyProgram;
import io.tidings.worker.WorkerConfig;
import io.tidings.worker.WorkerMain;
import io.tidings.worker.WorkerProgram;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.config.ConfigDef;

/** One of the four programs, with the settings that a short test wants. */
@SuppressWarnings("ImmutableEnumChecker") // what is set here is never changed
enum TestedProgram {
    TOPOLOGY(
            TopologyMain.class,
            TopologyProgram::start,
            TopologyConfig.definitions(),
            TopologyConfig.prefixes(),
            Map.of("topology.instance.id", "topology-0")),
    WORKER(
            WorkerMain.class,
            WorkerProgram::start,
            WorkerConfig.definitions(),
            WorkerConfig.prefixes(),
            Map.of(
                    "worker.instance.id", "worker-0",
                    "purge.delivered", "false",
                    // what fails does so on purpose: its retries are counted, not its rests
                    "probation.threshold", "1000000")),
    EXPORTER(
            ExporterMain.class,
            ExporterProgram::start,
            ExporterConfig.definitions(),
            ExporterConfig.prefixes(),
            Map.of(
                    "exporter.instance.id", "exporter-0",
                    "deadletter.create.containers", "true",
                    // with time.scale 0.02: windows of 0.6 s, written 1 s after they were decided
                    "deadletter.window", "30s",
                    "deadletter.delay", "50s")),
    INGEST(
            IngestMain.class,
            IngestProgram::start,
            IngestConfig.definitions(),
            IngestConfig.prefixes(),
            Map.of("webhook.validation", "false", "auth.required", "false", "admin.token", "secret"));

    private final Class<?> main;
    private final Starter starter;
    private final ConfigDef definitions;
    private final List<String> prefixes;
    private final Map<String, String> settings;

    TestedProgram(
            Class<?> main,
            Starter starter,
            ConfigDef definitions,
            List<String> prefixes,
            Map<String, String> settings) {
        this.main = main;
        this.starter = starter;
        this.definitions = definitions;
        this.prefixes = List.copyOf(prefixes);
        this.settings = settings;
    }

    Class<?> main() {
        return main;
    }

    Starter starter() {
        return starter;
    }

    /**
     * Starts it in this JVM, on free ports.
     *
     * @param folder for what it writes beside Kafka
     */
    Program start(String bootstrapServers, Path folder, Map<String, String> more) {
        var all = new HashMap<>(settings);
        all.put("bootstrap.servers", bootstrapServers);
        all.put("endpoint.allow.http", "true");
        switch (this) {
            case INGEST -> all.put("http.port", "0");
            case TOPOLOGY ->
                all.put("streams.state.dir", folder.resolve("streams").toString());
            case EXPORTER ->
                all.put("deadletter.storage", folder.resolve("blobs").toUri().toString());
            case WORKER -> {}
        }
        all.putAll(more);
        return starter.start(
                Settings.of(definitions, prefixes, all), new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
    }

    ConfigDef definitions() {
        return definitions;
    }

    List<String> prefixes() {
        return prefixes;
    }

    Map<String, String> settings() {
        return settings;
    }
}
