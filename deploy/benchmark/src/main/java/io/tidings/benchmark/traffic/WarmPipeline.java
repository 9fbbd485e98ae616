package io.tidings.benchmark.traffic;

import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.ResourceSetup.SubscriptionEndpoints;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.SinkClient;
import java.util.function.BiFunction;

/**
 * A pipeline that has delivered enough to be compiled, and waits for events at a given pace.
 *
 * @param warmUpEvents delivered to each subscription
 */
public record WarmPipeline(
        BenchmarkCluster cluster, UsageMeter meter, DeliveryMonitor monitor, RecordFactory records, int warmUpEvents)
        implements AutoCloseable {
    /** @param endpoints the address for the subscription with an index */
    public static WarmPipeline start(
            BenchmarkEnvironment bench,
            String row,
            int subscriptions,
            BiFunction<BenchmarkCluster, Integer, String> endpoints,
            ProgressLine progress) {
        var cluster = BenchmarkCluster.ofPipeline(bench, row);
        return start(cluster, bench.load(), subscriptions, index -> endpoints.apply(cluster, index), progress);
    }

    /** @param cluster whose services do not run yet; it is closed with the pipeline */
    public static WarmPipeline start(
            BenchmarkCluster cluster,
            LoadSize load,
            int subscriptions,
            SubscriptionEndpoints endpoints,
            ProgressLine progress) {
        try {
            return warmedUp(cluster, load, subscriptions, endpoints, progress);
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    private static WarmPipeline warmedUp(
            BenchmarkCluster cluster,
            LoadSize load,
            int subscriptions,
            SubscriptionEndpoints endpoints,
            ProgressLine progress) {
        var registry = new ResourceSetup(cluster.clients());
        registry.topic("unused");
        registry.subscribe(BenchmarkSubscribers.even(subscriptions, load.partitions()), 1, endpoints);
        int warmUp = Math.max(1, load.warmUp() / subscriptions);
        cluster.startServices();
        var meter = cluster.meter();
        var monitor = new DeliveryMonitor(cluster.sink(), meter, progress);
        var warm = new WarmPipeline(cluster, meter, monitor, new RecordFactory(load), warmUp);
        new BulkWriter(cluster.clients())
                .write(0, warmUp, number -> warm.records.event(number, EpochMicros.NONE), progress);
        monitor.until(cluster.sink()::counts, (long) warmUp * subscriptions, (long) warmUp * subscriptions);
        return warm;
    }

    public SinkClient sink() {
        return cluster.sink();
    }

    public PacedPublisher publish(int perSecond) {
        return PacedPublisher.start(cluster.clients(), records::event, perSecond, warmUpEvents);
    }

    @Override
    public void close() {
        cluster.close();
    }
}
