package io.tidings.chaos.overload;

import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.chaos.overload.OverloadConfig.BrokerOutagePhase;
import io.tidings.chaos.report.CheckResult;
import io.tidings.testbed.load.FixedPause;
import java.time.Duration;

/** Publishes while there is no broker: ingest refuses what does not fit into its buffer, and nothing else fails. */
final class BrokerOutageScenario {
    private static final String TOPIC = "absence";
    private static final int UNAVAILABLE = 503;
    private static final int OK = 200;
    private static final int MEGABYTE = 1 << 20;
    private static final double BUFFER = 32;
    private static final String AVAILABLE = "kafka_producer_buffer_available_bytes";
    private static final String TOTAL = "kafka_producer_buffer_total_bytes";

    /** The waits of a request for the buffer and for the brokers, and some for the machine. */
    private static final double SLOWEST = 20;

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Duration FILLING = Duration.ofSeconds(2);
    private static final Duration UNTIL_BACK = Duration.ofMinutes(1);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final double NANOS = 1e9;

    private final OverloadCluster cluster;
    private final PhaseResults results;
    private final BrokerOutagePhase absence;
    private final LoadGenerator generator;

    BrokerOutageScenario(OverloadCluster cluster, PhaseResults results, OverloadConfig config) {
        this.cluster = cluster;
        this.results = results;
        this.absence = config.absence();
        cluster.subscribe(
                TOPIC,
                BenchmarkSubscribers.even(TOPIC, 1, config.partitions()),
                _ -> cluster.address(0) + "/" + TOPIC + "/ok");
        generator = cluster.poster(TOPIC, new LoadGenerator.RequestLoad(absence.eventBytes(), 1, absence.publishers()));
    }

    void run() {
        try (generator) {
            go();
            results.discardLooks(); // a buffer that fills is no growth
            results.phaseWithEnds("broker away", this::refused);
            results.phaseWithEnds("broker back", this::comeBack);
            generator.stop();
            results.judge(CheckResult.never(
                    "events accepted before, meanwhile or after that never came",
                    cluster.missing(generator.accepted(), TOPIC, PATIENCE)));
        }
    }

    /** Fills the buffer until every publisher has an open request. */
    private void go() {
        generator.post(absence.publishers()); // so that ingest knows the topic
        generator.takeResponses();
        cluster.brokers().killAll();
        generator.pace(absence.publishers() * 100.0);
        FixedPause.sleep(FILLING);
    }

    private void comeBack() {
        long begun = System.nanoTime();
        cluster.brokers().startAll();
        recovered(begun);
        cluster.awaitReady();
    }

    private void refused() {
        double most = buffered(absence.lasting());
        results.look();
        generator.stop();
        var responses = generator.takeResponses();
        results.figure("responses while the broker was away", responses.toString());
        results.figure("buffered most while the broker was away, MB", "%.1f".formatted(most));
        results.judge(CheckResult.atLeast(
                "ingest responds 503 while the broker is away", 1, (double) responses.with(UNAVAILABLE), ""));
        results.judge(CheckResult.never(
                "other responses while the broker is away", responses.all() - responses.with(UNAVAILABLE)));
        results.judge(
                CheckResult.never("503 without Retry-After", responses.with(UNAVAILABLE) - responses.withRetryAfter()));
        results.judge(CheckResult.atMost(
                "the slowest response, s", SLOWEST, responses.slowest().toMillis() / 1e3, ""));
        results.judge(CheckResult.atMost("the buffer of ingest is bounded", BUFFER, most, "MB"));
    }

    /** The most megabytes in the buffer during that time. */
    private double buffered(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        double most = 0;
        while (System.nanoTime() - end < 0) {
            var metrics = cluster.ingest().metrics();
            most = Math.max(most, (metrics.sum(TOTAL) - metrics.sum(AVAILABLE)) / MEGABYTE);
            FixedPause.sleep(LOOK);
        }
        return most;
    }

    /**
     * Waits for the first 200.
     *
     * @param begun when the broker was started
     */
    private void recovered(long begun) {
        boolean back = false;
        while (!back && System.nanoTime() - begun < UNTIL_BACK.toNanos()) {
            generator.post(1);
            back = generator.takeResponses().with(OK) > 0;
        }
        results.judge(CheckResult.atMost(
                "ingest responds 200 again, s after the broker's start",
                UNTIL_BACK.toMillis() / 1e3,
                back ? (System.nanoTime() - begun) / NANOS : Double.POSITIVE_INFINITY,
                ""));
        generator.post(absence.publishers());
    }
}
