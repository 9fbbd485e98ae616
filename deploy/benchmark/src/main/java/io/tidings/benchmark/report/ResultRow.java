package io.tidings.benchmark.report;

import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.ProcessCost;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The result of one scenario.
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
    /** Load of other programs above which the figures say little. */
    private static final double DISTURBING = 0.2;

    public ResultRow {
        settings = Collections.unmodifiableSortedMap(new TreeMap<>(settings));
    }

    public boolean disturbed() {
        return interval.processorsElsewhere() > DISTURBING;
    }

    /** True if nothing was lost and every promise was kept. */
    public boolean good() {
        return arrivals.lost() == 0 && findings.promises().stream().allMatch(Target::met);
    }

    ProcessCost cost() {
        return interval.costs().getFirst();
    }
}
