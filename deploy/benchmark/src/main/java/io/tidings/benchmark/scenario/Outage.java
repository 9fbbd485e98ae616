package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.Metrics;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.stage.Bench;
import java.time.Duration;
import java.util.List;

/** One endpoint answers 503 for a while and is back then, while events keep coming. */
record Outage() implements Scenario {
    static final String ID = "outage";

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
    public List<Row> measure(Bench bench) {
        int down = bench.seconds(SECONDS);
        var title = "endpoint down %d s at %,d/s, then back".formatted(down, PER_SECOND);
        try (var stage = bench.stage(ID);
                var progress = bench.progress(title)) {
            var pipeline = WarmPipeline.start(bench, stage, 1, (site, _) -> site.address() + "/all/ok", progress);
            var sink = pipeline.site().sink();
            var watch = pipeline.watch();
            try (var publisher = pipeline.publish(PER_SECOND)) {
                watch.pass(BEFORE);
                long before = sink.counts().distinct();
                var begin = pipeline.running().meter().sample();
                sink.order(GROUP, "status/503");
                watch.pass(Duration.ofSeconds(down));
                sink.order(GROUP, "ok");
                long back = System.nanoTime();
                int missed = (int) publisher.next();
                long pending = missed - sink.counts(GROUP, missed).distinct();
                watch.until(() -> sink.counts(GROUP, missed), missed, missed);
                double drained = (System.nanoTime() - back) / NANOS;
                publisher.stop();
                watch.until(sink::counts, publisher.next(), publisher.next());
                var interval = watch.since(begin, sink.counts().distinct() - before);
                var lateness = Metrics.of(pipeline.running().workerSetup().adminPort())
                        .percentiles("tidings_retry_lateness_seconds");
                pipeline.running().stopWorker();
                var counts = sink.counts();
                return List.of(new Row(
                        ID,
                        title,
                        interval,
                        new Arrivals(publisher.next() - counts.distinct(), counts.twice()),
                        Findings.atGivenPace()
                                .withLateness(lateness)
                                .with("pending when it was back", (double) pending)
                                .with("drained after, s", drained),
                        pipeline.running().settings()));
            }
        }
    }
}
