package io.tidings.testbed.broker;

import io.tidings.testbed.network.Link;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The brokers of a cluster. Each is a process, which may be killed and comes back with its data. */
public final class BrokerProcesses implements AutoCloseable {
    private static final int VOLUME_MEGABYTES = 2_048;

    private final ProcessGroup group;
    private final Path data;
    private final Plan plan;
    private final String cluster = ClusterNode.newCluster();
    private final List<BrokerNode> nodes;
    private final Map<Integer, ChildProcess> running = new ConcurrentHashMap<>();
    private final Map<Integer, Volume> volumes = new HashMap<>();

    /**
     * The brokers of a cluster.
     *
     * @param clients with a link of their own to each broker
     * @param volumes whether each broker has a small volume that can be filled, where the machine allows it
     * @param data what happens to the data when a broker ends
     */
    public record Plan(int number, List<String> clients, boolean volumes, BrokerMain.Data data, List<String> jvm) {
        public Plan {
            clients = List.copyOf(clients);
            jvm = List.copyOf(jvm);
        }

        /** Brokers that come back with their data. */
        public static Plan lasting(int number, List<String> clients, boolean volumes) {
            return new Plan(number, clients, volumes, BrokerMain.Data.KEPT, List.of("-Xmx512m", "-XX:+UseSerialGC"));
        }

        /** One broker, which deletes its data at its end. */
        public static Plan temporary() {
            return new Plan(1, List.of(), false, BrokerMain.Data.DELETED, ProcessGroup.BROKER_JVM);
        }
    }

    public BrokerProcesses(ProcessGroup group, Path data, Plan plan) {
        this.group = group;
        this.data = data;
        this.plan = plan;
        nodes = IntStream.range(0, plan.number())
                .mapToObj(id -> BrokerNode.of(id, plan.clients()))
                .toList();
        if (plan.volumes()) {
            nodes.forEach(node -> Volume.mount(data.resolve("volume-" + node.id()), VOLUME_MEGABYTES)
                    .ifPresent(volume -> volumes.put(node.id(), volume)));
        }
    }

    /** The volume of a broker's data, if it has one. */
    public Optional<Volume> volume(int id) {
        return Optional.ofNullable(volumes.get(id));
    }

    /** Starts the brokers that do not run, and returns when they serve clients. */
    public void startAll() {
        var started = IntStream.range(0, nodes.size())
                .filter(id -> !running.containsKey(id))
                .mapToObj(this::launched)
                .toList();
        started.forEach(ChildProcess::announcement);
    }

    /** Returns when the broker serves clients. */
    public void start(int id) {
        launched(id).announcement();
    }

    private ChildProcess launched(int id) {
        var folder = volume(id).map(Volume::folder).orElse(data.resolve("broker-" + id));
        var arguments = BrokerMain.arguments(
                plan.data(), folder, new ClusterNode(id, cluster), nodes.get(id).properties(nodes));
        var name = nodes.size() == 1 ? "broker" : "broker-" + id;
        var process = group.start(name, BrokerMain.class, plan.jvm(), arguments);
        running.put(id, process);
        return process;
    }

    public void kill(int id) {
        var process = running.remove(id);
        if (process != null) {
            process.kill();
        }
    }

    /** SIGSTOP, if the broker runs. */
    public void freeze(int id) {
        Optional.ofNullable(running.get(id)).ifPresent(ChildProcess::freeze);
    }

    /** SIGCONT, if the broker runs. */
    public void thaw(int id) {
        Optional.ofNullable(running.get(id)).ifPresent(ChildProcess::thaw);
    }

    public void killAll() {
        IntStream.range(0, nodes.size()).forEach(this::kill);
    }

    /** SIGTERM; returns when the broker has ended. */
    public void stop(int id) {
        var process = running.remove(id);
        if (process != null) {
            process.close();
        }
    }

    /** The bootstrap servers of a client. */
    public String bootstrap(String client) {
        return nodes.stream().map(node -> node.address(client)).collect(Collectors.joining(","));
    }

    /** The bootstrap servers of clients without a link. */
    public String observer() {
        return nodes.stream().map(BrokerNode::observerAddress).collect(Collectors.joining(","));
    }

    /** @throws IllegalStateException when the broker does not run */
    public ChildProcess process(int id) {
        var process = running.get(id);
        if (process == null) {
            throw new IllegalStateException("broker " + id + " does not run");
        }
        return process;
    }

    public Collection<ChildProcess> running() {
        return running.values();
    }

    public Stream<Link> links() {
        return nodes.stream().flatMap(node -> node.links().values().stream());
    }

    @Override
    public void close() {
        // A broker deletes its data only at SIGTERM.
        running.values().forEach(plan.data() == BrokerMain.Data.DELETED ? ChildProcess::close : ChildProcess::kill);
        volumes.values().forEach(Volume::close);
        links().forEach(Link::close);
    }
}
