package io.tidings.benchmark.report;

import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.ProcessCost;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came out for one scenario.
 *
 * @param settings of the services that are not their defaults
 */
public record ResultRow(
        String id,
        String title,
        MeasuredInterval interval,
        DeliveryErrors arrivals,
        Measurements findings,
        Map<String, String> settings) {
    /** From here on other load has taken so much that the figures say little. */
    private static final double DISTURBING = 0.2;

    public ResultRow {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    public boolean disturbed() {
        return interval.processorsElsewhere() > DISTURBING;
    }

    ProcessCost cost() {
        return interval.costs().getFirst();
    }
}
