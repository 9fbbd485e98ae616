package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.HttpPublisher;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.benchmark.traffic.ResourceSetup.SubscriptionEndpoints;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.broker.GroupLag;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.Pace;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.sink.SinkClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One of each program with a small heap, which must stay flat in every phase of a load. */
final class WatchedCluster implements AutoCloseable {
    /** The sink shall take each request for one event of any size. */
    private static final int LARGER_THAN_ANY_EVENT = 1 << 21;

    private static final double LOOKS_A_SECOND = 0.1;
    private static final double QUICK_LOOKS_A_SECOND = 0.2;
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(2), Duration.ofMillis(100));

    private final ProgressLine progress;
    private final int port = FreePort.next();
    private final LoadSize load;
    private final BenchmarkCluster cluster;
    private final Map<String, List<Double>> heaps = new LinkedHashMap<>();
    private final double looksASecond;
    private @Nullable Pace looks;

    /** The measurements of a phase. */
    record Shown(DeliveryErrors errors, Measurements findings) {}

    /**
     * Starts broker and sink.
     *
     * @param ports of the sink
     * @param worker settings of the worker
     */
    WatchedCluster(
            BenchmarkEnvironment bench,
            String row,
            BrokerProcesses.Plan brokers,
            int ports,
            Map<String, String> worker) {
        progress = bench.progress(row);
        load = new LoadSize(1, 1, LARGER_THAN_ANY_EVENT, 1, bench.load().partitions());
        var services =
                BenchmarkCluster.allServices(bench, row, port, bench.worker().with(worker));
        services.replaceAll((_, setup) -> setup.withJvm(List.of("-Xmx" + HeapCurve.MAX_MEGABYTES + "m")));
        cluster = BenchmarkCluster.open(bench, row, load, services, brokers, ports);
        looksASecond = bench.quick() ? QUICK_LOOKS_A_SECOND : LOOKS_A_SECOND;
    }

    /**
     * Subscribes to a new topic, before the programs start.
     *
     * @return the position of the subscriptions table behind them
     */
    long subscribe(String topic, BenchmarkSubscribers subscribers, SubscriptionEndpoints endpoints) {
        var resources = new ResourceSetup(cluster.clients());
        resources.topic(topic, "unused");
        return resources.subscribe(subscribers, 1, endpoints);
    }

    /** Returns when all programs are ready. */
    void start() {
        cluster.startServices();
        cluster.processes().awaitReady();
        looks = Pace.start("heaps", looksASecond, this::look);
    }

    HttpPublisher publisher(String topic, HttpPublisher.Requests requests) {
        return new HttpPublisher(port, topic, requests);
    }

    BenchmarkCluster cluster() {
        return cluster;
    }

    SinkClient sink() {
        return cluster.sink();
    }

    int partitions() {
        return load.partitions();
    }

    ProgressLine progress() {
        return progress;
    }

    DeliveryMonitor monitor() {
        return new DeliveryMonitor(sink(), cluster.meter(), progress);
    }

    /** Runs a phase in which no program may end. */
    ResultRow phase(String id, String title, Supplier<Shown> work) {
        var meter = cluster.meter();
        var row = phaseWithEnds(id, title, work);
        meter.requireRunning();
        return row;
    }

    /** The same, but programs may end and are started again. */
    ResultRow phaseWithEnds(String id, String title, Supplier<Shown> work) {
        var meter = cluster.meter();
        long before = sink().counts().distinct();
        var begin = meter.sample();
        var shown = work.get();
        var interval = meter.between(begin, meter.sample(), sink().counts().distinct() - before);
        var findings = shown.findings();
        for (var curve : heaps()) {
            findings = findings.with(curve.service() + ", live heap MB", curve.median())
                    .promising(curve.flat(id));
        }
        return new ResultRow(id, title, interval, shown.errors(), findings, cluster.settings());
    }

    /** Takes a sample of the heaps, as at a peak. */
    synchronized void look() {
        for (var service : cluster.processes().services()) {
            service.liveMegabytes()
                    .ifPresent(megabytes -> heaps.computeIfAbsent(service.name(), _ -> new ArrayList<>())
                            .add(megabytes));
        }
    }

    /** Drops the samples up to now, after a step that is no growth. */
    void discardLooks() {
        heaps();
    }

    /** The heaps since it was last asked; the last sample is the first of the next ones. */
    private synchronized List<HeapCurve> heaps() {
        PATIENCE.until(() -> {
            look();
            return cluster.processes().services().stream().allMatch(this::lookedAt);
        });
        var curves = heaps.entrySet().stream()
                .map(each -> new HeapCurve(each.getKey(), each.getValue()))
                .toList();
        heaps.replaceAll((_, all) -> new ArrayList<>(List.of(all.getLast())));
        return curves;
    }

    private boolean lookedAt(ServiceProcess service) {
        return heaps.getOrDefault(service.name(), List.of()).size() >= HeapCurve.FEWEST;
    }

    /** Records of these topics that a group has not committed. */
    long lag(String group, Set<String> topics) {
        try (var lag = new GroupLag(cluster.bootstrapServers(), BenchmarkCluster.TOPICS.prefix() + group)) {
            return lag.of(topics);
        }
    }

    @Override
    public void close() {
        if (looks != null) {
            looks.close();
        }
        cluster.close();
        progress.close();
    }
}
