package io.tidings.chaos.overload;

import io.tidings.benchmark.stage.LoadSize;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.chaos.overload.OverloadConfig.FanOutPhase;
import io.tidings.chaos.report.CheckResult;
import io.tidings.chaos.report.LatencyBaseline;
import io.tidings.contract.RetryTier;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.report.Percentiles;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Large events, large requests, many subscriptions, many retries, many bad endpoints, one after the other. */
final class FanOutScenario {
    private static final String WIDE = "wide";
    private static final String LARGE = "large";
    private static final String FULL = "full";
    private static final String MANY = "many";
    private static final String HEALTHY = "healthy";
    private static final String HANGING = "hanging";
    private static final int MEGABYTE = 1 << 20;
    private static final int SMALL = 208;
    private static final int KILOBYTE = 1_024;
    private static final int FULL_REQUEST = 5_000;
    private static final int AT_ONCE = 32;
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final Duration LOOK = Duration.ofMillis(250);
    private static final double NANOS = 1e9;
    private static final List<RetryTier> LONG = List.of(
            RetryTier.THIRTY_MINUTES,
            RetryTier.ONE_HOUR,
            RetryTier.THREE_HOURS,
            RetryTier.SIX_HOURS,
            RetryTier.TWELVE_HOURS);

    private final OverloadCluster cluster;
    private final PhaseResults results;
    private final OverloadConfig config;
    private final FanOutPhase burdens;
    private final PrintStream out;
    private long wideRead;

    FanOutScenario(OverloadCluster cluster, PhaseResults results, OverloadConfig config, PrintStream out) {
        this.cluster = cluster;
        this.results = results;
        this.config = config;
        this.burdens = config.burdens();
        this.out = out;
    }

    void run() {
        results.phase("events of 1 MiB", this::large);
        results.phase("requests of 5,000 events", this::full);
        results.phase("%,d subscriptions".formatted(burdens.subscriptions()), this::subscriptions);
        results.phase("%,d pending retries".formatted(burdens.pending()), this::pending);
        results.phase("%,d of %,d endpoints hang".formatted(burdens.hanging(), burdens.endpoints()), this::hanging);
    }

    private void large() {
        publish(LARGE, new LoadGenerator.RequestLoad(MEGABYTE, 1, AT_ONCE), burdens.large());
    }

    private void full() {
        publish(FULL, new LoadGenerator.RequestLoad(SMALL, FULL_REQUEST, AT_ONCE), burdens.full());
    }

    private void publish(String topic, LoadGenerator.RequestLoad load, int requests) {
        cluster.subscribe(
                topic,
                BenchmarkSubscribers.even(topic, 1, config.partitions()),
                _ -> cluster.address(0) + "/" + topic + "/ok");
        try (var generator = cluster.poster(topic, load)) {
            long begun = System.nanoTime();
            generator.post(Math.ceilDiv(requests, 2) * load.perRequest());
            results.look();
            generator.post(requests / 2 * load.perRequest());
            var accepted = generator.accepted();
            long missing = cluster.missing(accepted, topic, PATIENCE);
            double seconds = (System.nanoTime() - begun) / NANOS;
            results.figure(
                    "%s: events accepted, delivered a second, responses".formatted(topic),
                    "%,d, %,.0f, %s"
                            .formatted(
                                    accepted.cardinality(),
                                    accepted.cardinality() / seconds,
                                    generator.takeResponses()));
            results.judge(CheckResult.never("%s: accepted events that never came".formatted(topic), missing));
            results.judge(CheckResult.atLeast(
                    "%s: accepted of what was published".formatted(topic),
                    0.99,
                    (double) accepted.cardinality() / generator.posted(),
                    ""));
        }
    }

    /** Every subscription gets every event. */
    private void subscriptions() {
        wideRead = cluster.subscribe(
                WIDE,
                BenchmarkSubscribers.even(WIDE, burdens.subscriptions(), config.partitions()),
                index -> "%s/%s%d/ok".formatted(cluster.address(0), WIDE, index));
        try (var generator = cluster.poster(WIDE, new LoadGenerator.RequestLoad(KILOBYTE, 1, AT_ONCE))) {
            generator.post(1);
            arrived(WIDE, burdens.subscriptions());
            results.discardLooks(); // the state of each subscription is no growth
            long begun = System.nanoTime();
            generator.post(burdens.forAll());
            results.look();
            long owed = (long) generator.accepted().cardinality() * burdens.subscriptions();
            long missing = owed - arrived(WIDE, owed);
            results.figure("%s: deliveries a second".formatted(WIDE), perSecond(owed - burdens.subscriptions(), begun));
            results.judge(CheckResult.never("%s: deliveries that never came".formatted(WIDE), missing));
        }
    }

    private static String perSecond(long number, long begun) {
        return "%,.0f".formatted(number * NANOS / (System.nanoTime() - begun));
    }

    /** The events that all groups with that prefix have received, when there are enough or the time is over. */
    private long arrived(String groups, long enough) {
        var arrived = new AtomicLong();
        new Patience(PATIENCE, LOOK).until(() -> {
            arrived.set(cluster.sink().counts(groups, Integer.MAX_VALUE).distinct());
            return arrived.get() >= enough;
        });
        return arrived.get();
    }

    /** The retries are written as the worker writes them, and none falls due during the phase. */
    private void pending() {
        var subscribers = BenchmarkSubscribers.even(WIDE, burdens.subscriptions(), config.partitions());
        var records = new RecordFactory(new LoadSize(1, 1, KILOBYTE, 1, config.partitions()));
        try (var progress = new ProgressLine(out, "writing %,d retries".formatted(burdens.pending()))) {
            new BulkWriter(cluster.clients())
                    .write(
                            0,
                            burdens.pending(),
                            number -> {
                                var tier = LONG.get((int) (number % LONG.size()));
                                var due = Instant.now().plus(tier.length());
                                return records.retry(tier, subscribers.of(number / LONG.size()), number, due, wideRead);
                            },
                            progress);
        }
        results.look();
        results.judge(
                CheckResult.atLeast("retries that wait in Kafka", burdens.pending(), (double) cluster.retries(), ""));
    }

    private void hanging() {
        int healthy = burdens.endpoints() - burdens.hanging();
        cluster.subscribe(
                MANY,
                BenchmarkSubscribers.even(MANY, burdens.endpoints(), config.partitions()),
                index -> cluster.address(index)
                        + (index < burdens.hanging() ? "/" + HANGING + "/hang" : "/" + HEALTHY + index + "/ok"));
        try (var generator = cluster.poster(MANY, new LoadGenerator.RequestLoad(KILOBYTE, 1, AT_ONCE))) {
            cluster.sink().forgetLatencies();
            long begun = System.nanoTime();
            for (int i = 0; i < burdens.forEach(); i++) {
                generator.post(1);
                FixedPause.sleep(LOOK);
            }
            results.look();
            long owed = (long) generator.accepted().cardinality() * healthy;
            long missing = owed - arrived(HEALTHY, owed);
            results.figure("healthy endpoints: deliveries a second", perSecond(owed, begun));
            results.figure(
                    "healthy endpoints: latency p50, p99",
                    LatencyBaseline.text(Percentiles.of(cluster.sink().latencies(HEALTHY))));
            results.judge(CheckResult.never("events that healthy endpoints never got beside hanging ones", missing));
        }
    }
}
