package io.tidings.benchmark.pipeline;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.command.ProgressLine;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.sink.EpochMicros;

/**
 * A pipeline that has delivered enough to be compiled, and waits for what is published at a given pace.
 *
 * @param warmUpEvents what it has delivered to each subscription
 */
public record WarmPipeline(
        BenchmarkCluster cluster,
        RunningPipeline running,
        DeliveryMonitor monitor,
        RecordFactory records,
        int warmUpEvents) {
    public static WarmPipeline start(
            BenchmarkEnvironment bench,
            ProcessGroup group,
            int subscriptions,
            EndpointPaths endpoints,
            ProgressLine progress) {
        LoadSize load = bench.load();
        var cluster = BenchmarkCluster.open(group, load);
        var registry = new ResourceSetup(cluster.clients());
        registry.topic("unused");
        registry.subscribe(
                BenchmarkSubscribers.even(subscriptions, load.partitions()), 1, index -> endpoints.of(cluster, index));
        int warmUp = Math.max(1, load.warmUp() / subscriptions);
        var running = RunningPipeline.start(bench, group, cluster);
        var monitor = new DeliveryMonitor(cluster.sink(), running.meter(), progress);
        var warm = new WarmPipeline(cluster, running, monitor, new RecordFactory(load), warmUp);
        new BulkWriter(cluster.clients())
                .write(0, warmUp, number -> warm.records.event(number, EpochMicros.NONE), progress);
        monitor.until(cluster.sink()::counts, (long) warmUp * subscriptions, (long) warmUp * subscriptions);
        return warm;
    }

    /** Where the events of the subscription with that index go. */
    @FunctionalInterface
    public interface EndpointPaths {
        String of(BenchmarkCluster cluster, int index);
    }

    public PacedPublisher publish(int perSecond) {
        return PacedPublisher.start(cluster.clients(), records::event, perSecond, warmUpEvents);
    }
}
