package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.SinkClient;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import io.tidings.benchmark.stage.Watch;
import io.tidings.benchmark.traffic.PostingMain;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** HttpClient 5 and nothing else: the limit that the others are compared with. */
record ClientAlone() implements Scenario {
    static final String ID = "client";

    private static final String TITLE = "HttpClient 5 async alone";
    private static final int OK = 200;
    private static final List<String> AS_THE_WORKER = List.of(
            "aeg-event-type=Notification",
            "aeg-subscription-name=BENCHMARK",
            "aeg-metadata-version=1.0",
            "aeg-delivery-count=0");

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<Row> measure(Bench bench) {
        var load = bench.load();
        try (var stage = bench.stage(ID);
                var progress = bench.progress(TITLE)) {
            var sink = Site.startSink(stage, load);
            var address = sink.announcement().split(" ", -1)[0];
            var order = new PostingMain.Order(
                    URI.create(address + "/all/ok"),
                    load.warmUp(),
                    load.events(),
                    load.connections(),
                    load.eventBytes(),
                    1,
                    OK,
                    AS_THE_WORKER);
            var client = stage.start(ID, PostingMain.class, Stage.JVM, order.arguments());
            var asked = new SinkClient(address);
            var interval =
                    new Watch(asked, new Meter(List.of(client, sink)), progress).of(load.warmUp(), load.events());
            var counts = asked.counts();
            return List.of(new Row(
                    ID,
                    TITLE,
                    interval,
                    new Arrivals(load.events() - counts.distinct(), counts.twice()),
                    Findings.atFullSpeed(),
                    Map.of()));
        }
    }
}
