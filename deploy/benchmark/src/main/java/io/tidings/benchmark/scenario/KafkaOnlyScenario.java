package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.ConsumingMain;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.sink.EpochMicros;
import java.util.List;
import java.util.Map;

/** A consumer with the settings of the worker, alone. */
public record KafkaOnlyScenario() implements Scenario {
    public static final String ID = "kafka";

    private static final String TITLE = "Kafka consumer alone";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var load = bench.load();
        try (var cluster = BenchmarkCluster.open(bench, ID, load, Map.of())) {
            var subscribers = BenchmarkSubscribers.even(load.partitions(), load.partitions());
            var records = new RecordFactory(load);
            try (var progress = bench.progress("writing %,d deliveries".formatted(load.events()))) {
                new BulkWriter(cluster.clients())
                        .write(
                                0,
                                load.events(),
                                number -> records.delivery(subscribers.of(number), number, EpochMicros.NONE, 0),
                                progress);
            }
            try (var _ = bench.progress(TITLE)) {
                var consumer = cluster.processes()
                        .startBeside(
                                "consumer",
                                ConsumingMain.class,
                                ProcessGroup.JVM,
                                cluster.bootstrapServers(),
                                Integer.toString(load.warmUp()),
                                Integer.toString(load.events()));
                var interval = new UsageMeter(List.of(consumer, cluster.broker()))
                        .betweenAnnouncements(consumer, load.measured());
                return List.of(new ResultRow(
                        ID, TITLE, interval, DeliveryErrors.ALL_ONCE, Measurements.atFullSpeed(), Map.of()));
            }
        }
    }
}
