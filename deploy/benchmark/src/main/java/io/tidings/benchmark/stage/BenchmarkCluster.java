package io.tidings.benchmark.stage;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.cluster.TestCluster;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.UsageMeter;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkMain;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The processes of one row: a broker with all topics, a sink, and the services that the row wants.
 *
 * @param addresses of the sink; clients take each for another host
 */
public record BenchmarkCluster(TestCluster processes, ChildProcess sinkProcess, SinkClient sink, List<String> addresses)
        implements AutoCloseable {
    public static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String WORKER = "worker";
    private static final int PORTS = 2;
    private static final String TOPOLOGY = "topology";

    /** With a worker, which does not run yet. */
    public static BenchmarkCluster ofWorker(
            BenchmarkEnvironment bench, String row, LoadSize load, ServiceSetup worker) {
        return ofWorker(bench, row, load, worker, SinkConnections.PLAIN);
    }

    /** With a worker, which does not run yet, and trusts the sink. */
    public static BenchmarkCluster ofWorker(
            BenchmarkEnvironment bench, String row, LoadSize load, ServiceSetup worker, SinkConnections connections) {
        var trusting = worker.withJvm(connections.trust(bench.folder().resolve(row)));
        var services = Map.of(WORKER, trusting);
        return open(bench, row, load, services, BrokerProcesses.Plan.temporary(), PORTS, connections);
    }

    /** With a topology and a worker, which do not run yet. */
    public static BenchmarkCluster ofPipeline(BenchmarkEnvironment bench, String row) {
        var topology = bench.topology().storing(bench.folder().resolve(row).resolve("state"));
        return open(bench, row, bench.load(), Map.of(TOPOLOGY, topology, WORKER, bench.worker()));
    }

    /** With a topology, a worker and an ingest that asks for the timeline, which do not run yet. */
    public static BenchmarkCluster ofConsole(BenchmarkEnvironment bench, String row, int httpPort) {
        return ofConsole(bench, row, httpPort, Map.of());
    }

    /** @param more settings of ingest */
    public static BenchmarkCluster ofConsole(
            BenchmarkEnvironment bench, String row, int httpPort, Map<String, String> more) {
        return ofConsole(bench, row, httpPort, more, bench.worker());
    }

    /** The same, with queues that are received over HTTP. */
    public static BenchmarkCluster ofQueues(BenchmarkEnvironment bench, String row, int httpPort) {
        var secret = Map.of("receive.secret", "the-secret-of-the-benchmark");
        var worker = bench.worker().with(secret).with(Map.of("receive.listen", "127.0.0.1:0"));
        return ofConsole(bench, row, httpPort, secret, worker);
    }

    private static BenchmarkCluster ofConsole(
            BenchmarkEnvironment bench, String row, int httpPort, Map<String, String> more, ServiceSetup worker) {
        var topology = bench.topology().storing(bench.folder().resolve(row).resolve("state"));
        var ingest = ServiceSetup.shipped(Service.INGEST, bench.root())
                .listening(httpPort)
                .asking(topology)
                .with(Map.of("auth.required", "false", "admin.token", ClusterPlan.TOKEN))
                .with(more);
        return open(bench, row, bench.load(), Map.of(TOPOLOGY, topology, WORKER, worker, ClusterPlan.INGEST, ingest));
    }

    public static BenchmarkCluster open(
            BenchmarkEnvironment bench, String row, LoadSize load, Map<String, ServiceSetup> services) {
        return open(bench, row, load, services, BrokerProcesses.Plan.temporary(), PORTS);
    }

    /** @param ports of the sink */
    public static BenchmarkCluster open(
            BenchmarkEnvironment bench,
            String row,
            LoadSize load,
            Map<String, ServiceSetup> services,
            BrokerProcesses.Plan brokers,
            int ports) {
        return open(bench, row, load, services, brokers, ports, SinkConnections.PLAIN);
    }

    private static BenchmarkCluster open(
            BenchmarkEnvironment bench,
            String row,
            LoadSize load,
            Map<String, ServiceSetup> services,
            BrokerProcesses.Plan brokers,
            int ports,
            SinkConnections connections) {
        var plan = new ClusterPlan(bench.folder().resolve(row), brokers, services);
        var processes = new TestCluster(plan, new EventTimeline(bench.out()));
        try {
            var sink = processes.startBeside(
                    "sink",
                    SinkMain.class,
                    connections.sinkJvm(),
                    connections.sinkArguments(plan.folder(), load, ports));
            return started(processes, sink, load, timeScale(services));
        } catch (RuntimeException e) {
            processes.close();
            throw e;
        }
    }

    private static BenchmarkCluster started(TestCluster processes, ChildProcess sink, LoadSize load, TimeScale scale) {
        processes.brokers().startAll();
        var addresses = List.of(sink.announcement().split(" ", -1));
        var cluster = new BenchmarkCluster(processes, sink, new SinkClient(addresses.getFirst()), addresses);
        new TopicProvisioner(cluster.clients(), TOPICS).provision(load.partitions(), 1, Duration.ofMinutes(5), scale);
        return cluster;
    }

    /** The scale that the services have; topics are made for one. */
    private static TimeScale timeScale(Map<String, ServiceSetup> services) {
        return services.values().stream()
                .flatMap(service -> Stream.ofNullable(service.settings().get("time.scale")))
                .findFirst()
                .map(scale -> new TimeScale(Double.parseDouble(scale)))
                .orElse(TimeScale.REAL);
    }

    /** Ingest on that port, topology, exporter and that worker. */
    public static Map<String, ServiceSetup> allServices(
            BenchmarkEnvironment bench, String row, int httpPort, ServiceSetup worker) {
        var folder = bench.folder().resolve(row);
        var services = new LinkedHashMap<>(
                ClusterPlan.withoutWorkers(bench.root(), folder, httpPort, folder.resolve("dead-letters")));
        services.put(WORKER, worker);
        return services;
    }

    /** The first address of the sink. */
    public String address() {
        return address(0);
    }

    public String address(int number) {
        return addresses.get(number % addresses.size());
    }

    public KafkaClients clients() {
        return KafkaClients.of(bootstrapServers());
    }

    public String bootstrapServers() {
        return processes.brokers().observer();
    }

    public ChildProcess broker() {
        return processes.brokers().process(0);
    }

    public ServiceProcess worker() {
        return processes.service(WORKER);
    }

    /** Starts all services. */
    public void startServices() {
        processes.services().forEach(ServiceProcess::start);
    }

    /** Measures what runs of the services, the worker first, and of broker and sink. */
    public UsageMeter meter() {
        var measured = new ArrayList<>(List.of(worker().process()));
        processes.running().stream()
                .map(ServiceProcess::process)
                .filter(each -> !measured.contains(each))
                .forEach(measured::add);
        measured.addAll(processes.brokers().running());
        measured.add(sinkProcess);
        return new UsageMeter(measured);
    }

    /** Settings of the services that are not their defaults. */
    public Map<String, String> settings() {
        return ServiceSetup.differences(
                processes.services().stream().map(ServiceProcess::setup).toArray(ServiceSetup[]::new));
    }

    @Override
    public void close() {
        processes.close();
    }
}
