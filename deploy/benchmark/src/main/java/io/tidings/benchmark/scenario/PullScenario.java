package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.Backlog;
import io.tidings.benchmark.traffic.BenchmarkReceivers;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.sink.EpochMicros;
import io.tidings.testbed.sink.SinkCounts;
import java.time.Duration;
import java.util.List;

/**
 * One queue with so many receivers: at full speed, while deliveries always wait for the worker, and then at a low pace of
 * events for receivers that wait.
 *
 * @param batch most events of a receive
 */
public record PullScenario(int receivers, int batch) implements Scenario {
    private static final String RECEIVE_KEY = "the-receive-key-of-the-benchmark";
    /** Enough to compile the code, as for {@link SteadyLoadScenario}. */
    private static final int WARMING_SECONDS = 90;

    private static final int SETTLING_SECONDS = 30;
    private static final int SECONDS = 30;
    private static final int PER_SECOND = 50;
    private static final int LEAST_WAITING = 1_000;

    /** Receives that find enough. */
    private static final int RECEIVES_WAITING = 10;

    @Override
    public String id() {
        return "pull-%dx%d".formatted(receivers, batch);
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "queue, %d receiver%s, batches of %d".formatted(receivers, receivers == 1 ? "" : "s", batch);
        int port = FreePort.next();
        var records = new RecordFactory(bench.load());
        var key = BenchmarkSubscribers.even(1, bench.load().partitions()).keys().getFirst();
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofQueues(bench, id(), port);
                var api = new ManagementClient(port, ClusterPlan.TOKEN)) {
            var registry = new ResourceSetup(cluster.clients());
            registry.topic("unused");
            long read = registry.queue(key, RECEIVE_KEY);
            cluster.startServices();
            cluster.processes().awaitReady();
            try (var backlog = new Backlog(
                            cluster.clients(), number -> records.delivery(key, number, EpochMicros.NONE, read));
                    var receivers = new BenchmarkReceivers(
                            api, new BenchmarkReceivers.Queue(key, RECEIVE_KEY, batch), backlog::add)) {
                var monitor =
                        new DeliveryMonitor(receivers::counts, receivers::forgetLatencies, cluster.meter(), progress);
                var row = new Row(bench, cluster, receivers, monitor);
                backlog.add(Math.max(LEAST_WAITING, RECEIVES_WAITING * batch * this.receivers));
                receivers.start(this.receivers);
                return List.of(atFullSpeed(title, row, backlog), paced(title, row, records, backlog.written()));
            }
        }
    }

    private record Row(
            BenchmarkEnvironment bench,
            BenchmarkCluster cluster,
            BenchmarkReceivers receivers,
            DeliveryMonitor monitor) {
        private Duration seconds(int full) {
            return Duration.ofSeconds(bench.seconds(full));
        }

        /** Waits until all was received. */
        private DeliveryErrors errors(long owed) {
            monitor.until(receivers::counts, owed, owed);
            var errors = DeliveryErrors.of(owed, receivers.counts());
            return new DeliveryErrors(errors.lost() + receivers.unsettled(), errors.twice());
        }
    }

    private ResultRow atFullSpeed(String title, Row row, Backlog backlog) {
        var receivers = row.receivers();
        row.monitor().pass(row.seconds(WARMING_SECONDS));
        var before = receivers.counts();
        var interval = row.monitor().during(row.seconds(SECONDS));
        var findings = Measurements.atFullSpeed()
                .with("events of a receive, on average", ofAReceive(before, receivers.counts()))
                .with("receive", receivers.receives())
                .with("acknowledge", receivers.acknowledgements());
        backlog.close();
        return new ResultRow(
                id(),
                title,
                interval,
                row.errors(backlog.written()),
                findings,
                row.cluster().settings());
    }

    private static double ofAReceive(SinkCounts before, SinkCounts after) {
        return (double) (after.delivered() - before.delivered()) / Math.max(1, after.requests() - before.requests());
    }

    private ResultRow paced(String title, Row row, RecordFactory records, long first) {
        try (var publisher = PacedPublisher.start(row.cluster().clients(), records::event, PER_SECOND, first)) {
            row.monitor().pass(row.seconds(SETTLING_SECONDS));
            var interval = row.monitor().during(row.seconds(SECONDS));
            var findings =
                    Measurements.atGivenPace().withLatency(row.receivers().latencies());
            publisher.stop();
            var errors = row.errors(publisher.next());
            row.cluster().worker().stop();
            return new ResultRow(
                    id() + "-paced",
                    "%s, at %d/s".formatted(title, PER_SECOND),
                    interval,
                    errors,
                    findings,
                    row.cluster().settings());
        }
    }
}
