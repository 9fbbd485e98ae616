package io.tidings.acceptance.installation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A program in a process of its own, as an orchestrator runs it: settings by the environment, a port to ask. */
public final class OrchestratedProcess implements AutoCloseable {
    private static final int MILLIS = 3_000;
    private static final int OK = 200;

    private final String name;
    private final ShippedProgram program;
    private final Installation installation;
    private final Map<String, String> environment;
    private final int adminPort;
    private final Path log;
    private @Nullable Process process;

    OrchestratedProcess(
            String name,
            ShippedProgram program,
            Installation installation,
            Map<String, String> environment,
            Path logs) {
        this.name = name;
        this.program = program;
        this.installation = installation;
        this.environment = Map.copyOf(environment);
        this.adminPort =
                Integer.parseInt(environment.getOrDefault("TIDINGS_ADMIN_PORT", Integer.toString(program.adminPort())));
        this.log = logs.resolve(name + ".log");
    }

    public String name() {
        return name;
    }

    public ShippedProgram kind() {
        return program;
    }

    public Installation installation() {
        return installation;
    }

    public Path log() {
        return log;
    }

    public void start() {
        try {
            var builder = new ProcessBuilder(installation.command())
                    .directory(Files.createDirectories(log.resolveSibling(name)).toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
            // Nothing but what the manifests set, as in a container.
            builder.environment().keySet().removeIf(each -> each.startsWith("TIDINGS_") || each.startsWith("JAVA_"));
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            builder.environment().putAll(environment);
            process = builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + name + "; is it built?", e);
        }
    }

    public boolean alive() {
        return process != null && process.isAlive();
    }

    public boolean live() {
        return status("/health/live") == OK;
    }

    public boolean ready() {
        return status("/health/ready") == OK;
    }

    /** Of the answer at its admin port; 0 is none. */
    public int status(String path) {
        try {
            return connection(path).getResponseCode();
        } catch (IOException e) {
            return 0; // not listening
        }
    }

    public String metrics() {
        try (var body = connection("/metrics").getInputStream()) {
            return new String(body.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(name + " shows no metrics; read " + log, e);
        }
    }

    private HttpURLConnection connection(String path) throws IOException {
        var connection = (HttpURLConnection)
                URI.create("http://127.0.0.1:" + adminPort + path).toURL().openConnection();
        connection.setConnectTimeout(MILLIS);
        connection.setReadTimeout(MILLIS);
        return connection;
    }

    /** kill -9. */
    public void kill() {
        if (process != null) {
            join(process.destroyForcibly(), Duration.ofSeconds(10));
        }
    }

    /** SIGTERM. */
    public void askToStop() {
        if (process != null) {
            process.destroy();
        }
    }

    /** @return its exit status; -1 if it still runs then */
    public int exit(Duration within) {
        return process != null && join(process, within) ? process.exitValue() : -1;
    }

    private static boolean join(Process process, Duration within) {
        try {
            return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        kill();
    }
}
