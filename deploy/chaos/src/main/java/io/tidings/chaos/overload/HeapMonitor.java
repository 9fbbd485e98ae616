package io.tidings.chaos.overload;

import io.tidings.chaos.report.HeapLimits;
import io.tidings.chaos.report.HeapSamples;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Samples the heaps of all services after garbage collections. Safe for use by many threads. */
final class HeapMonitor implements AutoCloseable {
    private final Collection<ServiceProcess> services;
    private final Map<String, List<Double>> looks = new LinkedHashMap<>();
    private final Pace pace;

    HeapMonitor(Collection<ServiceProcess> services, Duration between) {
        this.services = services;
        this.pace = Pace.start("heaps", 1e3 / between.toMillis(), this::look);
    }

    /** Takes a sample now, in addition. */
    synchronized void look() {
        for (var process : services) {
            process.liveMegabytes()
                    .ifPresent(megabytes -> looks.computeIfAbsent(process.name(), _ -> new ArrayList<>())
                            .add(megabytes));
        }
    }

    /** Ends a phase; its last sample is the first of the next phase. */
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
        pace.close();
    }
}
