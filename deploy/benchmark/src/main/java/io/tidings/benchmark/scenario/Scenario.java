package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import java.util.List;

/** Something that is measured, with fresh processes, and gives one row of the table or a few. */
public sealed interface Scenario
        permits ClientOnlyScenario,
                KafkaOnlyScenario,
                WorkerOnlyScenario,
                PipelineScenario,
                SteadyLoadScenario,
                NoisyNeighbourScenario,
                EndpointOutageScenario,
                PendingRetriesScenario,
                WorkerRestartScenario,
                IngestScenario {
    /** How it is called on the command line and in the results. */
    String id();

    List<ResultRow> measure(BenchmarkEnvironment bench);
}
