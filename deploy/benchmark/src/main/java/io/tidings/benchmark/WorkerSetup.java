package io.tidings.benchmark;

import io.tidings.worker.WorkerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * How workers are started.
 *
 * @param lib the folder with the worker's jars, as {@code mvn package} leaves it
 * @param jvm options of its JVM; none as shipped
 * @param settings that somebody wants to be other than the defaults
 * @param flightRecording whether a JFR recording is made of it
 */
record WorkerSetup(Path lib, List<String> jvm, Map<String, String> settings, boolean flightRecording) {
    static final String MAIN = "io.tidings.worker.WorkerMain";

    /** Without these a worker refuses endpoints on loopback, and two on one machine could not both have the port. */
    private static final Map<String, String> NEEDED = Map.of(
            "endpoint.allow.http", "true",
            "endpoint.allow.networks", "127.0.0.0/8",
            "admin.port", "0");

    WorkerSetup {
        jvm = List.copyOf(jvm);
        settings = Map.copyOf(settings);
        if (!Files.isDirectory(lib)) {
            throw new IllegalArgumentException("there is no folder %s; build it: mvn package".formatted(lib));
        }
    }

    String classPath() {
        return lib.resolve("*").toString();
    }

    /** Writes the properties file that a worker is started with. */
    void write(Path file, String bootstrapServers) {
        var properties = new Properties();
        properties.setProperty("bootstrap.servers", bootstrapServers);
        properties.putAll(chosen());
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Everything about the worker that is not its default. */
    Map<String, String> differences() {
        var defaults = WorkerConfig.definitions().defaultValues();
        var differences = new TreeMap<String, String>();
        chosen().forEach((name, value) -> {
            var shipped = defaults.get(name);
            if (shipped == null || !shipped.toString().equals(value)) {
                differences.put(name, value);
            }
        });
        if (!jvm.isEmpty()) {
            differences.put("(options of the JVM)", String.join(" ", jvm));
        }
        if (flightRecording) {
            differences.put("(flight recording)", "on, which costs a few percent");
        }
        return differences;
    }

    private Map<String, String> chosen() {
        var chosen = new TreeMap<>(NEEDED);
        chosen.putAll(settings);
        return chosen;
    }
}
