package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.ServiceSetup;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Registry;
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
record Restart() implements Scenario {
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
    public List<Row> measure(Bench bench) {
        var setup = bench.services().worker();
        return List.of(
                measure(bench, ID, TITLE, _ -> new Setups(setup, setup)),
                measure(bench, ID + "-learned", TITLE + " that has learned", folder -> Setups.learning(setup, folder)));
    }

    private static Row measure(Bench bench, String id, String title, Function<Path, Setups> setups) {
        try (var stage = bench.stage(id);
                var progress = bench.progress(title)) {
            var site = Site.open(stage, bench.load());
            var audience = Audience.even(SUBSCRIPTIONS, bench.load().partitions());
            long read = new Registry(site.clients()).subscribe(audience, 1, _ -> site.address() + "/all/ok");
            var records = new Records(bench.load());
            var restarts = new Restarts(stage, site, setups.apply(stage.folder()));
            try (var publisher = PacedPublisher.start(
                    site.clients(),
                    (number, micros) -> records.delivery(audience.of(number), number, micros, read),
                    PER_SECOND,
                    0)) {
                var worker = restarts.first();
                var clean = new ArrayList<Double>();
                var killed = new ArrayList<Double>();
                for (int i = 0; i < TIMES; i++) {
                    worker = restarts.next(worker, ChildProcess::close, clean);
                    worker = restarts.next(worker, ChildProcess::kill, killed);
                }
                var meter = new Meter(List.of(worker, site.broker(), site.sinkProcess()));
                var watch = new Watch(site.sink(), meter, progress);
                var interval = watch.during(BETWEEN);
                publisher.stop();
                var counts = watch.until(site.sink()::counts, publisher.next(), publisher.next());
                return new Row(
                        id,
                        title,
                        interval,
                        new Arrivals(publisher.next() - counts.distinct(), counts.twice()),
                        findings(clean, killed),
                        ServiceSetup.differences(restarts.setups().later()));
            }
        }
    }

    private static Findings findings(List<Double> clean, List<Double> killed) {
        return Findings.atGivenPace()
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
    private record Restarts(Stage stage, Site site, Setups setups) {
        ChildProcess first() {
            long before = site.sink().counts().delivered();
            var worker = stage.start(setups.first(), site.bootstrapServers());
            awaitDelivery(worker, before);
            return worker;
        }

        /** @param took seconds from the end of the old one to the first delivery of the new one */
        ChildProcess next(ChildProcess old, Consumer<ChildProcess> end, List<Double> took) {
            pass(old, BETWEEN);
            end.accept(old);
            long before = site.sink().counts().delivered();
            long started = System.nanoTime();
            var worker = stage.start(setups.later(), site.bootstrapServers());
            awaitDelivery(worker, before);
            took.add((System.nanoTime() - started) / NANOS);
            return worker;
        }

        private void awaitDelivery(ChildProcess worker, long before) {
            long started = System.nanoTime();
            while (site.sink().counts().delivered() == before) {
                worker.requireRunning();
                LockSupport.parkNanos(LOOK.toNanos());
                if (System.nanoTime() - started > PATIENCE.toNanos()) {
                    throw new IllegalStateException("the worker delivers nothing; read its log in " + stage.folder());
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
