package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.PostingMain;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkMain;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** HttpClient 5 alone: the limit that the others are compared with. */
public record ClientOnlyScenario() implements Scenario {
    public static final String ID = "client";

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
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load();
        try (var group = new ProcessGroup(bench.folder().resolve(ID));
                var progress = bench.progress(TITLE)) {
            var sink = group.start("sink", SinkMain.class, ProcessGroup.JVM, Integer.toString(load.eventBytes()));
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
            var client = group.start(ID, PostingMain.class, ProcessGroup.JVM, order.arguments());
            var asked = new SinkClient(address);
            var interval = new DeliveryMonitor(asked, new UsageMeter(List.of(client, sink)), progress)
                    .of(load.warmUp(), load.events());
            return List.of(new ResultRow(
                    ID,
                    TITLE,
                    interval,
                    DeliveryErrors.of(load.events(), asked.counts()),
                    Measurements.atFullSpeed(),
                    Map.of()));
        }
    }
}
