package io.tidings.benchmark.report;

import io.tidings.testbed.report.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measurements besides the rate.
 *
 * @param fullSpeed whether the rate is the highest possible one, and not a given one
 * @param latency from publication to arrival
 * @param lateness of retries
 * @param figures by name, with unit
 * @param promises that the run must keep
 */
public record Measurements(
        boolean fullSpeed,
        @Nullable Percentiles latency,
        @Nullable Percentiles lateness,
        Map<String, Double> figures,
        List<Target> promises) {
    public Measurements {
        promises = List.copyOf(promises);
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public static Measurements atFullSpeed() {
        return new Measurements(true, null, null, Map.of(), List.of());
    }

    public static Measurements atGivenPace() {
        return new Measurements(false, null, null, Map.of(), List.of());
    }

    public Measurements withLatency(Percentiles found) {
        return new Measurements(fullSpeed, found, lateness, figures, promises);
    }

    /** Adds the latency beside a trouble, and compares it with that of a time without it. */
    public Measurements withLatency(Percentiles with, Percentiles without) {
        return withLatency(with)
                .with("p99 without, ms", Percentiles.millis(without.p99()))
                .with(
                        Targets.P99_RATIO,
                        (double) with.p99().toNanos() / without.p99().toNanos());
    }

    public Measurements withLateness(Percentiles found) {
        return new Measurements(fullSpeed, latency, found, figures, promises);
    }

    public Measurements with(String name, double value) {
        var more = new LinkedHashMap<>(figures);
        more.put(name, value);
        return new Measurements(fullSpeed, latency, lateness, more, promises);
    }

    /** Adds the median and the 99th percentile. */
    public Measurements with(String what, Percentiles found) {
        return with(what + ", p50 ms", Percentiles.millis(found.p50()))
                .with(what + ", p99 ms", Percentiles.millis(found.p99()));
    }

    public Measurements promising(Target... more) {
        return promising(List.of(more));
    }

    public Measurements promising(List<Target> more) {
        return new Measurements(
                fullSpeed,
                latency,
                lateness,
                figures,
                Stream.concat(promises.stream(), more.stream()).toList());
    }
}
