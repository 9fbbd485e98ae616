package io.tidings.local.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.testbed.FreePort;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One instance of a program in a process of its own, which keeps its name when it is started again. */
final class ProgramInstance implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final int MILLIS = 2_000;

    private final TestedProgram part;
    private final Path folder;
    private final int adminPort = FreePort.next();
    private final Map<String, String> settings;
    private @Nullable ProgramProcess child;

    /** @param name among those of the same part */
    ProgramInstance(String name, TestedProgram part, Map<String, String> common, Path folder) {
        this.part = part;
        this.folder = folder.resolve(name);
        settings = new HashMap<>(common);
        settings.putAll(part.settings());
        settings.put("admin.port", Integer.toString(adminPort));
        switch (part) {
            case INGEST -> settings.put("http.port", Integer.toString(FreePort.next()));
            case TOPOLOGY -> {
                settings.put("topology.instance.id", name);
                settings.put("streams.state.dir", this.folder.toString());
            }
            case WORKER -> settings.put("worker.instance.id", name);
            case EXPORTER -> settings.put("exporter.instance.id", name);
        }
    }

    TestedProgram part() {
        return part;
    }

    /** Where publishers reach it. */
    String edge() {
        return "http://127.0.0.1:" + settings.get("http.port");
    }

    void start() throws IOException {
        child = ProgramProcess.start(part.main(), settings, folder);
    }

    /** As an orchestrator asks; it must end by itself, and well. */
    void stop() throws InterruptedException {
        if (child != null) {
            assertThat(child.stop(GRACE)).as("exit status of " + folder).isZero();
        }
    }

    boolean ready() {
        try {
            var connection = (HttpURLConnection) URI.create("http://127.0.0.1:" + adminPort + "/health/ready")
                    .toURL()
                    .openConnection();
            connection.setConnectTimeout(MILLIS);
            connection.setReadTimeout(MILLIS);
            return connection.getResponseCode() == 200;
        } catch (IOException e) {
            return false; // not up yet
        }
    }

    @Override
    public void close() {
        if (child != null) {
            child.close();
        }
    }
}
