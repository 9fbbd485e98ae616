package io.tidings.benchmark.campaign.town;

import io.tidings.benchmark.campaign.history.Disturbance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.concurrent.locks.LockSupport;

/** Starts services again that end because their infrastructure is lost, as whatever runs them in production does. */
public final class Supervisor implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(500);

    private final Collection<Instance> instances;
    private final Incidents incidents;
    private final Thread thread;
    private volatile boolean running = true;

    private Supervisor(Collection<Instance> instances, Incidents incidents) {
        this.instances = instances;
        this.incidents = incidents;
        this.thread = Thread.ofPlatform().name("supervisor").unstarted(this::watch);
    }

    public static Supervisor start(Collection<Instance> instances, Incidents incidents) {
        var supervisor = new Supervisor(instances, incidents);
        supervisor.thread.start();
        return supervisor;
    }

    private void watch() {
        while (running) {
            for (var instance : instances) {
                if (instance.revive()) {
                    var now = Instant.now();
                    incidents.add(Disturbance.end(instance.name(), now.minus(LOOK), now));
                }
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
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
