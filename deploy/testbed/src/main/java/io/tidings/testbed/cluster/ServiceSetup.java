package io.tidings.testbed.cluster;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import io.tidings.testbed.process.ProcessGroup;
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
 * @param jvm options of its JVM besides those that its program brings
 * @param settings that are not the defaults
 */
public record ServiceSetup(
        Service service, Program program, int adminPort, List<String> jvm, Map<String, String> settings) {
    /** Settings that say where something is, and nothing about how it works. */
    public static final String STATE = "streams.state.dir";

    public static final String PORT = "http.port";

    private static final Set<String> PLACES = Set.of(STATE, PORT);

    public ServiceSetup {
        jvm = List.copyOf(jvm);
        settings = Map.copyOf(settings);
    }

    /**
     * The code of a service.
     *
     * @param classPath as for {@code java -cp}
     * @param jvm the options that it is shipped with
     */
    public record Program(String classPath, List<String> jvm) {
        private static final String SHIPPED_OPTIONS = "jvm.options";

        public Program {
            jvm = List.copyOf(jvm);
        }

        /** The runnable folder that {@code mvn package} leaves. */
        static Program in(Path dist) {
            var lib = dist.resolve("lib");
            if (!Files.isDirectory(lib)) {
                throw new IllegalArgumentException("there is no folder %s; build it: mvn package".formatted(lib));
            }
            var options = dist.resolve(SHIPPED_OPTIONS);
            return new Program(
                    lib.resolve("*").toString(), Files.isRegularFile(options) ? List.of("@" + options) : List.of());
        }

        /** The classes of this JVM, for tests: a JVM that is small and starts soon. */
        static Program ofThisJvm() {
            return new Program(
                    System.getProperty("java.class.path"),
                    List.of(
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "--enable-native-access=ALL-UNNAMED",
                            "--sun-misc-unsafe-memory-access=allow"));
        }
    }

    /** @param root of the repository */
    public static ServiceSetup shipped(Service service, Path root) {
        return new ServiceSetup(service, program(service, root), FreePort.next(), List.of(), Map.of());
    }

    /** The service out of the classes of this JVM. */
    public static ServiceSetup ofThisJvm(Service service) {
        return new ServiceSetup(service, Program.ofThisJvm(), FreePort.next(), List.of(), Map.of());
    }

    private static Program program(Service service, Path root) {
        return Program.in(root.resolve(service.module()).resolve("target/dist"));
    }

    /** The same of another release. */
    public ServiceSetup from(Path root) {
        return new ServiceSetup(service, program(service, root), adminPort, jvm, settings);
    }

    public ServiceSetup with(Map<String, String> more) {
        var all = new TreeMap<>(settings);
        all.putAll(more);
        return new ServiceSetup(service, program, adminPort, jvm, all);
    }

    public ServiceSetup withJvm(List<String> options) {
        var all = new ArrayList<>(jvm);
        all.addAll(options);
        return new ServiceSetup(service, program, adminPort, all, settings);
    }

    /** Starts it among others of a group, whose folder gets its properties file and its log. */
    public ChildProcess start(ProcessGroup group, String bootstrapServers) {
        return start(group, bootstrapServers, Map.of());
    }

    ChildProcess start(ProcessGroup group, String bootstrapServers, Map<String, String> environment) {
        var file = group.folder().resolve(service.label() + ".properties");
        write(file, bootstrapServers);
        var options = new ArrayList<>(program.jvm());
        options.addAll(jvm);
        return group.start(Command.java(
                        service.label(), program.classPath(), options, service.mainClass(), List.of(file.toString()))
                .in(environment));
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
