package io.tidings.benchmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * All rows of one run.
 *
 * @param limit id of the rows that the others are compared with
 * @param circumstances machine, versions, load
 */
public record Report(List<ResultRow> rows, String limit, Map<String, String> circumstances) {
    public Report {
        rows = List.copyOf(rows);
        circumstances = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(circumstances));
    }

    /** The first row of that id. */
    Optional<ResultRow> row(String id) {
        return rows.stream().filter(row -> row.id().equals(id)).findFirst();
    }

    /** Rate of the row as a share of the limit's; of several the best; empty when none was measured. */
    OptionalDouble ratio(ResultRow row) {
        if (!row.findings().fullSpeed()) {
            return OptionalDouble.empty();
        }
        return rows.stream()
                .filter(each -> each.id().equals(limit))
                .mapToDouble(
                        each -> row.interval().perSecond() / each.interval().perSecond())
                .min();
    }
}
