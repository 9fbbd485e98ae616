package io.tidings.benchmark.report;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * All rows of one run.
 *
 * @param limit the id of the rows that the others are compared with
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

    /** The rate of the row divided by the limit; empty when the limit was not measured. */
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
