package io.tidings.benchmark;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.process.ChildProcess.Command;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The processes of one row; they are stopped when it is over, last one first. */
final class Stage implements AutoCloseable {
    /** What our own programs run with; the services run as shipped. */
    static final List<String> JVM = List.of("-XX:+UseParallelGC", "-Xmx512m");

    static final List<String> BROKER_JVM = List.of("-Xmx1g");

    private static final List<String> QUIET = List.of(
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Dlogback.configurationFile=io/tidings/benchmark/logging.xml");

    private final Path logs;
    private final Deque<ChildProcess> started = new ArrayDeque<>();

    Stage(Path logs) {
        this.logs = logs;
    }

    /** Starts a program of this benchmark. */
    ChildProcess start(String name, Class<?> main, List<String> jvm, String... arguments) {
        var options = new ArrayList<>(jvm);
        options.addAll(QUIET);
        var command =
                new Command(name, System.getProperty("java.class.path"), options, main.getName(), List.of(arguments));
        return kept(ChildProcess.startChild(command, logs));
    }

    /** Starts a service. */
    ChildProcess start(Command service) {
        return kept(ChildProcess.start(service, logs));
    }

    private ChildProcess kept(ChildProcess process) {
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
