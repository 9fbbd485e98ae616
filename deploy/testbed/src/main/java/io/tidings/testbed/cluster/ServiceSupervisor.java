package io.tidings.testbed.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts services again that end because their infrastructure is lost, as whatever runs them in production does: with a
 * wait that grows while they keep ending.
 */
public final class ServiceSupervisor implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Collection<ServiceProcess> instances;
    private final EventTimeline timeline;
    private final Thread thread;
    private volatile boolean running = true;

    private ServiceSupervisor(Collection<ServiceProcess> instances, EventTimeline timeline) {
        this.instances = instances;
        this.timeline = timeline;
        this.thread = Thread.ofPlatform().name("supervisor").unstarted(this::watch);
    }

    public static ServiceSupervisor start(Collection<ServiceProcess> instances, EventTimeline timeline) {
        var supervisor = new ServiceSupervisor(instances, timeline);
        supervisor.thread.start();
        return supervisor;
    }

    private void watch() {
        var backoffs = new HashMap<String, RestartBackoff>();
        while (running) {
            for (var process : instances) {
                look(process, backoffs.computeIfAbsent(process.name(), _ -> new RestartBackoff()));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void look(ServiceProcess process, RestartBackoff backoff) {
        var now = Instant.now();
        if (process.ended()) {
            if (backoff.waits(now)) {
                return;
            }
            process.revive();
        }
        backoff.begin(now).ifPresent(since -> timeline.add(Disturbance.end(process.name(), since.minus(LOOK), now)));
    }

    @Override
    public void close() {
        running = false;
        LockSupport.unpark(thread);
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
