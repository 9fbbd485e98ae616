package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Percentiles;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.stage.Bench;
import java.time.Duration;
import java.util.List;

/** The whole pipeline with little to do: latency, and what it costs to be ready. */
record Steady(int perSecond) implements Scenario {
    /** Long enough to compile what only runs when there is little to do. */
    private static final int SETTLING_SECONDS = 20;

    private static final int SECONDS = 30;

    @Override
    public String id() {
        return "steady-" + perSecond;
    }

    @Override
    public List<Row> measure(Bench bench) {
        var title = "whole pipeline at %,d/s".formatted(perSecond);
        try (var stage = bench.stage(id());
                var progress = bench.progress(title)) {
            var pipeline = WarmPipeline.start(bench, stage, 1, (site, _) -> site.address() + "/all/ok", progress);
            var site = pipeline.site();
            try (var publisher = pipeline.publish(perSecond)) {
                pipeline.watch().pass(Duration.ofSeconds(bench.seconds(SETTLING_SECONDS)));
                var interval = pipeline.watch().during(Duration.ofSeconds(bench.seconds(SECONDS)));
                var latency = Percentiles.of(site.sink().latencies(""));
                publisher.stop();
                pipeline.watch().until(site.sink()::counts, publisher.next(), publisher.next());
                pipeline.running().stopWorker();
                var counts = site.sink().counts();
                return List.of(new Row(
                        id(),
                        title,
                        interval,
                        new Arrivals(publisher.next() - counts.distinct(), counts.twice()),
                        Findings.atGivenPace().withLatency(latency),
                        pipeline.running().settings()));
            }
        }
    }
}
