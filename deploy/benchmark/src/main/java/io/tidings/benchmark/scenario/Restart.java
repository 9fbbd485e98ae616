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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** How long nothing is delivered when a worker stops and a new one starts, while deliveries keep coming. */
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
        try (var stage = bench.stage(ID);
                var progress = bench.progress(TITLE)) {
            var site = Site.open(stage, bench.load());
            var audience = Audience.even(SUBSCRIPTIONS, bench.load().partitions());
            long read = new Registry(site.clients()).subscribe(audience, 1, _ -> site.address() + "/all/ok");
            var records = new Records(bench.load());
            var restarts = new Restarts(stage, site, bench.services().worker());
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
                return List.of(new Row(
                        ID,
                        TITLE,
                        interval,
                        new Arrivals(publisher.next() - counts.distinct(), counts.twice()),
                        findings(clean, killed),
                        ServiceSetup.differences(restarts.setup())));
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

    /** One worker after the other. */
    private record Restarts(Stage stage, Site site, ServiceSetup setup) {
        ChildProcess first() {
            long before = site.sink().counts().delivered();
            var worker = stage.start(setup, site.bootstrapServers());
            awaitDelivery(worker, before);
            return worker;
        }

        /** @param took seconds from the end of the old one to the first delivery of the new one */
        ChildProcess next(ChildProcess old, Consumer<ChildProcess> end, List<Double> took) {
            pass(old, BETWEEN);
            end.accept(old);
            long before = site.sink().counts().delivered();
            long started = System.nanoTime();
            var worker = stage.start(setup, site.bootstrapServers());
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
