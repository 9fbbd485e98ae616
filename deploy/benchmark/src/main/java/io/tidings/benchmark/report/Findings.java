package io.tidings.benchmark.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What was found besides the rate.
 *
 * @param fullSpeed whether the rate is the most that was possible, and not a given one
 * @param latency from publication to arrival
 * @param lateness of retries
 * @param figures by name, with unit
 */
public record Findings(
        boolean fullSpeed,
        @Nullable Percentiles latency,
        @Nullable Percentiles lateness,
        Map<String, Double> figures) {
    public Findings {
        figures = Collections.unmodifiableMap(new LinkedHashMap<>(figures));
    }

    public static Findings atFullSpeed() {
        return new Findings(true, null, null, Map.of());
    }

    public static Findings atGivenPace() {
        return new Findings(false, null, null, Map.of());
    }

    public Findings withLatency(Percentiles found) {
        return new Findings(fullSpeed, found, lateness, figures);
    }

    public Findings withLateness(Percentiles found) {
        return new Findings(fullSpeed, latency, found, figures);
    }

    public Findings with(String name, double value) {
        var more = new LinkedHashMap<>(figures);
        more.put(name, value);
        return new Findings(fullSpeed, latency, lateness, more);
    }
}
