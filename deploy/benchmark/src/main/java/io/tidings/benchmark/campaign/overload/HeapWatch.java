package io.tidings.benchmark.campaign.overload;

import io.tidings.benchmark.campaign.overload.judge.HeapCurve;
import io.tidings.benchmark.campaign.overload.judge.Heaps;
import io.tidings.benchmark.campaign.town.Instance;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Collects the garbage of all services now and then and writes down what is left. Safe for use by many threads. */
final class HeapWatch implements AutoCloseable {
    private final Collection<Instance> instances;
    private final Duration between;
    private final Map<String, List<Double>> looks = new LinkedHashMap<>();
    private final Thread thread = Thread.ofPlatform().name("heaps").unstarted(this::run);
    private volatile boolean running = true;

    private HeapWatch(Collection<Instance> instances, Duration between) {
        this.instances = instances;
        this.between = between;
    }

    static HeapWatch start(Collection<Instance> instances, Duration between) {
        var watch = new HeapWatch(instances, between);
        watch.thread.start();
        return watch;
    }

    private void run() {
        while (running) {
            look();
            LockSupport.parkNanos(between.toNanos());
        }
    }

    /** Looks now, besides. */
    synchronized void look() {
        for (var instance : instances) {
            instance.liveMegabytes()
                    .ifPresent(megabytes -> looks.computeIfAbsent(instance.name(), _ -> new ArrayList<>())
                            .add(megabytes));
        }
    }

    /** Since the end of the phase before, whose last look is the first of this one. */
    synchronized List<HeapCurve> end(String phase) {
        look();
        while (looks.values().stream().anyMatch(each -> each.size() < Heaps.FEWEST)) {
            look();
        }
        var curves = looks.entrySet().stream()
                .map(each -> new HeapCurve(phase, each.getKey(), each.getValue()))
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
