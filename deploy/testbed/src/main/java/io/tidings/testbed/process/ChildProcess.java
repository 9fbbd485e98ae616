package io.tidings.testbed.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program in a process of its own, which ends with this one. */
public final class ChildProcess implements AutoCloseable {
    private static final Duration STOPPING = Duration.ofSeconds(12);
    private static final Set<ChildProcess> running = ConcurrentHashMap.newKeySet();
    private static volatile boolean ending;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(ChildProcess::closeAll, "stop-children"));
    }

    private final Command command;
    private final Process process;
    private final Path log;

    private ChildProcess(Command command, Process process, Path log) {
        this.command = command;
        this.process = process;
        this.log = log;
    }

    /**
     * A program to start.
     *
     * @param name for people, and for the log file
     * @param line the program and its arguments
     * @param environment besides ours
     * @param directory the working directory; null for ours
     */
    public record Command(
            String name,
            List<String> line,
            Map<String, String> environment,
            @Nullable Path directory) {
        public Command {
            line = List.copyOf(line);
            environment = Map.copyOf(environment);
        }

        /**
         * A Java program.
         *
         * @param classPath as for {@code java -cp}
         * @param jvm options of the JVM
         */
        public static Command java(
                String name, String classPath, List<String> jvm, String mainClass, List<String> arguments) {
            var line = new ArrayList<String>();
            line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
            line.addAll(jvm);
            line.addAll(List.of("-cp", classPath, mainClass));
            line.addAll(arguments);
            return new Command(name, line, Map.of(), null);
        }

        /** The same program with another environment. */
        public Command in(Map<String, String> other) {
            return new Command(name, line, other, directory);
        }
    }

    /** Starts a program that writes its output to a log file in the folder. */
    public static ChildProcess start(Command command, Path logs) {
        return start(command, logs, true);
    }

    /** Starts a program of the {@link ChildProtocol}, which sends an {@link #announcement} when it is ready. */
    public static ChildProcess startChild(Command command, Path logs) {
        return start(command, logs, false);
    }

    private static ChildProcess start(Command command, Path logs, boolean outputToLog) {
        var log = logs.resolve(command.name() + ".log");
        try {
            Files.createDirectories(logs);
            var builder =
                    new ProcessBuilder(command.line()).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
            if (outputToLog) {
                builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            }
            if (command.directory() != null) {
                builder.directory(Files.createDirectories(command.directory()).toFile());
            }
            // Services read settings and JVM options from these variables.
            builder.environment().keySet().removeIf(name -> name.startsWith("TIDINGS_") || name.startsWith("JAVA_"));
            builder.environment().putAll(command.environment());
            var child = new ChildProcess(command, builder.start(), log);
            running.add(child);
            if (ending) {
                child.kill();
                throw new IllegalStateException(command.name() + " is not started: everything was asked to stop");
            }
            return child;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.name(), e);
        }
    }

    /** Waits for the announcement of a program of the {@link ChildProtocol}. */
    public String announcement() {
        try {
            var line = process.inputReader().readLine();
            if (line == null) {
                throw ended();
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read what " + name() + " says", e);
        }
    }

    /** @throws IllegalStateException if the process has ended; the message names its log */
    public void requireRunning() {
        if (!process.isAlive()) {
            throw ended();
        }
    }

    public String name() {
        return command.name();
    }

    /** True if that option is on the command line. */
    boolean has(String option) {
        return command.line().contains(option);
    }

    public boolean alive() {
        return process.isAlive();
    }

    public ProcessUsage usage() {
        return ProcessUsage.of(process.toHandle());
    }

    public long pid() {
        return process.pid();
    }

    /** SIGSTOP: the process stays, and does nothing until it is thawed or killed. */
    public void freeze() {
        signal("STOP");
    }

    /** SIGCONT: the process goes on as if no time had passed. */
    public void thaw() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            Tool.run("kill", "-" + name, Long.toString(process.pid()));
        } catch (IOException e) {
            if (process.isAlive()) {
                throw new UncheckedIOException("%s takes no SIG%s".formatted(name(), name), e);
            }
        }
    }

    /** SIGTERM. */
    public void askToStop() {
        process.destroy();
    }

    /** The exit code, if the process ends within that time. */
    public OptionalInt exitWithin(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS)
                    ? OptionalInt.of(process.exitValue())
                    : OptionalInt.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalInt.empty();
        }
    }

    /** SIGKILL. */
    public void kill() {
        try {
            process.destroyForcibly().waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running.remove(this);
    }

    /** SIGTERM, and SIGKILL after a while. */
    @Override
    public void close() {
        stop();
        running.remove(this);
    }

    private void stop() {
        process.destroy();
        try {
            if (!process.waitFor(STOPPING.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static void closeAll() {
        ending = true;
        running.forEach(child -> child.process.destroy());
        running.forEach(ChildProcess::stop);
    }

    private IllegalStateException ended() {
        return new IllegalStateException("%s has ended unexpectedly; read %s".formatted(name(), log));
    }
}
