package io.tidings.benchmark.report;

import io.tidings.testbed.report.Percentiles;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was measured besides the rate.
 *
 * @param fullSpeed whether the rate is the highest possible one, and not a given one
 * @param latency from publication to arrival
 * @param lateness of retries
 * @param figures by name, with unit
 */
public record Measurements(
        boolean fullSpeed,
        @Nullable Percentiles latency,
        @Nullable Percentiles lateness,
        Map<String, Double> figures) {
    public Measurements {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public static Measurements atFullSpeed() {
        return new Measurements(true, null, null, Map.of());
    }

    public static Measurements atGivenPace() {
        return new Measurements(false, null, null, Map.of());
    }

    public Measurements withLatency(Percentiles found) {
        return new Measurements(fullSpeed, found, lateness, figures);
    }

    public Measurements withLateness(Percentiles found) {
        return new Measurements(fullSpeed, latency, found, figures);
    }

    public Measurements with(String name, double value) {
        var more = new LinkedHashMap<>(figures);
        more.put(name, value);
        return new Measurements(fullSpeed, latency, lateness, more);
    }
}
