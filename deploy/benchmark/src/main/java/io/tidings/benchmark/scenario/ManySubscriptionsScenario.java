package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.ManagementTimes;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.sink.EpochMicros;
import java.time.Duration;
import java.util.List;

/**
 * The pipeline, ten of whose subscriptions get every event, beside so many subscriptions that get none: of 1,000 topics,
 * or each of a topic of its own in one domain. Each program starts when the one before is ready.
 */
public record ManySubscriptionsScenario(int subscriptions, boolean ofDomain) implements Scenario {
    private static final int MATCHING = 10;
    private static final int CHANGES = 50;
    private static final double MEGABYTE = 1e6;

    public static ManySubscriptionsScenario ofTopics(int subscriptions) {
        return new ManySubscriptionsScenario(subscriptions, false);
    }

    public static ManySubscriptionsScenario ofTenants(int subscriptions) {
        return new ManySubscriptionsScenario(subscriptions, true);
    }

    @Override
    public String id() {
        return (ofDomain ? "tenants-" : "subscriptions-") + subscriptions;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "whole pipeline, 10 beside %,d %s"
                .formatted(subscriptions, ofDomain ? "topics of a domain" : "subscriptions");
        int port = FreePort.next();
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofConsole(bench, id(), port);
                var api = new ManagementClient(port, ClusterPlan.TOKEN)) {
            var resources = new ResourceSetup(cluster.clients());
            var endpoint = cluster.address() + "/unmatched/ok";
            if (ofDomain) {
                resources.tenants(subscriptions, endpoint);
            } else {
                resources.unmatched(subscriptions, endpoint);
            }
            resources.topic("unused");
            resources.subscribe(
                    BenchmarkSubscribers.even(MATCHING, bench.load().partitions()),
                    1,
                    index -> "%s/s%d/ok".formatted(cluster.address(), index));
            var findings = Measurements.atFullSpeed();
            for (var service : cluster.processes().services()) {
                findings = started(service, findings);
            }
            var interval = delivered(bench, cluster, progress);
            long owed = (long) events(bench) * MATCHING;
            return List.of(new ResultRow(
                    id(),
                    title,
                    interval,
                    DeliveryErrors.of(owed, cluster.sink().counts()),
                    managed(cluster, api, findings),
                    cluster.settings()));
        }
    }

    private static int events(BenchmarkEnvironment bench) {
        return Math.max(1, bench.load().events() / MATCHING);
    }

    private static Measurements started(ServiceProcess service, Measurements findings) {
        long begun = System.nanoTime();
        service.start();
        service.awaitReady();
        return findings.with(service.name() + ", ready after s", seconds(begun));
    }

    private static MeasuredInterval delivered(
            BenchmarkEnvironment bench, BenchmarkCluster cluster, ProgressLine progress) {
        var records = new RecordFactory(bench.load());
        int all = events(bench);
        new BulkWriter(cluster.clients()).write(0, all, number -> records.event(number, EpochMicros.NONE), progress);
        return new DeliveryMonitor(cluster.sink(), cluster.meter(), progress)
                .of(bench.load().warmUp(), (long) all * MATCHING);
    }

    private static Measurements managed(BenchmarkCluster cluster, ManagementClient api, Measurements sofar) {
        var findings = sofar;
        for (var service : cluster.processes().services()) {
            long begun = System.nanoTime();
            int size = service.metrics().text().length();
            findings = findings.with(service.name() + ", scrape ms", 1_000 * seconds(begun))
                    .with(service.name() + ", scrape MB", size / MEGABYTE)
                    .with(service.name() + ", heap MB", service.metrics().sum("jvm_memory_used_bytes") / MEGABYTE);
        }
        return new ManagementTimes(api, cluster.address()).measured(CHANGES, findings);
    }

    private static double seconds(long begun) {
        return MeasuredInterval.seconds(Duration.ofNanos(System.nanoTime() - begun));
    }
}
