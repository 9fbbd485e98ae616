package io.tidings.chaos.overload;

import io.tidings.chaos.limit.HeapLimits;
import io.tidings.chaos.limit.HeapSamples;
import io.tidings.testbed.cluster.ServiceProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Collects the garbage of all services now and then and writes down what is left. Safe for use by many threads. */
final class HeapMonitor implements AutoCloseable {
    private final Collection<ServiceProcess> instances;
    private final Duration between;
    private final Map<String, List<Double>> looks = new LinkedHashMap<>();
    private final Thread thread = Thread.ofPlatform().name("heaps").unstarted(this::run);
    private volatile boolean running = true;

    private HeapMonitor(Collection<ServiceProcess> instances, Duration between) {
        this.instances = instances;
        this.between = between;
    }

    static HeapMonitor start(Collection<ServiceProcess> instances, Duration between) {
        var monitor = new HeapMonitor(instances, between);
        monitor.thread.start();
        return monitor;
    }

    private void run() {
        while (running) {
            look();
            LockSupport.parkNanos(between.toNanos());
        }
    }

    /** Looks now, besides. */
    synchronized void look() {
        for (var process : instances) {
            process.liveMegabytes()
                    .ifPresent(megabytes -> looks.computeIfAbsent(process.name(), _ -> new ArrayList<>())
                            .add(megabytes));
        }
    }

    /** Since the end of the phase before, whose last look is the first of this one. */
    synchronized List<HeapSamples> end(String phase) {
        look();
        while (looks.values().stream().anyMatch(each -> each.size() < HeapLimits.FEWEST)) {
            look();
        }
        var curves = looks.entrySet().stream()
                .map(each -> new HeapSamples(phase, each.getKey(), each.getValue()))
                .toList();
        looks.replaceAll((_, all) -> new ArrayList<>(List.of(all.getLast())));
        return curves;
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
