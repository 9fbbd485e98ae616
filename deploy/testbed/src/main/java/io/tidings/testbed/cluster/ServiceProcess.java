package io.tidings.testbed.cluster;

import io.tidings.testbed.cluster.Disturbance.Reach;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.process.AdminPort;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.LiveHeap;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.ScrapedMetrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One instance of a service; its name stays the same over all restarts. Safe for use by many threads. */
public final class ServiceProcess {
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(6), Duration.ofMillis(100));

    private static final int LAST_LINES = 20;

    private final String name;
    private final ProcessGroup group;
    private ServiceSetup setup;
    private final String bootstrapServers;
    private final EventTimeline timeline;
    private @Nullable ChildProcess process;
    private @Nullable Instant started;
    private long peakMegabytes;

    public ServiceProcess(
            String name, ProcessGroup group, ServiceSetup setup, String bootstrapServers, EventTimeline timeline) {
        this.name = name;
        this.group = group;
        this.setup = setup;
        this.bootstrapServers = bootstrapServers;
        this.timeline = timeline;
    }

    public String name() {
        return name;
    }

    public synchronized ServiceSetup setup() {
        return setup;
    }

    /** The file that the process writes its log to. */
    public Path log() {
        return group.folder().resolve(setup().service().label() + ".log");
    }

    /** Does nothing if the process runs. */
    public synchronized void start() {
        if (process != null && process.alive()) {
            return;
        }
        started = Instant.now();
        process = setup.start(group, bootstrapServers, Map.of());
    }

    /** Starts the process with another clock: {@code +1h} is an hour ahead. */
    public synchronized void startAt(Path library, String step) {
        started = Instant.now();
        process = setup.start(
                group,
                bootstrapServers,
                Map.of("LD_PRELOAD", library.toString(), "FAKETIME", step, "FAKETIME_DONT_FAKE_MONOTONIC", "1"));
    }

    /** Changes how the service is started next. */
    public synchronized void change(UnaryOperator<ServiceSetup> change) {
        setup = change.apply(setup);
    }

    /** SIGSTOP, if the process runs. */
    public synchronized void freeze() {
        if (process != null) {
            process.freeze();
        }
    }

    /** SIGCONT, if the process runs. */
    public synchronized void thaw() {
        if (process != null) {
            process.thaw();
        }
    }

    /** kill -9. */
    public synchronized void kill() {
        measure();
        if (process != null) {
            var now = Instant.now();
            process.kill();
            process = null;
            note("killed", now);
        }
    }

    /** SIGTERM; returns when the process has ended. */
    public void stop() {
        var ending = taken();
        if (ending != null) {
            var now = Instant.now();
            group.stop(ending);
            note("stopped", now);
        }
    }

    /** SIGTERM; {@link #running} holds until the process is stopped or killed. */
    public synchronized void askToStop() {
        if (process != null) {
            process.askToStop();
        }
    }

    /** The exit status, if the process ends in time. */
    public OptionalInt exitWithin(Duration time) {
        var ending = current();
        return ending == null ? OptionalInt.empty() : ending.exitWithin(time);
    }

    /** The exit status, if the process ends in time after it was asked to stop. */
    public OptionalInt stop(Duration within) {
        askToStop();
        var status = exitWithin(within);
        if (status.isPresent()) {
            taken();
        }
        return status;
    }

    /** SIGTERM, and kill -9 while the service drains. */
    public void killWhileItDrains(Duration after) {
        var ending = taken();
        if (ending != null) {
            var now = Instant.now();
            var asked = Thread.ofVirtual().start(ending::close);
            LockSupport.parkNanos(after.toNanos());
            ending.kill();
            join(asked);
            note("killed while it drained", now);
        }
    }

    /** A worker that starts or ends may take over the work of another one. */
    private synchronized void note(String what, Instant from) {
        var reach = setup.service() == Service.WORKER ? Reach.OWNERS : Reach.OTHERS;
        timeline.note(new Disturbance(name + " " + what, reach, from, Instant.now()));
    }

    private synchronized @Nullable ChildProcess taken() {
        measure();
        var ending = process;
        process = null;
        return ending;
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    public synchronized boolean running() {
        return process != null;
    }

    public synchronized boolean alive() {
        return process != null && process.alive();
    }

    /** @throws IllegalStateException when it does not run */
    public ChildProcess process() {
        var running = current();
        if (running == null) {
            throw new IllegalStateException(name + " does not run");
        }
        return running;
    }

    /** True if the process ended by itself. */
    synchronized boolean ended() {
        return process != null && !process.alive();
    }

    /** Starts the service again if its process ended by itself. */
    synchronized void revive() {
        if (ended()) {
            start();
        }
    }

    /** Returns when the service is ready; it may end and come back meanwhile. */
    public void awaitReady() {
        await(this::ready);
        noteStart();
    }

    /** Returns when the service is ready, or somebody has stopped or killed it meanwhile. */
    void awaitReadyWhileItRuns() {
        await(() -> !running() || ready());
        if (running()) {
            noteStart();
        }
    }

    private void await(BooleanSupplier reached) {
        if (!PATIENCE.until(reached)) {
            throw new IllegalStateException("%s is not ready within %s; it says %s; its log in %s ends with%n%s"
                    .formatted(name, PATIENCE.longest(), admin().readiness(), group.folder(), lastLines()));
        }
    }

    /** The log may be gone when somebody reads of the failure. */
    private String lastLines() {
        try (var lines = Files.lines(log())) {
            var all = lines.filter(line -> !line.contains("NetworkClient")).toList();
            return String.join("\n", all.subList(Math.max(0, all.size() - LAST_LINES), all.size()));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private synchronized void noteStart() {
        if (started != null) {
            note("started", started);
            started = null;
        }
    }

    public boolean ready() {
        return admin().ready();
    }

    /** @throws java.io.UncheckedIOException when the service does not respond */
    public ScrapedMetrics metrics() {
        return admin().metrics();
    }

    public synchronized AdminPort admin() {
        return new AdminPort(setup.adminPort());
    }

    /** The heap in use after a garbage collection; empty while the JVM starts or ends. */
    public OptionalDouble liveMegabytes() {
        var asked = current();
        try {
            return asked == null ? OptionalDouble.empty() : OptionalDouble.of(LiveHeap.megabytes(asked));
        } catch (IllegalStateException e) {
            return OptionalDouble.empty();
        }
    }

    private synchronized @Nullable ChildProcess current() {
        return process;
    }

    /** The peak of resident memory over all restarts. */
    public synchronized long peakMegabytes() {
        measure();
        return peakMegabytes;
    }

    private void measure() {
        if (process != null) {
            peakMegabytes = Math.max(peakMegabytes, process.usage().peakMegabytes());
        }
    }
}
