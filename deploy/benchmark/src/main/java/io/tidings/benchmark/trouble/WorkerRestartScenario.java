package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.load.Patience;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * The time without deliveries when a worker stops and a new one starts, while deliveries keep coming: for a worker from
 * a new folder, and for one from a folder that has learned.
 */
public record WorkerRestartScenario() implements Scenario {
    public static final String ID = "restart";

    private static final String TITLE = "restarts of the worker";
    private static final int PER_SECOND = 200;
    private static final int SUBSCRIPTIONS = 10;
    private static final int TIMES = 3;
    private static final Duration BETWEEN = Duration.ofSeconds(3);
    private static final Duration LOOK = Duration.ofMillis(2);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final double NANOS = 1e9;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        return List.of(measure(bench, ID, TITLE, UnaryOperator.identity(), UnaryOperator.identity()), learned(bench));
    }

    /** As from the third start of a folder on, but with the cache made at the end of the first run. */
    private static ResultRow learned(BenchmarkEnvironment bench) {
        var id = ID + "-learned";
        var cache = bench.folder().resolve(id).resolve("aot.cache");
        return measure(
                bench,
                id,
                TITLE + " that has learned",
                setup -> setup.withJvm(List.of("-XX:AOTCacheOutput=" + cache)),
                setup -> bench.worker().withJvm(List.of("-XX:AOTCache=" + cache)));
    }

    /** @param first how the first worker is started, and {@code later} all that follow */
    private static ResultRow measure(
            BenchmarkEnvironment bench,
            String id,
            String title,
            UnaryOperator<ServiceSetup> first,
            UnaryOperator<ServiceSetup> later) {
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofWorker(bench, id, bench.load(), first.apply(bench.worker()))) {
            var subscribers =
                    BenchmarkSubscribers.even(SUBSCRIPTIONS, bench.load().partitions());
            long read =
                    new ResourceSetup(cluster.clients()).subscribe(subscribers, 1, _ -> cluster.address() + "/all/ok");
            var records = new RecordFactory(bench.load());
            try (var publisher = PacedPublisher.start(
                    cluster.clients(),
                    (number, micros) -> records.delivery(subscribers.of(number), number, micros, read),
                    PER_SECOND,
                    0)) {
                start(cluster);
                cluster.worker().change(later);
                var clean = new ArrayList<Double>();
                var killed = new ArrayList<Double>();
                for (int i = 0; i < TIMES; i++) {
                    clean.add(restart(cluster, ServiceProcess::stop));
                    killed.add(restart(cluster, ServiceProcess::kill));
                }
                var monitor = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress);
                var interval = monitor.during(BETWEEN);
                publisher.stop();
                var counts = monitor.until(cluster.sink()::counts, publisher.next(), publisher.next());
                return new ResultRow(
                        id,
                        title,
                        interval,
                        DeliveryErrors.of(publisher.next(), counts),
                        findings(clean, killed),
                        cluster.settings());
            }
        }
    }

    private static Measurements findings(List<Double> clean, List<Double> killed) {
        return Measurements.atGivenPace()
                .with("clean restart, s", median(clean))
                .with(
                        "the slowest of %d".formatted(TIMES),
                        clean.stream().max(Double::compare).orElse(0.0))
                .with("after kill -9, s", median(killed))
                .with("its slowest", killed.stream().max(Double::compare).orElse(0.0));
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    /** Returns after the first delivery. */
    private static void start(BenchmarkCluster cluster) {
        long before = cluster.sink().counts().delivered();
        cluster.worker().start();
        requireWithin(
                PATIENCE, cluster, () -> cluster.sink().counts().delivered() > before, "the worker delivers nothing");
    }

    /** Returns the seconds from the end of the old worker to the first delivery of the new one. */
    private static double restart(BenchmarkCluster cluster, Consumer<ServiceProcess> end) {
        long rested = System.nanoTime() + BETWEEN.toNanos();
        requireWithin(PATIENCE, cluster, () -> System.nanoTime() - rested > 0, "the worker does not last");
        end.accept(cluster.worker());
        long started = System.nanoTime();
        start(cluster);
        return (System.nanoTime() - started) / NANOS;
    }

    private static void requireWithin(
            Duration time, BenchmarkCluster cluster, BooleanSupplier condition, String otherwise) {
        boolean met = new Patience(time, LOOK).until(() -> {
            cluster.worker().process().requireRunning();
            return condition.getAsBoolean();
        });
        if (!met) {
            throw new IllegalStateException(
                    otherwise + "; read " + cluster.worker().log());
        }
    }
}
