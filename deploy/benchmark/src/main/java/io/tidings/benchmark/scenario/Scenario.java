package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import java.util.List;

/** A measurement with fresh processes, which gives one or more rows of the table. */
public interface Scenario {
    /** The name on the command line and in the results. */
    String id();

    List<ResultRow> measure(BenchmarkEnvironment bench);
}
