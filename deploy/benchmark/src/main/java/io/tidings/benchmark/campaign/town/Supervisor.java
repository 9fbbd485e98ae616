package io.tidings.benchmark.campaign.town;

import io.tidings.benchmark.campaign.history.Disturbance;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * Starts services again that end because their infrastructure is lost, as whatever runs them in production does: with a
 * wait that grows while they keep ending.
 */
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
        var backoffs = new HashMap<String, RestartBackoff>();
        while (running) {
            for (var instance : instances) {
                look(instance, backoffs.computeIfAbsent(instance.name(), _ -> new RestartBackoff()));
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private void look(Instance instance, RestartBackoff backoff) {
        var now = Instant.now();
        if (instance.ended()) {
            if (backoff.waits(now)) {
                return;
            }
            instance.revive();
        }
        backoff.begin(now).ifPresent(since -> incidents.add(Disturbance.end(instance.name(), since.minus(LOOK), now)));
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
