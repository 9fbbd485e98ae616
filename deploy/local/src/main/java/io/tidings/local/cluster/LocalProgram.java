package io.tidings.local.cluster;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.export.ExporterConfig;
import io.tidings.export.ExporterProgram;
import io.tidings.ingest.IngestConfig;
import io.tidings.ingest.IngestProgram;
import io.tidings.runtime.Program;
import io.tidings.runtime.Settings;
import io.tidings.topology.TopologyConfig;
import io.tidings.topology.TopologyProgram;
import io.tidings.worker.WorkerConfig;
import io.tidings.worker.WorkerProgram;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.common.config.ConfigDef;

/** One of the four programs as it can be started here: the settings it knows, and how. */
public record LocalProgram(String name, ConfigDef definitions, List<String> prefixes, Starter starter) {

    /** Every one, in the order they are started: nothing is accepted before it can be delivered. */
    public static List<LocalProgram> all() {
        return List.of(
                new LocalProgram(
                        "topology", TopologyConfig.definitions(), TopologyConfig.prefixes(), TopologyProgram::start),
                new LocalProgram(
                        "delivery-worker", WorkerConfig.definitions(), WorkerConfig.prefixes(), WorkerProgram::start),
                new LocalProgram(
                        "deadletter-exporter",
                        ExporterConfig.definitions(),
                        ExporterConfig.prefixes(),
                        ExporterProgram::start),
                new LocalProgram(
                        "ingest-service", IngestConfig.definitions(), IngestConfig.prefixes(), IngestProgram::start));
    }

    /** The settings of this program out of those of all. */
    Settings settings(Map<String, String> all) {
        var own = new TreeMap<String, String>();
        all.forEach((key, value) -> {
            if (knows(key)) {
                own.put(key, value);
            }
        });
        return Settings.of(definitions, prefixes, own);
    }

    boolean knows(String key) {
        return definitions.names().contains(key) || prefixes.stream().anyMatch(key::startsWith);
    }

    public Program start(Map<String, String> all, MeterRegistry metrics) {
        return starter.start(settings(all), metrics);
    }

    /** The value that each program offers under this name. */
    @FunctionalInterface
    public interface Starter {
        Program start(Settings settings, MeterRegistry metrics);
    }
}
