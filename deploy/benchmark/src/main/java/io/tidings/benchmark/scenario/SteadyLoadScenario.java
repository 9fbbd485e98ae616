package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.WarmPipeline;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.List;

/** The whole pipeline with little load: latency, and the cost of being idle. */
public record SteadyLoadScenario(int perSecond) implements Scenario {
    /** Enough to compile the code that runs only with little load. */
    private static final int SETTLING_SECONDS = 20;

    private static final int SECONDS = 30;

    @Override
    public String id() {
        return "steady-" + perSecond;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "whole pipeline at %,d/s".formatted(perSecond);
        try (var progress = bench.progress(title);
                var pipeline =
                        WarmPipeline.start(bench, id(), 1, (cluster, _) -> cluster.address() + "/all/ok", progress)) {
            var cluster = pipeline.cluster();
            try (var publisher = pipeline.publish(perSecond)) {
                pipeline.monitor().pass(Duration.ofSeconds(bench.seconds(SETTLING_SECONDS)));
                var interval = pipeline.monitor().during(Duration.ofSeconds(bench.seconds(SECONDS)));
                var latency = Percentiles.of(cluster.sink().latencies(""));
                publisher.stop();
                pipeline.monitor().until(cluster.sink()::counts, publisher.next(), publisher.next());
                cluster.worker().stop();
                return List.of(new ResultRow(
                        id(),
                        title,
                        interval,
                        DeliveryErrors.of(publisher.next(), cluster.sink().counts()),
                        Measurements.atGivenPace().withLatency(latency),
                        cluster.settings()));
            }
        }
    }
}
