package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.Target;
import java.util.List;

/**
 * The heap of a service over a time.
 *
 * @param megabytes in use after garbage collections
 */
record HeapCurve(String service, List<Double> megabytes) {
    static final int MAX_MEGABYTES = 512;

    /** The least number of samples for a judgement. */
    static final int FEWEST = 3;

    private static final double MARGIN = 48;

    /** A heap of which more than three quarters are in use leaves no room for work. */
    private static final double MOST = 0.75 * MAX_MEGABYTES;

    HeapCurve {
        megabytes = List.copyOf(megabytes);
        if (megabytes.size() < FEWEST) {
            throw new IllegalArgumentException(
                    "the heap of %s was looked at only %d times".formatted(service, megabytes.size()));
        }
    }

    double median() {
        return median(megabytes);
    }

    /** The promise that it stays flat: its last third lies little above its first, and it is never nearly full. */
    List<Target> flat(String when) {
        int third = megabytes.size() / 3;
        double growth = median(megabytes.subList(megabytes.size() - third, megabytes.size()))
                - median(megabytes.subList(0, third));
        double largest = megabytes.stream().max(Double::compare).orElseThrow();
        return List.of(
                Target.atMost(MARGIN, "MB", "%s, heap of %s, growth".formatted(when, service), growth),
                Target.atMost(MOST, "MB", "%s, heap of %s, largest".formatted(when, service), largest));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }
}
