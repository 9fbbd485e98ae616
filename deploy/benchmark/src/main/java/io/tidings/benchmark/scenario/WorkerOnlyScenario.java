package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.stage.SinkConnections;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.benchmark.traffic.SubscriberSpread;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.util.List;
import java.util.Map;

/**
 * A worker whose deliveries wait in Kafka when it starts.
 *
 * @param part the divisor of the load
 * @param batch most events in a request; 1 for no batching
 * @param settings of the worker that are not the defaults
 * @param extensions {@code properties.tidings} of the subscriptions; empty for none
 * @param orderKeys of all deliveries together; 0 for deliveries without order
 */
public record WorkerOnlyScenario(
        String id,
        String title,
        int part,
        int subscriptions,
        SubscriberSpread spread,
        int batch,
        Map<String, String> settings,
        String extensions,
        int orderKeys,
        SinkConnections connections)
        implements Scenario {
    /** A batch takes fewer requests, which are what warms the code up. */
    private static final int LONGER_WARM_UP = 4;

    private static final String NO_EXTENSIONS = "";
    private static final int NO_ORDER = 0;

    /** Stands in extensions for the URL of a token endpoint, which runs during the measurement. */
    public static final String TOKEN_URL = "{token-url}";

    private static final ScriptedResponse TOKEN = new ScriptedResponse.Status(
            200,
            Map.of("Content-Type", "application/json"),
            "{\"access_token\":\"benchmark\",\"token_type\":\"Bearer\",\"expires_in\":3600}");

    public WorkerOnlyScenario {
        settings = Map.copyOf(settings);
    }

    public static WorkerOnlyScenario with(int subscriptions) {
        var title = "worker, %,d subscription%s".formatted(subscriptions, subscriptions == 1 ? "" : "s");
        return new WorkerOnlyScenario(
                "worker-" + subscriptions,
                title,
                1,
                subscriptions,
                SubscriberSpread.EVEN,
                1,
                Map.of(),
                NO_EXTENSIONS,
                NO_ORDER,
                SinkConnections.PLAIN);
    }

    public static WorkerOnlyScenario batching(int subscriptions) {
        var title = "worker, %,d with batches of 100".formatted(subscriptions);
        return new WorkerOnlyScenario(
                "batching-" + subscriptions,
                title,
                1,
                subscriptions,
                SubscriberSpread.EVEN,
                100,
                Map.of(),
                NO_EXTENSIONS,
                NO_ORDER,
                SinkConnections.PLAIN);
    }

    /** With ten subscriptions and half of the load. */
    public static WorkerOnlyScenario variant(
            String id, String title, SubscriberSpread spread, Map<String, String> settings) {
        return new WorkerOnlyScenario(
                id, title, 2, 10, spread, 1, settings, NO_EXTENSIONS, NO_ORDER, SinkConnections.PLAIN);
    }

    /** With ten subscriptions that ask for more than Event Grid has, and half of the load. */
    public static WorkerOnlyScenario extended(String id, String title, String extensions) {
        return new WorkerOnlyScenario(
                id, title, 2, 10, SubscriberSpread.EVEN, 1, Map.of(), extensions, NO_ORDER, SinkConnections.PLAIN);
    }

    /** With one subscription. */
    public static WorkerOnlyScenario over(SinkConnections connections, int part, String id, String title) {
        return new WorkerOnlyScenario(
                id, title, part, 1, SubscriberSpread.EVEN, 1, Map.of(), NO_EXTENSIONS, NO_ORDER, connections);
    }

    /** With ten subscriptions whose deliveries have so many order keys, and half of the load. */
    public static WorkerOnlyScenario ordered(int keys) {
        return new WorkerOnlyScenario(
                "ordered-" + keys,
                "worker, 10, %,d order key%s".formatted(keys, keys == 1 ? "" : "s"),
                2,
                10,
                SubscriberSpread.EVEN,
                1,
                Map.of(),
                "{\"orderBy\":\"subject\"}",
                keys,
                SinkConnections.PLAIN);
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load().part(part).warmedUp(batch == 1 ? 1 : LONGER_WARM_UP);
        var subscribers = spread.audience(subscriptions, load.partitions());
        try (var tokens = ScriptedWebhook.start();
                var cluster = BenchmarkCluster.ofWorker(
                        bench, id, load, bench.worker().with(settings), connections)) {
            tokens.answers("/", TOKEN);
            var records = new RecordFactory(load);
            try (var progress = bench.progress("writing %,d deliveries".formatted(load.events()))) {
                long read = new ResourceSetup(
                                cluster.clients(),
                                extensions.replace(TOKEN_URL, tokens.uri("/").toString()))
                        .subscribe(subscribers, batch, _ -> connections.endpoint(cluster.addresses()));
                new BulkWriter(cluster.clients())
                        .write(
                                0,
                                load.events(),
                                number -> orderKeys == NO_ORDER
                                        ? records.delivery(subscribers.of(number), number, EpochMicros.NONE, read)
                                        : records.ordered(
                                                subscribers.of(number), number, EpochMicros.NONE, read, orderKeys),
                                progress);
            }
            try (var progress = bench.progress(title)) {
                cluster.worker().start();
                var interval =
                        new DeliveryMonitor(cluster.sink(), cluster.meter(), progress).of(load.warmUp(), load.events());
                cluster.worker().stop();
                var counts = cluster.sink().counts();
                return List.of(new ResultRow(
                        id,
                        title,
                        interval,
                        DeliveryErrors.of(load.events(), counts),
                        findings(counts.requests(), load.events()),
                        cluster.settings()));
            }
        }
    }

    private Measurements findings(long requests, long events) {
        var findings = Measurements.atFullSpeed();
        return batch == 1 ? findings : findings.with("events in a request, on average", (double) events / requests);
    }
}
