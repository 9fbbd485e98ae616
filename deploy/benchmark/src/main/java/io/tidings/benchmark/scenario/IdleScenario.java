package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Targets;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.BulkWriter;
import io.tidings.benchmark.traffic.RecordFactory;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.sink.EpochMicros;
import java.time.Duration;
import java.util.List;

/**
 * All four programs with nothing to do, after they have delivered something: what they use, and what their broker uses
 * more than one that has no clients.
 */
public record IdleScenario() implements Scenario {
    public static final String ID = "idle";

    private static final int SUBSCRIPTIONS = 10;
    private static final int EVENTS = 5_000;

    /** Polls get longer while nothing comes, and what was compiled late is compiled by then. */
    private static final int SETTLING_SECONDS = 40;

    private static final int SECONDS = 40;

    @Override
    public String id() {
        return ID;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "all programs, nothing to do";
        var settling = Duration.ofSeconds(bench.seconds(SETTLING_SECONDS));
        var measured = Duration.ofSeconds(bench.seconds(SECONDS));
        var services = BenchmarkCluster.allServices(bench, ID, FreePort.next(), bench.worker());
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.open(bench, ID, bench.load(), services)) {
            var unused = new DeliveryMonitor(cluster.sink(), new UsageMeter(List.of(cluster.broker())), progress);
            unused.pass(settling);
            var brokerAlone = unused.during(measured);

            var subscribers =
                    BenchmarkSubscribers.even(SUBSCRIPTIONS, bench.load().partitions());
            var resources = new ResourceSetup(cluster.clients());
            resources.topic("unused");
            resources.subscribe(subscribers, 1, _ -> cluster.address() + "/all/ok");
            cluster.processes().services().forEach(each -> each.start());
            cluster.processes().awaitReady();
            var records = new RecordFactory(bench.load());
            new BulkWriter(cluster.clients())
                    .write(0, EVENTS, number -> records.event(number, EpochMicros.NONE), progress);
            var monitor = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress);
            long deliveries = (long) EVENTS * SUBSCRIPTIONS;
            monitor.until(cluster.sink()::counts, deliveries, deliveries);
            monitor.pass(settling);
            var idle = monitor.during(measured);
            return List.of(new ResultRow(
                    ID, title, idle, DeliveryErrors.ALL_ONCE, findings(brokerAlone, idle), cluster.settings()));
        }
    }

    /** Without this program and the sink, which look at the others meanwhile. */
    private static Measurements findings(MeasuredInterval brokerAlone, MeasuredInterval idle) {
        var alone = brokerAlone.costs().getFirst();
        var findings = Measurements.atGivenPace();
        double cpu = -brokerAlone.percentOfAProcessor(alone);
        double switches = -brokerAlone.contextSwitchesPerSecond(alone);
        for (var cost : idle.costs().subList(0, idle.costs().size() - 2)) {
            cpu += idle.percentOfAProcessor(cost);
            switches += idle.contextSwitchesPerSecond(cost);
            findings = findings.with(cost.process() + ", % of a processor", idle.percentOfAProcessor(cost))
                    .with(cost.process() + ", switches/s", idle.contextSwitchesPerSecond(cost));
        }
        return findings.with("an unused broker, % of a processor", brokerAlone.percentOfAProcessor(alone))
                .with("an unused broker, switches/s", brokerAlone.contextSwitchesPerSecond(alone))
                .with(Targets.IDLE_CPU, cpu)
                .with(Targets.IDLE_SWITCHES, switches);
    }
}
