package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Registry;
import io.tidings.benchmark.traffic.Writer;
import java.util.List;

/** The whole way: events wait in Kafka when topology and worker start, and every subscription gets all of them. */
record Pipeline(int subscriptions) implements Scenario {
    @Override
    public String id() {
        return "pipeline-" + subscriptions;
    }

    @Override
    public List<Row> measure(Bench bench) {
        var load = bench.load();
        int events = Math.max(1, load.events() / subscriptions);
        long deliveries = (long) events * subscriptions;
        var title = "whole pipeline, %d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        try (var stage = bench.stage(id())) {
            var site = Site.open(stage, load);
            var records = new Records(load);
            try (var progress = bench.progress("writing %,d events".formatted(events))) {
                var registry = new Registry(site.clients());
                registry.topic("unused");
                registry.subscribe(
                        Audience.even(subscriptions, load.partitions()),
                        1,
                        index -> "%s/s%d/ok".formatted(site.address(), index));
                new Writer(site.clients()).write(0, events, number -> records.event(number, Micros.NONE), progress);
            }
            try (var progress = bench.progress(title)) {
                var running = Running.start(bench, stage, site);
                var interval = new Watch(site.sink(), running.meter(), progress)
                        .of(deliveries * load.warmUp() / load.events(), deliveries);
                running.stopWorker();
                var counts = site.sink().counts();
                return List.of(new Row(
                        id(),
                        title,
                        interval,
                        new Arrivals(deliveries - counts.distinct(), counts.twice()),
                        Findings.atFullSpeed(),
                        running.settings()));
            }
        }
    }
}
