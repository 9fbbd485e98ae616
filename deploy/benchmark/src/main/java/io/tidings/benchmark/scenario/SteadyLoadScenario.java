package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.WarmPipeline;
import io.tidings.testbed.report.Percentiles;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The whole pipeline with little load: latency, and the cost of being idle. */
public record SteadyLoadScenario(int perSecond) implements Scenario {
    /** Enough to compile the code that runs only with little load. */
    private static final int SETTLING_SECONDS = 90;

    private static final int SECONDS = 30;

    @Override
    public String id() {
        return "steady-" + perSecond;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "whole pipeline at %,d/s".formatted(perSecond);
        try (var progress = bench.progress(title);
                var pipeline =
                        WarmPipeline.start(bench, id(), 1, (cluster, _) -> cluster.address() + "/all/ok", progress)) {
            var cluster = pipeline.cluster();
            try (var publisher = pipeline.publish(perSecond)) {
                pipeline.monitor().pass(Duration.ofSeconds(bench.seconds(SETTLING_SECONDS)));
                var before = requests(cluster);
                var interval = pipeline.monitor().during(Duration.ofSeconds(bench.seconds(SECONDS)));
                var after = requests(cluster);
                var latency = Percentiles.of(cluster.sink().latencies(""));
                publisher.stop();
                pipeline.monitor().until(cluster.sink()::counts, publisher.next(), publisher.next());
                cluster.worker().stop();
                return List.of(new ResultRow(
                        id(),
                        title,
                        interval,
                        DeliveryErrors.of(publisher.next(), cluster.sink().counts()),
                        findings(before, after, interval.events()).withLatency(latency),
                        cluster.settings()));
            }
        }
    }

    /** The requests of each service to the broker so far, by what they are called in the results. */
    private static Map<String, Double> requests(BenchmarkCluster cluster) {
        var requests = new LinkedHashMap<String, Double>();
        for (var service : cluster.processes().services()) {
            var metrics = service.metrics();
            requests.put(
                    service.name() + ", fetches an event", metrics.sum("kafka_consumer_fetch_manager_fetch_total"));
            requests.put(
                    service.name() + ", requests an event",
                    Stream.of("consumer", "producer", "admin_client")
                            .mapToDouble(client -> metrics.sum("kafka_%s_request_total".formatted(client)))
                            .sum());
        }
        return requests;
    }

    private static Measurements findings(Map<String, Double> before, Map<String, Double> after, long events) {
        var findings = Measurements.atGivenPace();
        for (var each : after.entrySet()) {
            findings = findings.with(
                    each.getKey(), (each.getValue() - before.getOrDefault(each.getKey(), 0.0)) / Math.max(1, events));
        }
        return findings;
    }
}
