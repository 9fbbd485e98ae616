package io.tidings.benchmark.scenario;

import io.tidings.benchmark.process.Meter;
import io.tidings.benchmark.report.Arrivals;
import io.tidings.benchmark.report.Findings;
import io.tidings.benchmark.report.Row;
import io.tidings.benchmark.sink.Micros;
import io.tidings.benchmark.stage.Bench;
import io.tidings.benchmark.stage.Site;
import io.tidings.benchmark.stage.Stage;
import io.tidings.benchmark.traffic.Audience;
import io.tidings.benchmark.traffic.ConsumingMain;
import io.tidings.benchmark.traffic.Records;
import io.tidings.benchmark.traffic.Writer;
import java.util.List;
import java.util.Map;

/** A consumer with the worker's settings and nothing else. */
record KafkaAlone() implements Scenario {
    static final String ID = "kafka";

    private static final String TITLE = "Kafka consumer alone";

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<Row> measure(Bench bench) {
        var load = bench.load();
        try (var stage = bench.stage(ID)) {
            var site = Site.open(stage, load);
            var audience = Audience.even(load.partitions(), load.partitions());
            var records = new Records(load);
            try (var progress = bench.progress("writing %,d deliveries".formatted(load.events()))) {
                new Writer(site.clients())
                        .write(
                                0,
                                load.events(),
                                number -> records.delivery(audience.of(number), number, Micros.NONE, 0),
                                progress);
            }
            try (var _ = bench.progress(TITLE)) {
                var consumer = stage.start(
                        "consumer",
                        ConsumingMain.class,
                        Stage.JVM,
                        site.bootstrapServers(),
                        Integer.toString(load.warmUp()),
                        Integer.toString(load.events()));
                var interval =
                        new Meter(List.of(consumer, site.broker())).betweenAnnouncements(consumer, load.measured());
                return List.of(new Row(ID, TITLE, interval, Arrivals.ALL_ONCE, Findings.atFullSpeed(), Map.of()));
            }
        }
    }
}
