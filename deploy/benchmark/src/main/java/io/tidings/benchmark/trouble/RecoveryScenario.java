package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Targets;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.WireName;
import io.tidings.testbed.report.Percentiles;
import io.tidings.testbed.sink.EpochMicros;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The tenth of ten endpoints is down for an hour of the retry schedule while deliveries keep coming; how long does it
 * take until it has all of them, and how does that affect the other nine?
 */
public record RecoveryScenario(Recovery recovery) implements Scenario {
    /** An hour takes 72 seconds. */
    private static final String TIME_SCALE = "0.02";

    private static final int SECONDS_DOWN = 72;
    private static final int PER_SECOND = 1_000;
    private static final int HEALTHY_PER_SECOND = 180;
    private static final long FIRST_HEALTHY = 20_000_000;
    private static final int HEALTHY_SUBSCRIPTIONS = 9;
    private static final String HEALTHY = "healthy";
    private static final String TENTH = "tenth";
    private static final Duration SETTLING = Duration.ofSeconds(3);
    private static final int SECONDS_BEFORE = 20;
    private static final double NANOS = 1e9;

    /** The way in which the deliveries of the tenth get out of the retry tiers. */
    public enum Recovery implements WireName {
        /** Each waits for its time. */
        SCHEDULE("{\"recovery\":\"schedule\"}"),
        /** A probe that succeeds moves them forward. */
        FORWARD(""),
        /** An operator asks for it as soon as the endpoint is back. */
        RETRY_NOW("");

        private final String extensions;

        Recovery(String extensions) {
            this.extensions = extensions;
        }
    }

    @Override
    public String id() {
        return "recovery-" + recovery.wireName();
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "endpoint down an hour at %,d/s, then back: %s".formatted(PER_SECOND, recovery.wireName());
        var load = bench.load().part(2);
        var setup = bench.worker().with(Map.of("time.scale", TIME_SCALE));
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofWorker(bench, id(), load, setup)) {
            var subscribers = BenchmarkSubscribers.even(HEALTHY_SUBSCRIPTIONS + 1, load.partitions());
            var resources = new ResourceSetup(cluster.clients(), recovery.extensions);
            long read = resources.subscribe(subscribers, 1, index -> endpoint(cluster, index));
            cluster.worker().start();
            var monitor = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress);
            var records = new RecordFactory(load);
            new BulkWriter(cluster.clients())
                    .write(
                            0,
                            load.warmUp(),
                            number -> records.delivery(subscribers.of(number), number, EpochMicros.NONE, read),
                            progress);
            monitor.until(cluster.sink()::counts, load.warmUp(), load.warmUp());
            var outage =
                    new Outage(cluster, monitor, resources, subscribers.keys().getLast(), load.warmUp(), bench);
            try (var healthy = PacedPublisher.start(
                            cluster.clients(),
                            (number, micros) -> records.delivery(
                                    subscribers.keys().get((int) (number % HEALTHY_SUBSCRIPTIONS)),
                                    number,
                                    micros,
                                    read),
                            HEALTHY_PER_SECOND,
                            FIRST_HEALTHY);
                    var tenth = PacedPublisher.start(
                            cluster.clients(),
                            (number, micros) -> records.delivery(outage.tenth(), number, micros, read),
                            PER_SECOND,
                            load.warmUp())) {
                return List.of(row(title, outage, healthy, tenth));
            }
        }
    }

    private static String endpoint(BenchmarkCluster cluster, int index) {
        var group = index < HEALTHY_SUBSCRIPTIONS ? HEALTHY + index : TENTH;
        return "%s/%s/ok".formatted(cluster.address(), group);
    }

    /** The outage of the tenth, whose measured deliveries have the numbers from {@code first} on. */
    private record Outage(
            BenchmarkCluster cluster,
            DeliveryMonitor monitor,
            ResourceSetup resources,
            SubscriptionKey tenth,
            int first,
            BenchmarkEnvironment bench) {
        /** Returns the latencies of the nine before it. */
        Histogram begin() {
            monitor.pass(SETTLING);
            monitor.during(Duration.ofSeconds(bench.seconds(SECONDS_BEFORE)));
            var untroubled = cluster.sink().latencies(HEALTHY);
            cluster.sink().order(TENTH, "status/503");
            monitor.pass(Duration.ofSeconds(bench.seconds(SECONDS_DOWN)));
            cluster.sink().order(TENTH, "ok");
            cluster.sink().forgetLatencies();
            return untroubled;
        }

        /** Waits until the tenth has all deliveries below that number. */
        void drain(int missed) {
            long warmUp = cluster.sink().counts(TENTH, first).distinct();
            long wanted = warmUp + missed - first;
            monitor.until(() -> cluster.sink().counts(TENTH, missed), wanted, wanted);
        }
    }

    private ResultRow row(String title, Outage outage, PacedPublisher healthy, PacedPublisher tenth) {
        var cluster = outage.cluster();
        var sink = cluster.sink();
        var untroubled = Percentiles.of(outage.begin());
        int missed = (int) tenth.next();
        long back = System.nanoTime();
        long delivered = sink.counts().distinct();
        var begin = cluster.meter().sample();
        if (recovery == Recovery.RETRY_NOW) {
            outage.resources().retryNow(outage.tenth(), endpoint(cluster, HEALTHY_SUBSCRIPTIONS));
        }
        outage.drain(missed);
        double drained = (System.nanoTime() - back) / NANOS;
        var interval = outage.monitor().since(begin, sink.counts().distinct() - delivered);
        var troubled = Percentiles.of(sink.latencies(HEALTHY));
        healthy.stop();
        tenth.stop();
        long wanted = tenth.next() + healthy.next() - FIRST_HEALTHY;
        var counts = outage.monitor().until(sink::counts, wanted, wanted);
        cluster.worker().stop();
        return new ResultRow(
                id(),
                title,
                interval,
                DeliveryErrors.of(wanted, counts),
                Measurements.atGivenPace().withLatency(troubled, untroubled).with(Targets.DRAINED, drained),
                cluster.settings());
    }
}
