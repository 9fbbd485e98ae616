package io.tidings.benchmark.report;

import java.util.Map;
import java.util.TreeMap;

/**
 * What came out for one scenario.
 *
 * @param settings of the measured process that are not its defaults
 */
public record Row(String id, String title, Interval interval, long lost, long twice, Map<String, String> settings) {
    /** From here on other load has taken so much that the figures say little. */
    private static final double DISTURBING = 0.2;

    public Row {
        settings = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    public boolean disturbed() {
        return interval.processorsElsewhere() > DISTURBING;
    }

    Cost cost() {
        return interval.costs().getFirst();
    }
}
