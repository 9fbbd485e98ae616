package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.stage.Bench;
import java.util.List;

/** Something that is measured, with fresh processes, and gives one row of the table or a few. */
public sealed interface Scenario
        permits ClientAlone,
                KafkaAlone,
                WorkerAlone,
                Pipeline,
                Steady,
                Neighbours,
                Outage,
                PendingRetries,
                Restart,
                Ingest {
    /** How it is called on the command line and in the results. */
    String id();

    List<Row> measure(Bench bench);
}
