package io.tidings.testbed.broker;

import static java.util.stream.Collectors.joining;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.Link;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * One broker and the links to it. Each client has a listener of its own, which advertises the port of the client's
 * link;
 * so the client stays behind its link whatever metadata it reads.
 *
 * @param links by listener
 */
record BrokerNode(int id, int controllerPort, Map<String, Integer> ports, Map<String, Link> links) {
    private static final String BROKERS = "BROKERS";
    private static final String OBSERVER = "OBSERVER";
    private static final String CONTROLLER = "CONTROLLER";
    /** An address, because {@link io.tidings.testbed.network.NameService} may let lookups of names hang. */
    private static final String HOST = "127.0.0.1";

    BrokerNode {
        ports = new LinkedHashMap<>(ports);
        links = Map.copyOf(links);
    }

    /** @param clients with a link; if there are any, the brokers have links among themselves, too */
    static BrokerNode of(int id, Collection<String> clients) {
        var ports = new LinkedHashMap<String, Integer>();
        var links = new LinkedHashMap<String, Link>();
        ports.put(OBSERVER, FreePort.next());
        var linked = clients.isEmpty() ? Stream.<String>of() : Stream.concat(clients.stream(), Stream.of(BROKERS));
        linked.map(BrokerNode::listener).forEach(listener -> {
            int port = FreePort.next();
            ports.put(listener, port);
            links.put(listener, Link.open(listener.toLowerCase(Locale.ROOT) + "→broker-" + id, port));
        });
        return new BrokerNode(id, FreePort.next(), ports, links);
    }

    private static String listener(String client) {
        return client.replace("-", "").toUpperCase(Locale.ROOT);
    }

    /** The address for a client: that of its link, if it has one. */
    String address(String client) {
        var listener = listener(client);
        var link = links.get(listener);
        return HOST + ":" + (link == null ? ports.getOrDefault(listener, observerPort()) : link.port());
    }

    String observerAddress() {
        return HOST + ":" + observerPort();
    }

    private int observerPort() {
        return Objects.requireNonNull(ports.get(OBSERVER));
    }

    List<String> properties(Collection<BrokerNode> all) {
        int replicas = all.size();
        int insync = Math.max(1, replicas - 1);
        return List.of(
                "listeners=%s,%s://%s:%d".formatted(listeners(true), CONTROLLER, HOST, controllerPort),
                "advertised.listeners=" + listeners(false),
                "listener.security.protocol.map="
                        + ports.keySet().stream()
                                .map(name -> name + ":PLAINTEXT")
                                .collect(joining(","))
                        + "," + CONTROLLER + ":PLAINTEXT",
                "inter.broker.listener.name=" + (links.isEmpty() ? OBSERVER : BROKERS),
                "controller.quorum.voters="
                        + all.stream()
                                .map(node -> "%d@%s:%d".formatted(node.id, HOST, node.controllerPort))
                                .collect(joining(",")),
                "num.network.threads=" + (links.isEmpty() ? 2 : 1), // for each listener
                "default.replication.factor=" + replicas,
                "min.insync.replicas=" + insync,
                "offsets.topic.replication.factor=" + replicas,
                "transaction.state.log.replication.factor=" + replicas,
                "transaction.state.log.min.isr=" + insync,
                "share.coordinator.state.topic.replication.factor=" + replicas,
                "share.coordinator.state.topic.min.isr=" + insync);
    }

    private String listeners(boolean own) {
        return ports.keySet().stream()
                .map(name -> name + "://" + (own ? HOST + ":" + ports.get(name) : address(name)))
                .collect(joining(","));
    }
}
