package io.tidings.testbed.process;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * How a service is started: as it is shipped, but for what somebody wants.
 *
 * @param dist the runnable folder that {@code mvn package} leaves
 * @param jvm options of its JVM besides those it is shipped with
 * @param settings that are not the defaults
 */
public record ServiceSetup(Service service, Path dist, int adminPort, List<String> jvm, Map<String, String> settings) {
    /** Settings that say where something is, and nothing about how it works. */
    public static final String STATE = "streams.state.dir";

    public static final String PORT = "http.port";

    private static final Set<String> PLACES = Set.of(STATE, PORT);
    private static final String SHIPPED_OPTIONS = "jvm.options";

    public ServiceSetup {
        jvm = List.copyOf(jvm);
        settings = Map.copyOf(settings);
        if (!Files.isDirectory(dist.resolve("lib"))) {
            throw new IllegalArgumentException(
                    "there is no folder %s; build it: mvn package".formatted(dist.resolve("lib")));
        }
    }

    /** @param root of the repository */
    public static ServiceSetup shipped(Service service, Path root) {
        return new ServiceSetup(
                service, root.resolve(service.module()).resolve("target/dist"), FreePort.next(), List.of(), Map.of());
    }

    /** The same of another release. */
    public ServiceSetup from(Path root) {
        return new ServiceSetup(
                service, root.resolve(service.module()).resolve("target/dist"), adminPort, jvm, settings);
    }

    public ServiceSetup with(Map<String, String> more) {
        var all = new TreeMap<>(settings);
        all.putAll(more);
        return new ServiceSetup(service, dist, adminPort, jvm, all);
    }

    public ServiceSetup withJvm(List<String> options) {
        var all = new ArrayList<>(jvm);
        all.addAll(options);
        return new ServiceSetup(service, dist, adminPort, all, settings);
    }

    /** Writes its properties file into that folder. */
    Command command(Path folder, String bootstrapServers) {
        var file = folder.resolve(service.label() + ".properties");
        write(file, bootstrapServers);
        var options = new ArrayList<String>();
        var shipped = dist.resolve(SHIPPED_OPTIONS);
        if (Files.isRegularFile(shipped)) {
            options.add("@" + shipped);
        }
        options.addAll(jvm);
        return new Command(
                service.label(),
                dist.resolve("lib").resolve("*").toString(),
                options,
                service.mainClass(),
                List.of(file.toString()));
    }

    private void write(Path file, String bootstrapServers) {
        var properties = new Properties();
        properties.setProperty("bootstrap.servers", bootstrapServers);
        properties.setProperty("admin.port", Integer.toString(adminPort));
        properties.putAll(settings);
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** Everything about these services that is not their default, but for ports and folders. */
    public static Map<String, String> differences(ServiceSetup... setups) {
        var differences = new TreeMap<String, String>();
        for (var setup : setups) {
            var label = setup.service.label() + ": ";
            setup.settings.forEach((name, value) -> {
                if (!PLACES.contains(name)) {
                    differences.put(label + name, value);
                }
            });
            if (!setup.jvm.isEmpty()) {
                differences.put(label + "(options of the JVM)", String.join(" ", setup.jvm));
            }
        }
        return differences;
    }
}
