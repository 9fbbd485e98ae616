package io.tidings.testbed.cluster;

import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Kafka brokers and the services that use them, each a process of its own on this machine. */
public final class TestCluster implements AutoCloseable {
    private final ProcessGroup group;
    private final BrokerProcesses brokers;
    private final EventTimeline timeline;
    private final Map<String, ServiceProcess> services = new LinkedHashMap<>();

    /** The processes are not started. */
    public TestCluster(ClusterPlan plan, EventTimeline timeline) {
        this.timeline = timeline;
        group = new ProcessGroup(plan.folder());
        brokers = new BrokerProcesses(group, plan.folder().resolve("kafka"), plan.brokers());
        plan.services()
                .forEach((name, setup) -> services.put(
                        name,
                        new ServiceProcess(
                                name,
                                new ProcessGroup(plan.folder().resolve(name)),
                                setup,
                                brokers.bootstrap(name),
                                timeline)));
    }

    /** Starts the brokers, then ingest, which creates the topics, then the other services that are wanted. */
    public void start(Predicate<ServiceProcess> wanted) {
        brokers.startAll();
        var ingest = service(ClusterPlan.INGEST);
        ingest.start();
        ingest.awaitReady();
        services.values().stream().filter(wanted).forEach(ServiceProcess::start);
    }

    /** Starts a program that ends with the cluster. */
    public ChildProcess startBeside(String name, Class<?> main, List<String> jvm, String... arguments) {
        return group.start(name, main, jvm, arguments);
    }

    public BrokerProcesses brokers() {
        return brokers;
    }

    public EventTimeline timeline() {
        return timeline;
    }

    /** @throws IllegalArgumentException when there is none of that name */
    public ServiceProcess service(String name) {
        var service = services.get(name);
        if (service == null) {
            throw new IllegalArgumentException("there is no " + name);
        }
        return service;
    }

    public Collection<ServiceProcess> services() {
        return services.values();
    }

    public List<ServiceProcess> running() {
        return services.values().stream().filter(ServiceProcess::running).toList();
    }

    /** Returns when all services that run, and are not stopped meanwhile, are ready. */
    public void awaitReady() {
        running().forEach(ServiceProcess::awaitReadyWhileItRuns);
    }

    @Override
    public void close() {
        services.values().forEach(ServiceProcess::kill);
        brokers.close();
        group.close();
    }
}
