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
 */
public record PipelineScenario(int subscriptions) implements Scenario {
    @Override
    public String id() {
        return "pipeline-" + subscriptions;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load();
        int events = Math.max(1, load.events() / subscriptions);
        long deliveries = (long) events * subscriptions;
        var title = "whole pipeline, %d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        try (var cluster = BenchmarkCluster.ofPipeline(bench, id())) {
            var records = new RecordFactory(load);
            try (var progress = bench.progress("writing %,d events".formatted(events))) {
                var registry = new ResourceSetup(cluster.clients());
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
                var counts = cluster.sink().counts();
                return List.of(new ResultRow(
                        id(),
                        title,
                        interval,
                        new DeliveryErrors(deliveries - counts.distinct(), counts.twice()),
                        Measurements.atFullSpeed(),
                        cluster.settings()));
            }
        }
    }
}
