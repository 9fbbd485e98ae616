package io.tidings.benchmark;

import io.tidings.benchmark.report.BenchmarkJsonReport;
import io.tidings.benchmark.report.Plot;
import io.tidings.benchmark.report.Report;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Table;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.testbed.report.JsonReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Measures one scenario after the other. The files of the results are written after each, so a stopped run keeps them.
 */
final class BenchmarkRun {
    private static final String NOT_FINISHED = "not finished: ";

    private final BenchmarkEnvironment bench;
    private final Map<String, String> circumstances;
    private final List<ResultRow> rows = new ArrayList<>();

    BenchmarkRun(BenchmarkEnvironment bench, Map<String, String> circumstances) {
        this.bench = bench;
        this.circumstances = new TreeMap<>(circumstances);
    }

    void measure(List<Scenario> scenarios) {
        for (int i = 0; i < scenarios.size(); i++) {
            var scenario = scenarios.get(i);
            bench.out().printf("[%d/%d] %s%n", i + 1, scenarios.size(), scenario.id());
            try {
                rows.addAll(scenario.measure(bench));
            } catch (RuntimeException e) { // go on with the others
                e.printStackTrace();
                circumstances.put(NOT_FINISHED + scenario.id(), String.valueOf(e.getMessage()));
            }
            write();
        }
    }

    private void write() {
        var report = report();
        JsonReport.write(BenchmarkJsonReport.of(report), bench.folder().resolve("results.json"));
        new Plot(report).write(bench.folder().resolve("results.svg"));
        try {
            Files.writeString(bench.folder().resolve("results.txt"), new Table(report).toString());
        } catch (IOException e) {
            throw new UncheckedIOException("the table cannot be written to " + bench.folder(), e);
        }
    }

    Report report() {
        return new Report(rows, ScenarioCatalogue.LIMIT, circumstances);
    }

    /** True if every scenario was measured, lost nothing and kept its promises. */
    boolean good() {
        return rows.stream().allMatch(ResultRow::good)
                && circumstances.keySet().stream().noneMatch(name -> name.startsWith(NOT_FINISHED));
    }
}
