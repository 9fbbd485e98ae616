package io.tidings.benchmark.scenario;

import io.tidings.benchmark.report.DeliveryErrors;
import io.tidings.benchmark.report.Measurements;
import io.tidings.benchmark.report.ResultRow;
import io.tidings.benchmark.report.Target;
import io.tidings.benchmark.stage.BenchmarkCluster;
import io.tidings.benchmark.stage.BenchmarkEnvironment;
import io.tidings.benchmark.stage.DeliveryMonitor;
import io.tidings.benchmark.traffic.AgentSubscriber;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.load.Pace;
import io.tidings.testbed.process.ProgressLine;
import io.tidings.testbed.process.Tool;
import io.tidings.testbed.report.MeasuredInterval;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Topology, worker and ingest with so many subscriptions of agents, each of which is refreshed once an hour: what they and
 * the refreshes cost, and how fast those go that nobody refreshes any more.
 */
public record AgentsScenario(int agents) implements Scenario {
    private static final String CALLBACK = "/agent";
    private static final int SETTLING_SECONDS = 40;
    private static final int SECONDS = 60;
    private static final int ENDING_SECONDS = 20;
    private static final double REMOVED_PER_SECOND = 5;
    private static final double HOUR = 3_600;
    private static final double MILLIS = 1_000;
    private static final double MEGABYTE = 1e6;

    @Override
    public String id() {
        return "agents-" + agents;
    }

    @Override
    public List<ResultRow> measure(BenchmarkEnvironment bench) {
        var title = "%,d subscriptions of agents, refreshed every hour".formatted(agents);
        int port = FreePort.next();
        var url = URI.create("http://127.0.0.1:" + FreePort.next() + "/mcp");
        var settings = AgentSubscriber.settings(bench.folder().resolve(id()), url, agents);
        try (var progress = bench.progress(title);
                var cluster = BenchmarkCluster.ofConsole(bench, id(), port, settings);
                var webhook = ScriptedWebhook.start();
                var agent = new AgentClient(url, AgentSubscriber.TOKEN);
                var api = new ManagementClient(port, ClusterPlan.TOKEN)) {
            webhook.answers(CALLBACK, ScriptedResponse.agreeing());
            cluster.startServices();
            cluster.processes().awaitReady();
            var subscriber = new AgentSubscriber(agent, webhook.uri(CALLBACK));
            AgentSubscriber.declare(api);
            return List.of(measured(bench, title, cluster, subscriber, progress));
        }
    }

    private ResultRow measured(
            BenchmarkEnvironment bench,
            String title,
            BenchmarkCluster cluster,
            AgentSubscriber subscriber,
            ProgressLine progress) {
        var monitor = new DeliveryMonitor(cluster.sink(), cluster.meter(), progress);
        var findings = withHeaps("none", cluster, Measurements.atGivenPace());
        findings = findings.with("subscribe", subscriber.all(agents, Duration.ofMinutes(59), progress));
        findings = withHeaps("all", cluster, findings);

        monitor.pass(Duration.ofSeconds(bench.seconds(SETTLING_SECONDS)));
        var time = Duration.ofSeconds(bench.seconds(SECONDS));
        var idle = monitor.during(time);
        var begin = cluster.meter().sample();
        int refreshed = refreshedFor(time, monitor, subscriber);
        var paced = monitor.since(begin, refreshed);
        findings = withCosts(idle, paced, findings);

        var full = cluster.meter().sample();
        findings = findings.with("refresh at full speed", subscriber.all(agents, Duration.ofHours(1), progress));
        findings = withCosts(monitor.since(full, agents), findings);
        subscriber.lapse(cluster.clients());
        long before = subscriber.ended(cluster.clients());
        monitor.pass(Duration.ofSeconds(ENDING_SECONDS));
        double ended = (double) (subscriber.ended(cluster.clients()) - before) / ENDING_SECONDS;
        findings = findings.promising(Target.atLeast(REMOVED_PER_SECOND, "/s", "lapsed ones are removed", ended));
        return new ResultRow(id(), title, paced, DeliveryErrors.ALL_ONCE, findings, cluster.settings());
    }

    private int refreshedFor(Duration time, DeliveryMonitor monitor, AgentSubscriber subscriber) {
        var next = new AtomicInteger();
        try (var _ = Pace.start(
                "agents", agents / HOUR, () -> subscriber.ask(next.getAndIncrement() % agents, Duration.ofHours(1)))) {
            monitor.pass(time);
        }
        return next.get();
    }

    private static Measurements withHeaps(String agents, BenchmarkCluster cluster, Measurements sofar) {
        var findings = sofar;
        for (var service : cluster.processes().services()) {
            collectGarbage(service);
            findings = findings.with(
                    "%s, live memory with %s, MB".formatted(service.name(), agents),
                    service.metrics().sum("jvm_memory_used_bytes") / MEGABYTE);
        }
        return findings;
    }

    /** By jcmd, because ingest lets nobody ask it by JMX. */
    private static void collectGarbage(ServiceProcess service) {
        try {
            Tool.run(Tool.ofJdk("jcmd"), Long.toString(service.process().pid()), "GC.run");
        } catch (IOException e) {
            throw new UncheckedIOException("no jcmd", e);
        }
    }

    /** Adds the CPU that a refresh takes in each process while a refresh always runs. */
    private static Measurements withCosts(MeasuredInterval full, Measurements sofar) {
        var findings = sofar.with("refreshes at full speed, /s", full.perSecond());
        for (var cost : full.costs()) {
            findings = findings.with(cost.process() + ", CPU of one at full speed, ms", full.cpuPerThousand(cost));
        }
        return findings;
    }

    /** Adds the CPU that a refresh takes in each process at the pace of an hour, beyond that of the idle processes. */
    private static Measurements withCosts(MeasuredInterval idle, MeasuredInterval paced, Measurements sofar) {
        var findings = sofar;
        for (int i = 0; i < paced.costs().size(); i++) {
            var cost = paced.costs().get(i);
            double more = paced.percentOfAProcessor(cost)
                    - idle.percentOfAProcessor(idle.costs().get(i));
            double perRefresh = more / 100 * MeasuredInterval.seconds(paced.took()) / paced.events();
            findings = findings.with(cost.process() + ", CPU of a refresh, ms", MILLIS * perRefresh)
                    .with(cost.process() + ", % of a processor", paced.percentOfAProcessor(cost));
        }
        return findings;
    }
}
