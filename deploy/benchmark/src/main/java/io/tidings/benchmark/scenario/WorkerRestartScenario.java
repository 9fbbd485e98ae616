package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How long nothing is delivered when a worker stops and a new one starts, while deliveries keep coming; for a worker as
 * it is unpacked, and for one whose first run was started with {@code --learn}.
 */
record WorkerRestartScenario() implements Scenario {
    static final String ID = "restart";

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
        var setup = bench.services().worker();
        return List.of(
                measure(bench, ID, TITLE, _ -> new Setups(setup, setup)),
                measure(bench, ID + "-learned", TITLE + " that has learned", folder -> Setups.learning(setup, folder)));
    }

    private static ResultRow measure(
            BenchmarkEnvironment bench, String id, String title, Function<Path, Setups> setups) {
        try (var group = bench.stage(id);
                var progress = bench.progress(title)) {
            var cluster = BenchmarkCluster.open(group, bench.load());
            var subscribers =
                    BenchmarkSubscribers.even(SUBSCRIPTIONS, bench.load().partitions());
            long read =
                    new ResourceSetup(cluster.clients()).subscribe(subscribers, 1, _ -> cluster.address() + "/all/ok");
            var records = new RecordFactory(bench.load());
            var restarts = new Restarts(group, cluster, setups.apply(group.folder()));
            try (var publisher = PacedPublisher.start(
                    cluster.clients(),
                    (number, micros) -> records.delivery(subscribers.of(number), number, micros, read),
                    PER_SECOND,
                    0)) {
                var worker = restarts.first();
                var clean = new ArrayList<Double>();
                var killed = new ArrayList<Double>();
                for (int i = 0; i < TIMES; i++) {
                    worker = restarts.next(worker, ChildProcess::close, clean);
                    worker = restarts.next(worker, ChildProcess::kill, killed);
                }
                var meter = new UsageMeter(List.of(worker, cluster.broker(), cluster.sinkProcess()));
                var monitor = new DeliveryMonitor(cluster.sink(), meter, progress);
                var interval = monitor.during(BETWEEN);
                publisher.stop();
                var counts = monitor.until(cluster.sink()::counts, publisher.next(), publisher.next());
                return new ResultRow(
                        id,
                        title,
                        interval,
                        new DeliveryErrors(publisher.next() - counts.distinct(), counts.twice()),
                        findings(clean, killed),
                        ServiceSetup.differences(restarts.setups().later()));
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

    /** How the first worker and all later ones are started. */
    private record Setups(ServiceSetup first, ServiceSetup later) {
        /** What {@code start --learn} and a later {@code start} do. */
        static Setups learning(ServiceSetup shipped, Path folder) {
            var cache = folder.resolve("aot.cache");
            return new Setups(
                    shipped.withJvm(List.of("-XX:AOTCacheOutput=" + cache)),
                    shipped.withJvm(List.of("-XX:AOTCache=" + cache)));
        }
    }

    /** One worker after the other. */
    private record Restarts(ProcessGroup group, BenchmarkCluster cluster, Setups setups) {
        ChildProcess first() {
            long before = cluster.sink().counts().delivered();
            var worker = setups.first().start(group, cluster.bootstrapServers());
            awaitDelivery(worker, before);
            return worker;
        }

        /** @param took seconds from the end of the old one to the first delivery of the new one */
        ChildProcess next(ChildProcess old, Consumer<ChildProcess> end, List<Double> took) {
            pass(old, BETWEEN);
            end.accept(old);
            long before = cluster.sink().counts().delivered();
            long started = System.nanoTime();
            var worker = setups.later().start(group, cluster.bootstrapServers());
            awaitDelivery(worker, before);
            took.add((System.nanoTime() - started) / NANOS);
            return worker;
        }

        private void awaitDelivery(ChildProcess worker, long before) {
            long started = System.nanoTime();
            while (cluster.sink().counts().delivered() == before) {
                worker.requireRunning();
                LockSupport.parkNanos(LOOK.toNanos());
                if (System.nanoTime() - started > PATIENCE.toNanos()) {
                    throw new IllegalStateException("the worker delivers nothing; read its log in " + group.folder());
                }
            }
        }

        private static void pass(ChildProcess worker, Duration time) {
            long end = System.nanoTime() + time.toNanos();
            while (System.nanoTime() < end) {
                worker.requireRunning();
                LockSupport.parkNanos(LOOK.toNanos());
            }
        }
    }
}
