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
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;

/**
 * The start of a service.
 *
 * @param jvm options besides those of the program
 * @param settings that are not the defaults
 */
public record ServiceSetup(
        Service service, Program program, int adminPort, List<String> jvm, Map<String, String> settings) {
    private static final String STATE = "streams.state.dir";
    private static final String PORT = "http.port";
    private static final String TIMELINE = "timeline.";
    private static final String TIMELINE_LISTENER = TIMELINE + "listen";
    private static final String TIMELINE_STATE = TIMELINE + "state.dir";
    private static final String TIMELINE_URL = TIMELINE + "url";

    /** Settings of places, which {@link #differences} leaves out. */
    private static final Set<String> PLACES = Set.of(STATE, PORT, TIMELINE_LISTENER, TIMELINE_STATE, TIMELINE_URL);

    private static final Map<String, String> LOOPBACK =
            Map.of("endpoint.allow.http", "true", "endpoint.allow.networks", "127.0.0.0/8");

    public ServiceSetup {
        jvm = List.copyOf(jvm);
        settings = Map.copyOf(settings);
    }

    /** The code of a service, and how it is told its settings. */
    public sealed interface Program {
        /** @param jvm the options that the classes are shipped with; the settings are in a file */
        record Classes(String classPath, List<String> jvm) implements Program {
            public Classes {
                jvm = List.copyOf(jvm);
            }

            /** The runnable folder that {@code mvn package} leaves. */
            static Classes in(Path dist) {
                var lib = dist.resolve("lib");
                if (!Files.isDirectory(lib)) {
                    throw new IllegalArgumentException("there is no folder %s; build it: mvn package".formatted(lib));
                }
                var options = dist.resolve("jvm.options");
                return new Classes(
                        lib.resolve("*").toString(), Files.isRegularFile(options) ? List.of("@" + options) : List.of());
            }

            /** The classes of this JVM, with options for a small JVM that starts soon. */
            static Classes ofThisJvm() {
                return new Classes(
                        System.getProperty("java.class.path"),
                        List.of(
                                "-Xmx256m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "--enable-native-access=ALL-UNNAMED",
                                "--sun-misc-unsafe-memory-access=allow"));
            }
        }

        /**
         * A program with a command of its own; the settings are variables.
         *
         * @param what kind of installation it is, for people
         */
        record Installed(String what, List<String> command, Map<String, String> environment) implements Program {
            public Installed {
                command = List.copyOf(command);
                environment = Map.copyOf(environment);
            }

            private Command command(String name, Map<String, String> settings, Path directory) {
                var all = new TreeMap<>(environment);
                settings.forEach((key, value) ->
                        all.put("TIDINGS_" + key.toUpperCase(Locale.ROOT).replace('.', '_'), value));
                return new Command(name, command, all, directory);
            }
        }
    }

    /**
     * The shipped service, which may send to endpoints on this machine.
     *
     * @param root of the repository
     */
    public static ServiceSetup shipped(Service service, Path root) {
        return new ServiceSetup(service, program(service, root), FreePort.next(), List.of(), LOOPBACK)
                .with(freePorts(service));
    }

    public static ServiceSetup installed(Service service, Program.Installed program) {
        return new ServiceSetup(service, program, FreePort.next(), List.of(), Map.of());
    }

    /** The service from the classes of this JVM. */
    public static ServiceSetup ofThisJvm(Service service) {
        return new ServiceSetup(service, Program.Classes.ofThisJvm(), FreePort.next(), List.of(), freePorts(service));
    }

    /** Several of them run on this machine. */
    private static Map<String, String> freePorts(Service service) {
        return switch (service) {
            case TOPOLOGY -> Map.of(TIMELINE_LISTENER, "127.0.0.1:" + FreePort.next());
            case INGEST, WORKER, EXPORTER -> Map.of();
        };
    }

    private static Program program(Service service, Path root) {
        return Program.Classes.in(root.resolve(service.module()).resolve("target/dist"));
    }

    /** The same service of another release, which may have no timeline. */
    public ServiceSetup from(Path root) {
        var known = new TreeMap<>(settings);
        known.keySet().removeIf(name -> name.startsWith(TIMELINE));
        return new ServiceSetup(service, program(service, root), adminPort, jvm, known);
    }

    public ServiceSetup with(Map<String, String> more) {
        var all = new TreeMap<>(settings);
        all.putAll(more);
        return new ServiceSetup(service, program, adminPort, jvm, all);
    }

    /** Ingest on that port, without validation handshakes. */
    public ServiceSetup listening(int httpPort) {
        return with(Map.of(PORT, Integer.toString(httpPort), "webhook.validation", "false"));
    }

    /** A topology with that folder for Kafka Streams. */
    public ServiceSetup storing(Path folder) {
        return with(Map.of(
                STATE,
                folder.toAbsolutePath().toString(),
                TIMELINE_STATE,
                folder.resolve("timeline").toAbsolutePath().toString()));
    }

    /** Ingest that asks the timeline of that topology. */
    public ServiceSetup asking(ServiceSetup topology) {
        return with(Map.of(TIMELINE_URL, "http://" + topology.settings.get(TIMELINE_LISTENER)));
    }

    public ServiceSetup withJvm(List<String> options) {
        var all = new ArrayList<>(jvm);
        all.addAll(options);
        return new ServiceSetup(service, program, adminPort, all, settings);
    }

    /** Starts the service; its properties file and its log are in the folder of the group. */
    ChildProcess start(ProcessGroup group, String bootstrapServers, Map<String, String> environment) {
        var all = new TreeMap<>(settings);
        all.put("bootstrap.servers", bootstrapServers);
        all.put("admin.port", Integer.toString(adminPort));
        return group.start(
                switch (program) {
                    case Program.Classes(var classPath, var shipped) -> {
                        var options = new ArrayList<>(shipped);
                        options.addAll(jvm);
                        var file = write(all, group.folder().resolve(service.label() + ".properties"));
                        yield Command.java(
                                        service.label(),
                                        classPath,
                                        options,
                                        service.mainClass(),
                                        List.of(file.toString()))
                                .in(environment);
                    }
                    case Program.Installed installed -> installed.command(service.label(), all, group.folder());
                });
    }

    private static Path write(Map<String, String> settings, Path file) {
        var properties = new Properties();
        properties.putAll(settings);
        try (var writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /** All settings and options that are not the defaults, but for ports and folders. */
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
