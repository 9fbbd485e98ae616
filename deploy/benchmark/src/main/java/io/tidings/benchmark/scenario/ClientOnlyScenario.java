package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.stage.SinkConnections;
import io.tidings.benchmark.traffic.PostingMain;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkMain;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** HttpClient 5 alone: the limit that the others are compared with. */
public record ClientOnlyScenario(String id, String title, SinkConnections connections) implements Scenario {
    public static final ClientOnlyScenario PLAIN =
            new ClientOnlyScenario("client", "HttpClient 5 async alone", SinkConnections.PLAIN);

    public static final ClientOnlyScenario TLS =
            new ClientOnlyScenario("tls-client", "HttpClient 5 async alone, TLS", SinkConnections.TLS);

    private static final int OK = 200;
    private static final List<String> AS_THE_WORKER = List.of(
            "aeg-event-type=Notification",
            "aeg-subscription-name=BENCHMARK",
            "aeg-metadata-version=1.0",
            "aeg-delivery-count=0");

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load();
        var folder = bench.folder().resolve(id);
        try (var group = new ProcessGroup(folder);
                var progress = bench.progress(title)) {
            var sink = group.start(
                    "sink", SinkMain.class, connections.sinkJvm(), connections.sinkArguments(folder, load, 1));
            var addresses = List.of(sink.announcement().split(" ", -1));
            var order = new PostingMain.Order(
                    URI.create(connections.endpoint(addresses)),
                    load.warmUp(),
                    load.events(),
                    load.connections(),
                    load.eventBytes(),
                    1,
                    OK,
                    AS_THE_WORKER);
            var options = new ArrayList<>(ProcessGroup.JVM);
            options.addAll(connections.trust(folder));
            var client = group.start(id, PostingMain.class, options, order.arguments());
            var asked = new SinkClient(addresses.getFirst());
            var interval = new DeliveryMonitor(asked, new UsageMeter(List.of(client, sink)), progress)
                    .of(load.warmUp(), load.events());
            return List.of(new ResultRow(
                    id,
                    title,
                    interval,
                    DeliveryErrors.of(load.events(), asked.counts()),
                    Measurements.atFullSpeed(),
                    Map.of()));
        }
    }
}
