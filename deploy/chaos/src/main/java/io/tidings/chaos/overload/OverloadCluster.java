package io.tidings.chaos.overload;

import io.tidings.benchmark.traffic.BenchmarkSubscribers;
import io.tidings.benchmark.traffic.ResourceSetup;
import io.tidings.contract.RetryTier;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.broker.GroupLag;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.EventTimeline;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.Service;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.cluster.ServiceSetup;
import io.tidings.testbed.cluster.ServiceSupervisor;
import io.tidings.testbed.cluster.TestCluster;
import io.tidings.testbed.load.Patience;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkMain;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;

/** One broker, one of each service with a heap of 512 MB, and a sink with many ports. */
final class OverloadCluster implements AutoCloseable {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String WORKERS = "delivery-worker";

    /** The sink shall take each request for one event of any size. */
    private static final int LARGER_THAN_ANY_EVENT = 1 << 21;

    private static final Duration LOOK = Duration.ofMillis(250);
    private static final Patience PATIENCE = new Patience(Duration.ofMinutes(1), LOOK);
    private static final String NOBODY_ASKS = "no key is asked for";

    private final TestCluster processes;
    private final ServiceSupervisor supervisor;
    private final List<String> addresses;
    private final SinkClient sink;
    private final int port = FreePort.next();
    private final ManagementClient management = new ManagementClient(port, ClusterPlan.TOKEN);

    private OverloadCluster(Path root, Path folder, OverloadConfig config, PrintStream out) {
        processes = new TestCluster(plan(root, folder, config), new EventTimeline(out));
        var ports = Integer.toString(
                config.burdens().endpoints() + config.crowding().endpoints());
        var receiving = processes.startBeside(
                "sink", SinkMain.class, ProcessGroup.JVM, Integer.toString(LARGER_THAN_ANY_EVENT), ports);
        addresses = List.of(receiving.announcement().split(" ", -1));
        sink = new SinkClient(addresses.getFirst());
        supervisor = new ServiceSupervisor(processes.services(), processes.timeline());
    }

    private ClusterPlan plan(Path root, Path folder, OverloadConfig config) {
        var services = ClusterPlan.withoutWorkers(root, folder, port, folder.resolve("blobs"));
        services.put("worker", ServiceSetup.shipped(Service.WORKER, root).with(config.workerSettings()));
        services.replaceAll((_, setup) -> setup.withJvm(List.of("-Xmx" + OverloadConfig.MEGABYTES + "m")));
        return new ClusterPlan(folder, BrokerProcesses.Plan.lasting(1, List.of(), false), services);
    }

    /**
     * Returns when everything is ready.
     *
     * @param root of the repository
     * @param folder for logs and data
     */
    static OverloadCluster build(Path root, Path folder, OverloadConfig config, PrintStream out) {
        var cluster = new OverloadCluster(root, folder.toAbsolutePath(), config, out);
        try {
            cluster.processes.start(_ -> true);
            cluster.awaitReady();
            cluster.say("everything is ready");
            return cluster;
        } catch (RuntimeException e) {
            cluster.close();
            throw e;
        }
    }

    void awaitReady() {
        processes.awaitReady();
    }

    /**
     * Subscribes to a new topic.
     *
     * @param endpoints of the subscription with that index
     * @return the position of the subscriptions table behind them
     */
    long subscribe(String topic, BenchmarkSubscribers subscribers, IntFunction<String> endpoints) {
        var registry = new ResourceSetup(clients());
        registry.topic(topic, NOBODY_ASKS);
        long read = registry.subscribe(subscribers, 1, endpoints::apply);
        awaitIngest(subscribers.keys().getLast());
        return read;
    }

    private void awaitIngest(SubscriptionKey last) {
        if (!PATIENCE.until(() -> known(last))) {
            throw new IllegalStateException(
                    "ingest does not know subscription %s within %s; read its log".formatted(last, PATIENCE.longest()));
        }
    }

    private boolean known(SubscriptionKey key) {
        return management.getSubscription(key.topic(), key.name()).successful();
    }

    KafkaClients clients() {
        return KafkaClients.of(brokers().observer());
    }

    BrokerProcesses brokers() {
        return processes.brokers();
    }

    SinkClient sink() {
        return sink;
    }

    /** An address of the sink; clients take each for another host. */
    String address(int number) {
        return addresses.get(number % addresses.size());
    }

    LoadGenerator poster(String topic, LoadGenerator.RequestLoad load) {
        return new LoadGenerator(port, topic, load);
    }

    ServiceProcess ingest() {
        return processes.service(ClusterPlan.INGEST);
    }

    Collection<ServiceProcess> instances() {
        return processes.services();
    }

    /** How often a service ended by itself. */
    int ends() {
        return processes.timeline().faults().size();
    }

    void say(String what) {
        processes.timeline().say(what);
    }

    /** The number of accepted events that the group lacks, when it lacks none or the time is over. */
    long missing(BitSet accepted, String group, Duration patience) {
        var missing = (BitSet) accepted.clone();
        new Patience(patience, LOOK).until(() -> {
            missing.andNot(sink.seen(group));
            return missing.isEmpty();
        });
        return missing.cardinality();
    }

    /** Events that are not matched yet. */
    long unmatchedEvents() {
        return lag("matching", Set.of(TOPICS.events()));
    }

    /** Deliveries that wait in Kafka for their first attempt. */
    long newDeliveries() {
        return lag(WORKERS, Set.of(TOPICS.deliveries()));
    }

    /** Retries that wait in Kafka. */
    long retries() {
        return lag(WORKERS, Arrays.stream(RetryTier.values()).map(TOPICS::retry).collect(Collectors.toSet()));
    }

    private long lag(String group, Set<String> topics) {
        try (var lag = new GroupLag(brokers().observer(), TOPICS.prefix() + group)) {
            return lag.of(topics);
        }
    }

    @Override
    public void close() {
        management.close();
        supervisor.close();
        processes.close();
    }
}
