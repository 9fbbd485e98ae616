package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.PacedPublisher;
import io.tidings.benchmark.traffic.WarmPipeline;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * Ten subscriptions, of which the tenth has a bad endpoint: how does it affect the other nine?
 *
 * <p>The nine are compared with the times before each kind of trouble, in the same processes.
 *
 * @param sameHost whether the tenth has the host and port of the others
 */
public record NoisyNeighbourScenario(boolean sameHost) implements Scenario {
    private static final int SUBSCRIPTIONS = 10;
    private static final int EVENTS_PER_SECOND = 20;
    private static final String HEALTHY = "healthy";
    private static final String TENTH = "tenth";
    private static final int SECONDS = 20;
    private static final Duration SETTLING = Duration.ofSeconds(2);

    /** The trouble of the tenth, and the behaviour of its path. */
    private enum Trouble {
        SLOW("slow/5000"),
        FAILING("status/503"),
        HANGING("hang");

        private final String behaviour;

        Trouble(String behaviour) {
            this.behaviour = behaviour;
        }

        String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The deliveries of the nine during a kind of trouble. */
    private record NeighbourResult(Trouble trouble, MeasuredInterval interval, Histogram latencies) {}

    @Override
    public String id() {
        return "neighbours-" + (sameHost ? "same" : "other");
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        try (var progress = bench.progress("ten neighbours, %s host and port".formatted(sameHost ? "same" : "other"));
                var pipeline = WarmPipeline.start(bench, id(), SUBSCRIPTIONS, this::endpoint, progress)) {
            var sink = pipeline.sink();
            var untroubled = new Histogram(2);
            var troubled = new ArrayList<NeighbourResult>();
            var time = Duration.ofSeconds(bench.seconds(SECONDS));
            try (var publisher = pipeline.publish(EVENTS_PER_SECOND)) {
                for (var trouble : Trouble.values()) {
                    sink.order(TENTH, "ok");
                    pipeline.monitor().pass(SETTLING);
                    pipeline.monitor().during(time);
                    untroubled.add(sink.latencies(HEALTHY));
                    sink.order(TENTH, trouble.behaviour);
                    var interval = pipeline.monitor().during(time);
                    troubled.add(new NeighbourResult(trouble, interval, sink.latencies(HEALTHY)));
                }
                sink.order(TENTH, "ok");
                var arrivals = arrivals(pipeline, publisher);
                return troubled.stream()
                        .map(each -> row(
                                each, untroubled, arrivals, pipeline.cluster().settings()))
                        .toList();
            }
        }
    }

    private String endpoint(BenchmarkCluster cluster, int index) {
        return index < SUBSCRIPTIONS - 1
                ? "%s/%s%d/ok".formatted(cluster.address(), HEALTHY, index)
                : "%s/%s/ok".formatted(cluster.address(sameHost ? 0 : 1), TENTH);
    }

    /** The errors of the nine; deliveries of the tenth may still wait for a retry. */
    private static DeliveryErrors arrivals(WarmPipeline pipeline, PacedPublisher publisher) {
        var sink = pipeline.cluster().sink();
        publisher.stop();
        long wanted = publisher.next() * (SUBSCRIPTIONS - 1);
        var counts = pipeline.monitor().until(() -> sink.counts(HEALTHY, Integer.MAX_VALUE), wanted, wanted);
        return DeliveryErrors.of(wanted, counts);
    }

    private ResultRow row(
            NeighbourResult troubled, Histogram untroubled, DeliveryErrors arrivals, Map<String, String> settings) {
        var word = troubled.trouble().wireName();
        return new ResultRow(
                id() + "-" + word,
                "nine beside a %s one, %s host and port".formatted(word, sameHost ? "same" : "other"),
                troubled.interval(),
                arrivals,
                Measurements.atGivenPace()
                        .withLatency(Percentiles.of(troubled.latencies()), Percentiles.of(untroubled)),
                settings);
    }
}
