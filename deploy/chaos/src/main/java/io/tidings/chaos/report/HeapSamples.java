package io.tidings.chaos.report;

import java.util.List;

/**
 * The heap of a service over one phase.
 *
 * @param megabytes in use after garbage collections
 */
public record HeapSamples(String phase, String service, List<Double> megabytes) {
    public HeapSamples {
        megabytes = List.copyOf(megabytes);
        if (megabytes.isEmpty()) {
            throw new IllegalArgumentException("the heap of %s was never looked at: %s".formatted(service, phase));
        }
    }

    public double smallest() {
        return megabytes.stream().min(Double::compare).orElseThrow();
    }

    public double median() {
        return median(megabytes);
    }

    public double largest() {
        return megabytes.stream().max(Double::compare).orElseThrow();
    }

    /** The difference between the last third and the first. */
    double growth() {
        int third = Math.max(1, megabytes.size() / 3);
        return median(megabytes.subList(megabytes.size() - third, megabytes.size()))
                - median(megabytes.subList(0, third));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
