package io.tidings.chaos.limit;

import java.util.List;

/**
 * What the heap of a service held over one phase.
 *
 * @param megabytes each after all garbage was collected
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

    /** By how much the last third lies above the first. */
    double growth() {
        int third = Math.max(1, megabytes.size() / 3);
        return median(megabytes.subList(megabytes.size() - third, megabytes.size()))
                - median(megabytes.subList(0, third));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
