package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.ServiceSetup;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Registry;
import io.tidings.benchmark.traffic.Writer;
import java.util.List;
import java.util.Map;

/**
 * A delivery worker whose deliveries wait in Kafka when it starts.
 *
 * @param part it has one n-th of the load
 * @param batch most events in a request; 1 for no batching
 * @param settings of the worker that are not the defaults
 */
record WorkerAlone(
        String id, String title, int part, int subscriptions, Spread spread, int batch, Map<String, String> settings)
        implements Scenario {
    /** Requests are what compiles the code, and in batches there are few of them. */
    private static final int LONGER_WARM_UP = 4;

    WorkerAlone {
        settings = Map.copyOf(settings);
    }

    static WorkerAlone with(int subscriptions) {
        var title = "worker, %,d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        return new WorkerAlone("worker-" + subscriptions, title, 1, subscriptions, Spread.EVEN, 1, Map.of());
    }

    static WorkerAlone batching(int subscriptions) {
        var title = "worker, %,d with batches of 100".formatted(subscriptions);
        return new WorkerAlone("batching-" + subscriptions, title, 1, subscriptions, Spread.EVEN, 100, Map.of());
    }

    /** With ten subscriptions and half of the load. */
    static WorkerAlone variant(String id, String title, Spread spread, Map<String, String> settings) {
        return new WorkerAlone(id, title, 2, 10, spread, 1, settings);
    }

    @Override
    public List<Row> measure(Bench bench) {
        var load = bench.load().part(part).warmedUp(batch == 1 ? 1 : LONGER_WARM_UP);
        var audience = spread.audience(subscriptions, load.partitions());
        try (var stage = bench.stage(id)) {
            var site = Site.open(stage, load);
            var records = new Records(load);
            try (var progress = bench.progress("writing %,d deliveries".formatted(load.events()))) {
                long read = new Registry(site.clients()).subscribe(audience, batch, _ -> site.address() + "/all/ok");
                new Writer(site.clients())
                        .write(
                                0,
                                load.events(),
                                number -> records.delivery(audience.of(number), number, Micros.NONE, read),
                                progress);
            }
            try (var progress = bench.progress(title)) {
                var setup = bench.services().worker().with(settings);
                var worker = stage.start(setup, site.bootstrapServers());
                var meter = new Meter(List.of(worker, site.broker(), site.sinkProcess()));
                var interval = new Watch(site.sink(), meter, progress).of(load.warmUp(), load.events());
                stage.stop(worker, setup);
                var counts = site.sink().counts();
                return List.of(new Row(
                        id,
                        title,
                        interval,
                        new Arrivals(load.events() - counts.distinct(), counts.twice()),
                        findings(counts.requests(), load.events()),
                        ServiceSetup.differences(setup)));
            }
        }
    }

    private Findings findings(long requests, long events) {
        var findings = Findings.atFullSpeed();
        return batch == 1 ? findings : findings.with("events in a request, on average", (double) events / requests);
    }
}
