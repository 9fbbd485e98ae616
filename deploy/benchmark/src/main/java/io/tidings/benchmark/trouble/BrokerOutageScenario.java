package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Target;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.HttpPublisher;
import io.tidings.benchmark.trouble.WatchedCluster.Shown;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSupervisor;
import io.tidings.testbed.load.EventPoster;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Events are published while there is no broker: ingest refuses what does not fit into its buffer, and nothing is lost. */
public record BrokerOutageScenario() implements Scenario {
    public static final String ID = "broker-outage";

    private static final String TOPIC = "absence";
    private static final int UNAVAILABLE = 503;
    private static final int MEGABYTE = 1 << 20;
    private static final double BUFFER = 32;
    private static final String AVAILABLE = "kafka_producer_buffer_available_bytes";
    private static final String TOTAL = "kafka_producer_buffer_total_bytes";

    /** The waits of a request for the buffer and for the brokers, and some for the machine. */
    private static final double SLOWEST = 20;

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration FILLING = Duration.ofSeconds(2);
    private static final Duration UNTIL_BACK = Duration.ofMinutes(1);
    private static final double NANOS = 1e9;
    private static final Size QUICK = new Size(Duration.ofSeconds(4), 64, 200_000);
    private static final Size FULL = new Size(Duration.ofSeconds(60), 256, 1_000_000);

    /** @param publishers with an open request at the same time */
    private record Size(Duration lasting, int publishers, int eventBytes) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var size = bench.quick() ? QUICK : FULL;
        var broker = BrokerProcesses.Plan.lasting(1, List.of(), false);
        try (var cluster = new WatchedCluster(bench, ID, broker, 1, Map.of());
                var publisher =
                        cluster.publisher(TOPIC, new HttpPublisher.Requests(size.eventBytes(), 1, size.publishers()))) {
            cluster.subscribe(
                    TOPIC,
                    BenchmarkSubscribers.even(TOPIC, 1, cluster.partitions()),
                    _ -> cluster.cluster().address() + "/" + TOPIC + "/ok");
            cluster.start();
            publisher.post(size.publishers()); // so that ingest knows the topic
            publisher.takeResponses();
            var processes = cluster.cluster().processes();
            try (var _ = new ServiceSupervisor(processes.services(), processes.timeline())) {
                processes.brokers().killAll();
                publisher.pace(size.publishers() * 100.0);
                FixedPause.sleep(FILLING);
                cluster.discardLooks(); // a buffer that fills is no growth
                var away = cluster.phaseWithEnds(
                        ID,
                        "no broker for %d s".formatted(size.lasting().toSeconds()),
                        () -> refused(cluster, publisher, size.lasting()));
                long begun = System.nanoTime();
                processes.brokers().startAll();
                var back = cluster.phaseWithEnds(
                        ID + "-back", "the broker is back", () -> accepted(cluster, publisher, size, begun));
                return List.of(away, back);
            }
        }
    }

    private static Shown refused(WatchedCluster cluster, HttpPublisher publisher, Duration time) {
        double most = buffered(cluster.cluster().processes().service(ClusterPlan.INGEST), time);
        cluster.look();
        publisher.stop();
        var responses = publisher.takeResponses();
        var unavailable =
                responses.stream().filter(each -> each.status() == UNAVAILABLE).toList();
        int hopeless = Math.toIntExact(
                unavailable.stream().filter(each -> !each.retryAfter()).count());
        long slowest = responses.stream()
                .mapToLong(each -> each.took().toMillis())
                .max()
                .orElse(0);
        var findings = HttpPublisher.counted(responses, Measurements.atGivenPace())
                .promising(
                        Target.atLeast(1, "", "responses 503", unavailable.size()),
                        Target.atMost(0, "", "other responses", responses.size() - unavailable.size()),
                        Target.atMost(0, "", "responses 503 without Retry-After", hopeless),
                        Target.atMost(SLOWEST, "s", "the slowest response", slowest / 1e3),
                        Target.atMost(BUFFER, "MB", "waiting for the broker in ingest", most));
        return new Shown(DeliveryErrors.ALL_ONCE, findings);
    }

    /** The most megabytes in the buffer during that time. */
    private static double buffered(ServiceProcess ingest, Duration time) {
        long end = System.nanoTime() + time.toNanos();
        double most = 0;
        while (System.nanoTime() - end < 0) {
            var metrics = ingest.metrics();
            most = Math.max(most, (metrics.sum(TOTAL) - metrics.sum(AVAILABLE)) / MEGABYTE);
            FixedPause.sleep(LOOK);
        }
        return most;
    }

    /** @param begun when the broker was started */
    private static Shown accepted(WatchedCluster cluster, HttpPublisher publisher, Size size, long begun) {
        boolean back = false;
        while (!back && System.nanoTime() - begun < UNTIL_BACK.toNanos()) {
            publisher.post(1);
            back = publisher.takeResponses().stream().anyMatch(EventPoster.Result::accepted);
        }
        var seconds = back ? OptionalDouble.of((System.nanoTime() - begun) / NANOS) : OptionalDouble.empty();
        publisher.post(size.publishers());
        cluster.cluster().processes().awaitReady();
        long lost = publisher.lost(cluster.sink(), TOPIC);
        return new Shown(
                new DeliveryErrors(lost, cluster.sink().counts().twice()),
                Measurements.atGivenPace()
                        .promising(new Target(
                                "200 after the broker's start", "s", true, UNTIL_BACK.toSeconds(), seconds)));
    }
}
