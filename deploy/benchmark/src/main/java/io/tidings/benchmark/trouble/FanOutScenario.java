package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Target;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.HttpPublisher;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.trouble.WatchedCluster.Shown;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Large events, large requests, many subscriptions, many retries, many bad endpoints, one after the other. */
public record FanOutScenario() implements Scenario {
    public static final String ID = "fan-out";

    private static final String WIDE = "wide";
    private static final String LARGE = "large";
    private static final String FULL_REQUESTS = "full";
    private static final String MANY = "many";
    private static final String HEALTHY = "healthy";
    private static final String HANGING = "hanging";
    private static final int MEGABYTE = 1 << 20;
    private static final int SMALL = 208;
    private static final int KILOBYTE = 1_024;
    private static final int FULL_REQUEST = 5_000;
    private static final int AT_ONCE = 32;
    private static final double ALMOST_ALL = 0.99;
    private static final Duration BETWEEN = Duration.ofMillis(250);
    private static final HttpPublisher.Requests SINGLE = new HttpPublisher.Requests(KILOBYTE, 1, AT_ONCE);

    private static final Size QUICK = new Size(40, 3, 1_000, 3, 20_000, 100, 90, 5, "4s");
    private static final Size FULL = new Size(1_000, 40, 10_000, 10, 1_000_000, 1_000, 900, 10, "30s");

    /**
     * The size and the number.
     *
     * @param large events of 1 MiB
     * @param full requests of 5,000 events
     * @param subscriptions of one topic
     * @param forAll events for each of these
     * @param pending retries that wait
     * @param endpoints of another topic
     * @param hanging endpoints of these
     * @param forEach events for each of these
     */
    private record Size(
            int large,
            int full,
            int subscriptions,
            int forAll,
            int pending,
            int endpoints,
            int hanging,
            int forEach,
            String responseTimeout) {}

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var size = bench.quick() ? QUICK : FULL;
        try (var cluster = new WatchedCluster(
                bench,
                ID,
                BrokerProcesses.Plan.temporary(),
                size.endpoints(),
                Map.of("worker.response.timeout", size.responseTimeout()))) {
            return new Burdens(cluster, size).measure();
        }
    }

    private record Burdens(WatchedCluster cluster, Size size) {
        List<ResultRow> measure() {
            subscribe(LARGE);
            subscribe(FULL_REQUESTS);
            long read = cluster.subscribe(
                    WIDE, subscribers(WIDE, size.subscriptions()), index -> address(0, WIDE + index, "ok"));
            cluster.subscribe(
                    MANY,
                    subscribers(MANY, size.endpoints()),
                    index -> index < size.hanging()
                            ? address(index, HANGING, "hang")
                            : address(index, HEALTHY + index, "ok"));
            cluster.start();
            return List.of(
                    cluster.phase(ID + "-large", "events of 1 MiB", this::large),
                    cluster.phase(ID + "-full", "requests of 5,000 events", this::full),
                    wide(),
                    cluster.phase(
                            ID + "-pending", "%,d pending retries".formatted(size.pending()), () -> pending(read)),
                    cluster.phase(
                            ID + "-hanging",
                            "%,d of %,d endpoints hang".formatted(size.hanging(), size.endpoints()),
                            this::hanging));
        }

        private void subscribe(String topic) {
            cluster.subscribe(topic, subscribers(topic, 1), _ -> address(0, topic, "ok"));
        }

        private BenchmarkSubscribers subscribers(String topic, int number) {
            return BenchmarkSubscribers.even(topic, number, cluster.partitions());
        }

        private String address(int number, String group, String behaviour) {
            return "%s/%s/%s".formatted(cluster.cluster().address(number), group, behaviour);
        }

        private Shown large() {
            return publish(LARGE, new HttpPublisher.Requests(MEGABYTE, 1, AT_ONCE), size.large());
        }

        private Shown full() {
            return publish(FULL_REQUESTS, new HttpPublisher.Requests(SMALL, FULL_REQUEST, AT_ONCE), size.full());
        }

        private Shown publish(String topic, HttpPublisher.Requests requests, int number) {
            try (var publisher = cluster.publisher(topic, requests)) {
                publisher.post(Math.ceilDiv(number, 2) * requests.events());
                cluster.look();
                publisher.post(number / 2 * requests.events());
                long lost = publisher.lost(cluster.sink(), topic);
                double share = (double) publisher.accepted() / publisher.posted();
                return new Shown(
                        new DeliveryErrors(
                                lost,
                                cluster.sink().counts(topic, Integer.MAX_VALUE).twice()),
                        HttpPublisher.counted(publisher.takeResponses(), Measurements.atGivenPace())
                                .promising(Target.atLeast(ALMOST_ALL, "", "accepted ÷ published", share)));
            }
        }

        /** Every subscription gets every event. */
        private ResultRow wide() {
            try (var publisher = cluster.publisher(WIDE, SINGLE)) {
                publisher.post(1);
                arrived(WIDE, size.subscriptions());
                cluster.discardLooks(); // the state of each subscription is no growth
                return cluster.phase(ID + "-subscriptions", "%,d subscriptions".formatted(size.subscriptions()), () -> {
                    publisher.post(size.forAll());
                    cluster.look();
                    long owed = (long) publisher.accepted() * size.subscriptions();
                    return new Shown(arrived(WIDE, owed), Measurements.atGivenPace());
                });
            }
        }

        /** The errors of all groups with that prefix, when enough has arrived or no more comes. */
        private DeliveryErrors arrived(String groups, long owed) {
            return DeliveryErrors.of(
                    owed, cluster.monitor().until(() -> cluster.sink().counts(groups, Integer.MAX_VALUE), owed, owed));
        }

        /** The retries are written as the worker writes them, and none falls due during the phase. */
        private Shown pending(long read) {
            var subscribers = subscribers(WIDE, size.subscriptions());
            var records = new RecordFactory(new LoadSize(1, 1, KILOBYTE, 1, cluster.partitions()));
            new BulkWriter(cluster.cluster().clients())
                    .write(
                            0,
                            size.pending(),
                            number -> records.waiting(subscribers.of(number / RecordFactory.LONG.size()), number, read),
                            cluster.progress());
            cluster.look();
            var tiers = RecordFactory.LONG.stream()
                    .map(BenchmarkCluster.TOPICS::retry)
                    .collect(Collectors.toSet());
            long waiting = cluster.lag("delivery-worker", tiers);
            return new Shown(
                    DeliveryErrors.ALL_ONCE,
                    Measurements.atGivenPace()
                            .promising(Target.atLeast(
                                    size.pending(), "", "retries that wait in Kafka", (double) waiting)));
        }

        private Shown hanging() {
            try (var publisher = cluster.publisher(MANY, SINGLE)) {
                cluster.sink().forgetLatencies();
                for (int i = 0; i < size.forEach(); i++) {
                    publisher.post(1);
                    FixedPause.sleep(BETWEEN);
                }
                cluster.look();
                long owed = (long) publisher.accepted() * (size.endpoints() - size.hanging());
                return new Shown(
                        arrived(HEALTHY, owed),
                        Measurements.atGivenPace()
                                .withLatency(Percentiles.of(cluster.sink().latencies(HEALTHY))));
            }
        }
    }
}
