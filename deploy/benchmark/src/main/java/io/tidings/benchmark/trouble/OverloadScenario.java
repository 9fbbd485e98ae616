package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Target;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.HttpPublisher;
import io.tidings.benchmark.trouble.WatchedCluster.Shown;
import io.tidings.contract.RetryTier;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * For some minutes twice as much is published as can be delivered to slow endpoints, beside a topic without trouble;
 * then the backlog drains.
 */
public record OverloadScenario(int minutes) implements Scenario {
    private static final String CROWDED = "crowded";
    private static final String CALM = "calm";
    private static final String BEHIND = "behind";
    private static final int EVENT = 1_024;
    private static final int MOST_REQUESTS = 64;
    private static final double TWICE = 2;

    /** The share of the capacity that warms the code up. */
    private static final double WARM = 0.8;

    /** The share of the capacity before and after the overload. */
    private static final double USUALLY = 0.1;

    /** The least share of the backlog in Kafka; the rest is in memory, or is delivered during the look. */
    private static final double IN_KAFKA = 0.7;

    private static final Duration LOOK = Duration.ofMillis(500);
    private static final Duration UNTIL_USUAL = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    /** With limits that allow for other load on the machine. */
    private static final Size QUICK = new Size(
            2, 16, 200, 100, Duration.ofSeconds(2), 20, 1.2, 0.5, new LatencyBaseline(4, Duration.ofSeconds(4)));

    private static final Size FULL = new Size(
            3, 128, 192, 1_000, Duration.ofSeconds(20), 50, 1.8, 0.9, new LatencyBaseline(3, Duration.ofMillis(250)));

    /**
     * The load and its limits.
     *
     * @param endpoints that get too much, each in a partition number of its own
     * @param inFlight requests to each at once
     * @param answer milliseconds to each response
     * @param queued deliveries in memory for each
     * @param looking the time in which latencies and capacity are measured
     * @param calm events a second of a topic without trouble
     * @param tooMuch the least factor of the capacity that is published
     * @param asFast the least share of the capacity at which the backlog drains
     */
    private record Size(
            int endpoints,
            int inFlight,
            int answer,
            int queued,
            Duration looking,
            int calm,
            double tooMuch,
            double asFast,
            LatencyBaseline baseline) {
        /** The deliveries a second without any pause between requests. */
        double capacity() {
            return endpoints * inFlight * 1e3 / answer;
        }

        Map<String, String> worker() {
            return Map.of(
                    "worker.max.in.flight.per.subscription", Integer.toString(inFlight),
                    "worker.max.queued.per.subscription", Integer.toString(queued));
        }
    }

    /** Latencies without overload. */
    private record Usual(Percentiles crowded, Percentiles calm) {}

    @Override
    public String id() {
        return "overload-" + minutes;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var size = bench.quick() ? QUICK : FULL;
        try (var cluster = new WatchedCluster(
                        bench,
                        id(),
                        BrokerProcesses.Plan.temporary(),
                        bench.load().partitions(),
                        size.worker());
                var crowd = new Crowd(cluster, size)) {
            cluster.start();
            return crowd.measure(id(), Duration.ofSeconds(bench.seconds(60 * minutes)));
        }
    }

    private static final class Crowd implements AutoCloseable {
        private final WatchedCluster cluster;
        private final Size size;
        private final List<HttpPublisher> crowded = new ArrayList<>();
        private final HttpPublisher calm;
        private final HttpPublisher behind;

        Crowd(WatchedCluster cluster, Size size) {
            this.cluster = cluster;
            this.size = size;
            int batch = Math.clamp(Math.round(size.capacity() / 100), 1, 20); // some tens of requests a second
            for (int i = 0; i < size.endpoints(); i++) {
                crowded.add(publisher(CROWDED + i, i, "slow/" + size.answer(), batch));
            }
            calm = publisher(CALM, cluster.partitions() - 1, "ok", 1);
            behind = publisher(BEHIND, 0, "ok", 1);
        }

        private HttpPublisher publisher(String topic, int partition, String behaviour, int perRequest) {
            cluster.subscribe(
                    topic,
                    BenchmarkSubscribers.alone(topic, partition, cluster.partitions()),
                    _ -> "%s/%s/%s".formatted(cluster.cluster().address(partition), topic, behaviour));
            return cluster.publisher(topic, new HttpPublisher.Requests(EVENT, perRequest, MOST_REQUESTS));
        }

        List<ResultRow> measure(String id, Duration lasting) {
            var monitor = cluster.monitor();
            var usual = usual(monitor);
            double capacity = capacity(monitor);
            var title = "%d slow endpoints get twice their capacity for %d s"
                    .formatted(size.endpoints(), lasting.toSeconds());
            return List.of(
                    cluster.phase(id, title, () -> overload(monitor, lasting, capacity, usual)),
                    cluster.phase(id + "-drained", "their backlog drains", () -> drain(monitor, capacity, usual)));
        }

        private Usual usual(DeliveryMonitor monitor) {
            calm.pace(size.calm());
            behind.pace(size.calm());
            publish(size.capacity() * WARM);
            monitor.pass(size.looking());
            publish(size.capacity() * USUALLY);
            monitor.pass(size.looking());
            new Patience(PATIENCE, LOOK).until(() -> backlog() <= size.capacity() * USUALLY);
            monitor.during(size.looking());
            return new Usual(latencies(CROWDED), latencies(CALM));
        }

        private Percentiles latencies(String group) {
            return Percentiles.of(cluster.sink().latencies(group));
        }

        private void publish(double perSecond) {
            crowded.forEach(each -> each.pace(perSecond / crowded.size()));
        }

        /** Measures the capacity by a short overload, which leaves a backlog. */
        private double capacity(DeliveryMonitor monitor) {
            publish(size.capacity() * TWICE);
            monitor.pass(size.looking());
            long delivered = delivered();
            long begun = System.nanoTime();
            monitor.pass(size.looking());
            // The backlog of a machine that was held up would count, too.
            return Math.min((delivered() - delivered) / seconds(begun), size.capacity());
        }

        private static double seconds(long begun) {
            return (System.nanoTime() - begun) / NANOS;
        }

        private long delivered() {
            return cluster.sink().counts(CROWDED, Integer.MAX_VALUE).distinct();
        }

        private long accepted() {
            return crowded.stream().mapToLong(HttpPublisher::accepted).sum();
        }

        private long backlog() {
            return accepted() - delivered();
        }

        private Shown overload(DeliveryMonitor monitor, Duration lasting, double capacity, Usual usual) {
            publish(capacity * TWICE);
            long accepted = accepted();
            long begun = System.nanoTime();
            monitor.during(lasting);
            double published = (accepted() - accepted) / seconds(begun);
            crowded.forEach(HttpPublisher::stop);
            var others = latencies(CALM);
            var neighbour = latencies(BEHIND);
            long inKafka = cluster.lag("matching", Set.of(BenchmarkCluster.TOPICS.events()))
                    + cluster.lag("delivery-worker", deliveries());
            long backlog = backlog();
            var findings = Measurements.atGivenPace()
                    .withLatency(others)
                    .with("capacity, /s", capacity)
                    .with("published, /s", published)
                    .with("backlog", (double) backlog)
                    .with("lag in Kafka", (double) inKafka)
                    .with("another topic before", usual.calm())
                    .with("behind an overloaded one in its partition", neighbour)
                    .promising(
                            Target.atLeast(size.tooMuch(), "", "published ÷ capacity", published / capacity),
                            Target.atLeast(IN_KAFKA, "", "part of the backlog in Kafka", (double) inKafka / backlog))
                    .promising(size.baseline().unchanged("another topic", usual.calm(), others));
            return new Shown(DeliveryErrors.ALL_ONCE, findings);
        }

        /** With their first attempt and with retries. */
        private static Set<String> deliveries() {
            var topics = new HashSet<>(Set.of(BenchmarkCluster.TOPICS.deliveries()));
            Arrays.stream(RetryTier.values())
                    .map(BenchmarkCluster.TOPICS::retry)
                    .forEach(topics::add);
            return topics;
        }

        /** Returns when latencies are as before, or when the time is over. */
        private Shown drain(DeliveryMonitor monitor, double capacity, Usual usual) {
            long before = backlog();
            long begun = System.nanoTime();
            var patience = PATIENCE.plus(Duration.ofSeconds(Math.round(TWICE * before / capacity)));
            new Patience(patience, LOOK).until(() -> backlog() <= capacity);
            double drained = seconds(begun);
            double perSecond = (before - backlog()) / drained;
            long empty = System.nanoTime();
            publish(size.capacity() * USUALLY);
            List<Target> again;
            Percentiles now;
            do {
                monitor.during(size.looking());
                now = latencies(CROWDED);
                again = size.baseline().unchanged("these endpoints after a minute", usual.crowded(), now);
            } while (!again.stream().allMatch(Target::met) && seconds(empty) < UNTIL_USUAL.toSeconds());
            var findings = Measurements.atGivenPace()
                    .withLatency(now)
                    .with("drained, /s", perSecond)
                    .with("drained after, s", drained)
                    .with("latency is usual after, s", seconds(empty))
                    .with("these endpoints before", usual.crowded())
                    .promising(Target.atLeast(size.asFast(), "", "drained ÷ capacity", perSecond / capacity))
                    .promising(again);
            return complete(findings);
        }

        private Shown complete(Measurements sofar) {
            var sink = cluster.sink();
            long lost = calm.lost(sink, CALM) + behind.lost(sink, BEHIND);
            var findings = sofar;
            for (int i = 0; i < crowded.size(); i++) {
                lost += crowded.get(i).lost(sink, CROWDED + i);
            }
            var responses = crowded.stream()
                    .flatMap(each -> each.takeResponses().stream())
                    .toList();
            findings = HttpPublisher.counted(responses, findings.with("events accepted", (double) accepted()));
            return new Shown(new DeliveryErrors(lost, sink.counts().twice()), findings);
        }

        @Override
        public void close() {
            crowded.forEach(HttpPublisher::close);
            calm.close();
            behind.close();
        }
    }
}
