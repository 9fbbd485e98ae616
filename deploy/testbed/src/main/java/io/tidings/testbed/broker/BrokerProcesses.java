package io.tidings.testbed.broker;

import io.tidings.testbed.network.Link;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The brokers, each a process that may be killed and comes back with its data. */
public final class BrokerProcesses implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");

    /** Of a volume. */
    private static final int MEGABYTES = 2_048;

    private final ProcessGroup group;
    private final Path data;
    private final String cluster = ClusterNode.newCluster();
    private final List<BrokerNode> nodes;
    private final Map<Integer, ChildProcess> running = new ConcurrentHashMap<>();
    private final Map<Integer, Volume> volumes = new HashMap<>();

    public BrokerProcesses(ProcessGroup group, Path data, int number, Collection<String> clients) {
        this.group = group;
        this.data = data;
        var all = new ArrayList<>(clients);
        all.add(BrokerNode.BROKERS);
        nodes = IntStream.range(0, number)
                .mapToObj(id -> BrokerNode.of(id, all))
                .toList();
    }

    /** From now on each keeps its data on a volume of its own, where such can be had. */
    public void onVolumes() {
        for (var node : nodes) {
            Volume.mount(data.resolve("volume-" + node.id()), MEGABYTES)
                    .ifPresent(volume -> volumes.put(node.id(), volume));
        }
    }

    /** What its data are on, if it can be filled. */
    public Optional<Volume> volume(int id) {
        return Optional.ofNullable(volumes.get(id));
    }

    public int number() {
        return nodes.size();
    }

    /** Returns when all that were not there are. */
    public void startAll() {
        var started = IntStream.range(0, nodes.size())
                .filter(id -> !running.containsKey(id))
                .mapToObj(this::launched)
                .toList();
        started.forEach(ChildProcess::announcement);
    }

    /** Returns when it is there. */
    public void start(int id) {
        launched(id).announcement();
    }

    private ChildProcess launched(int id) {
        var folder = volume(id).map(Volume::folder).orElse(data.resolve("broker-" + id));
        var arguments = BrokerMain.durable(
                folder, new ClusterNode(id, cluster), nodes.get(id).properties(nodes));
        var process = group.start("broker-" + id, BrokerMain.class, JVM, arguments);
        running.put(id, process);
        return process;
    }

    public void kill(int id) {
        var process = running.remove(id);
        if (process != null) {
            process.kill();
        }
    }

    /** SIGSTOP, if it is there. */
    public void freeze(int id) {
        Optional.ofNullable(running.get(id)).ifPresent(ChildProcess::freeze);
    }

    /** SIGCONT, if it is there. */
    public void thaw(int id) {
        Optional.ofNullable(running.get(id)).ifPresent(ChildProcess::thaw);
    }

    public void killAll() {
        IntStream.range(0, nodes.size()).forEach(this::kill);
    }

    /** Lets it end in peace. */
    public void stop(int id) {
        var process = running.remove(id);
        if (process != null) {
            process.close();
        }
    }

    public String bootstrap(String client) {
        return nodes.stream().map(node -> node.address(client)).collect(Collectors.joining(","));
    }

    /** The bootstrap servers of a client that only looks, on a connection that nothing disturbs. */
    public String observer() {
        return bootstrap(BrokerNode.OBSERVER);
    }

    public Stream<Link> links() {
        return nodes.stream().flatMap(node -> node.links().values().stream());
    }

    @Override
    public void close() {
        running.values().forEach(ChildProcess::kill);
        volumes.values().forEach(Volume::close);
        links().forEach(Link::close);
    }
}
