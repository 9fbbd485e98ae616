package io.tidings.acceptance.installation;

import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.process.AdminPort;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A program in a process of its own, as an orchestrator runs it: settings by the environment, a port to ask. */
public final class OrchestratedProcess implements AutoCloseable {
    private final String name;
    private final Service service;
    private final Installation installation;
    private final Map<String, String> environment;
    private final AdminPort admin;
    private final Path logs;
    private @Nullable ChildProcess process;

    OrchestratedProcess(
            String name, Service service, Installation installation, Map<String, String> environment, Path logs) {
        var settings = new TreeMap<>(environment);
        settings.put("JAVA_HOME", System.getProperty("java.home"));
        this.name = name;
        this.service = service;
        this.installation = installation;
        this.environment = settings;
        this.admin = new AdminPort(Integer.parseInt(
                environment.getOrDefault("TIDINGS_ADMIN_PORT", Integer.toString(service.adminPort()))));
        this.logs = logs;
    }

    public String name() {
        return name;
    }

    public Service service() {
        return service;
    }

    public Installation installation() {
        return installation;
    }

    public AdminPort admin() {
        return admin;
    }

    public Path log() {
        return logs.resolve(name + ".log");
    }

    /** Starts it with nothing but what the manifests set, as in a container, and in a folder of its own. */
    public void start() {
        process = ChildProcess.start(new Command(name, installation.command(), environment, logs.resolve(name)), logs);
    }

    public boolean alive() {
        return process != null && process.alive();
    }

    /** kill -9. */
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    /** SIGTERM. */
    public void askToStop() {
        if (process != null) {
            process.askToStop();
        }
    }

    /** @return its exit status; -1 if it still runs then */
    public int exit(Duration within) {
        return process == null ? -1 : process.exitWithin(within).orElse(-1);
    }

    @Override
    public void close() {
        kill();
    }
}
