package io.tidings.testbed.process;

import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Processes with a common folder, which are stopped together, the last one first. */
public final class ProcessGroup implements AutoCloseable {
    /** JVM options of our own programs. */
    public static final List<String> JVM = List.of("-XX:+UseParallelGC", "-Xmx512m");

    public static final List<String> BROKER_JVM = List.of("-Xmx1g");

    private static final List<String> QUIET = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlogback.configurationFile=io/tidings/testbed/logging.xml");

    private final Path folder;
    private final Deque<ChildProcess> started = new ArrayDeque<>();

    public ProcessGroup(Path folder) {
        this.folder = folder;
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot create " + folder, e);
        }
    }

    public Path folder() {
        return folder;
    }

    /** Starts a program of the test. */
    public ChildProcess start(String name, Class<?> main, List<String> jvm, String... arguments) {
        var options = new ArrayList<>(jvm);
        options.addAll(QUIET);
        var command =
                Command.java(name, System.getProperty("java.class.path"), options, main.getName(), List.of(arguments));
        return kept(ChildProcess.startChild(command, folder));
    }

    /** Starts a service with its log in the folder. */
    public ChildProcess start(Command command) {
        return kept(ChildProcess.start(command, folder));
    }

    /** Stops a process; a JVM that records itself writes its recording first. */
    public void stop(ChildProcess process) {
        if (FlightRecording.JVM.stream().allMatch(process::has)) {
            FlightRecording.dump(process, folder.resolve(process.name() + ".jfr"));
        }
        process.close();
    }

    private synchronized ChildProcess kept(ChildProcess process) {
        started.push(process);
        return process;
    }

    @Override
    public void close() {
        while (!started.isEmpty()) {
            started.pop().close();
        }
    }
}
