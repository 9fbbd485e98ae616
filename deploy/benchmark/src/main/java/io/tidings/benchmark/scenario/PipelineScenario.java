package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.sink.EpochMicros;
import java.util.List;

/**
 * The whole pipeline: events wait in Kafka before topology and worker start, and every subscription gets all of them.
 *
 * @param lanes of each subscription
 */
public record PipelineScenario(String id, String title, int subscriptions, int lanes) implements Scenario {
    public static PipelineScenario with(int subscriptions) {
        var title = "whole pipeline, %d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        return new PipelineScenario("pipeline-" + subscriptions, title, subscriptions, 1);
    }

    /** With one subscription that is spread over so many partitions. */
    public static PipelineScenario spread(int lanes) {
        var title = "whole pipeline, one subscription with %d lane%s".formatted(lanes, lanes == 1 ? "" : "s");
        return new PipelineScenario("lanes-" + lanes, title, 1, lanes);
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load();
        int events = Math.max(1, load.events() / subscriptions);
        long deliveries = (long) events * subscriptions;
        try (var cluster = BenchmarkCluster.ofPipeline(bench, id)) {
            var records = new RecordFactory(load);
            try (var progress = bench.progress("writing %,d events".formatted(events))) {
                var registry =
                        new ResourceSetup(cluster.clients(), lanes == 1 ? "" : "{\"lanes\":%d}".formatted(lanes));
                registry.topic("unused");
                registry.subscribe(
                        BenchmarkSubscribers.even(subscriptions, load.partitions()),
                        1,
                        index -> "%s/s%d/ok".formatted(cluster.address(), index));
                new BulkWriter(cluster.clients())
                        .write(0, events, number -> records.event(number, EpochMicros.NONE), progress);
            }
            try (var progress = bench.progress(title)) {
                cluster.startServices();
                var interval = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress)
                        .of(deliveries * load.warmUp() / load.events(), deliveries);
                cluster.worker().stop();
                return List.of(new ResultRow(
                        id,
                        title,
                        interval,
                        DeliveryErrors.of(deliveries, cluster.sink().counts()),
                        Measurements.atFullSpeed(),
                        cluster.settings()));
            }
        }
    }
}
