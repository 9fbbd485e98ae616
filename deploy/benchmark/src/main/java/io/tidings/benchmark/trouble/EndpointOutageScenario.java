package io.tidings.benchmark.trouble;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.scenario.Scenario;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.WarmPipeline;
import java.time.Duration;
import java.util.List;

/** One endpoint responds 503 for a while, and then 200 again, while events keep coming. */
public record EndpointOutageScenario() implements Scenario {
    public static final String ID = "outage";

    private static final int PER_SECOND = 1_000;
    private static final int SECONDS = 60;
    private static final Duration BEFORE = Duration.ofSeconds(5);
    private static final String GROUP = "all";
    private static final double NANOS = 1e9;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        int down = bench.seconds(SECONDS);
        var title = "endpoint down %d s at %,d/s, then back".formatted(down, PER_SECOND);
        try (var progress = bench.progress(title);
                var pipeline =
                        WarmPipeline.start(bench, ID, 1, (cluster, _) -> cluster.address() + "/all/ok", progress)) {
            var sink = pipeline.sink();
            var monitor = pipeline.monitor();
            try (var publisher = pipeline.publish(PER_SECOND)) {
                monitor.pass(BEFORE);
                long before = sink.counts().distinct();
                var begin = pipeline.meter().sample();
                sink.order(GROUP, "status/503");
                monitor.pass(Duration.ofSeconds(down));
                sink.order(GROUP, "ok");
                long back = System.nanoTime();
                int missed = (int) publisher.next();
                long pending = missed - sink.counts(GROUP, missed).distinct();
                monitor.until(() -> sink.counts(GROUP, missed), missed, missed);
                double drained = (System.nanoTime() - back) / NANOS;
                publisher.stop();
                monitor.until(sink::counts, publisher.next(), publisher.next());
                var interval = monitor.since(begin, sink.counts().distinct() - before);
                var lateness = pipeline.cluster().worker().metrics().percentiles("tidings_retry_lateness_seconds");
                pipeline.cluster().worker().stop();
                var counts = sink.counts();
                return List.of(new ResultRow(
                        ID,
                        title,
                        interval,
                        DeliveryErrors.of(publisher.next(), counts),
                        Measurements.atGivenPace()
                                .withLateness(lateness)
                                .with("pending when it was back", (double) pending)
                                .with("drained after, s", drained),
                        pipeline.cluster().settings()));
            }
        }
    }
}
