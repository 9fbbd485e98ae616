package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Targets;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.OpenPages;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.WarmPipeline;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.HdrHistogram.Histogram;

/** The pipeline at a given pace with open pages of the console, compared with the times in which none is open. */
public record ConsoleScenario(int perSecond) implements Scenario {
    private static final int PAGES = 3;
    private static final int ROUNDS = 3;
    private static final int SETTLING_SECONDS = 20;
    private static final int SECONDS = 20;
    private static final Set<String> ASKED = Set.of(Service.INGEST.label(), Service.TOPOLOGY.label());

    /** The times with pages, or those without. */
    private record Times(List<MeasuredInterval> intervals, Histogram latencies) {
        Times() {
            this(new ArrayList<>(), new Histogram(2));
        }

        void measure(WarmPipeline pipeline, Duration time) {
            intervals.add(pipeline.monitor().during(time));
            latencies.add(pipeline.sink().latencies(""));
        }

        /** The average part of a processor that ingest and topology used. */
        double cpu() {
            return intervals.stream()
                    .mapToDouble(interval -> interval.costs().stream()
                            .filter(cost -> ASKED.contains(cost.process()))
                            .mapToDouble(interval::percentOfAProcessor)
                            .sum())
                    .average()
                    .orElseThrow();
        }
    }

    @Override
    public String id() {
        return "console-" + perSecond;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "whole pipeline at %,d/s, %d open pages".formatted(perSecond, PAGES);
        int port = FreePort.next();
        var cluster = BenchmarkCluster.ofConsole(bench, id(), port);
        try (var progress = bench.progress(title);
                var pipeline =
                        WarmPipeline.start(cluster, bench.load(), 1, _ -> cluster.address() + "/all/ok", progress);
                var api = new ManagementClient(port, ClusterPlan.TOKEN)) {
            cluster.processes().awaitReady();
            try (var publisher = pipeline.publish(perSecond)) {
                return List.of(measured(bench, title, pipeline, publisher, api));
            }
        }
    }

    private ResultRow measured(
            BenchmarkEnvironment bench,
            String title,
            WarmPipeline pipeline,
            PacedPublisher publisher,
            ManagementClient api) {
        var key = BenchmarkSubscribers.even(1, bench.load().partitions()).keys().getFirst();
        var time = Duration.ofSeconds(bench.seconds(SECONDS));
        var closed = new Times();
        var open = new Times();
        int failed = 0;
        pipeline.monitor().pass(Duration.ofSeconds(bench.seconds(SETTLING_SECONDS)));
        for (int i = 0; i < ROUNDS; i++) {
            closed.measure(pipeline, time);
            try (var pages = OpenPages.open(PAGES, api, key)) {
                open.measure(pipeline, time);
                failed += pages.failed();
            }
        }
        publisher.stop();
        pipeline.monitor().until(pipeline.sink()::counts, publisher.next(), publisher.next());
        return new ResultRow(
                id(),
                title,
                open.intervals().getLast(),
                DeliveryErrors.of(publisher.next(), pipeline.sink().counts()),
                Measurements.atGivenPace()
                        .withLatency(Percentiles.of(open.latencies()), Percentiles.of(closed.latencies()))
                        .with(Targets.CONSOLE_CPU, open.cpu() - closed.cpu())
                        .with("requests of pages that failed", failed),
                pipeline.cluster().settings());
    }
}
