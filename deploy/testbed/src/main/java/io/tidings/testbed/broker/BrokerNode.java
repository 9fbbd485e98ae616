package io.tidings.testbed.broker;

import static java.util.stream.Collectors.joining;

import io.tidings.testbed.FreePort;
import io.tidings.testbed.network.Link;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One broker and the links to it. Each client has a listener of its own, which is advertised at the port of that
 * client's link: so the link stays between the two whatever the broker tells of itself.
 *
 * @param links by client; one without a link reaches the broker directly
 */
record BrokerNode(int id, int controllerPort, Map<String, Integer> ports, Map<String, Link> links) {
    /** What brokers are to each other. */
    static final String BROKERS = "BROKERS";

    /** For those who only look, and whom nothing disturbs. */
    static final String OBSERVER = "OBSERVER";

    private static final String CONTROLLER = "CONTROLLER";
    /** A number: what is to happen to lookups of names concerns endpoints only. */
    private static final String HOST = "127.0.0.1";

    BrokerNode {
        ports = new LinkedHashMap<>(ports);
        links = Map.copyOf(links);
    }

    static BrokerNode of(int id, Collection<String> clients) {
        var ports = new LinkedHashMap<String, Integer>();
        var links = new LinkedHashMap<String, Link>();
        ports.put(OBSERVER, FreePort.next());
        for (var client : clients) {
            int port = FreePort.next();
            ports.put(client, port);
            links.put(client, Link.open(client.toLowerCase(Locale.ROOT) + "→broker-" + id, port));
        }
        return new BrokerNode(id, FreePort.next(), ports, links);
    }

    String address(String client) {
        var link = links.get(client);
        return HOST + ":" + (link == null ? ports.get(client) : Integer.valueOf(link.port()));
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
                "inter.broker.listener.name=" + BROKERS,
                "controller.quorum.voters="
                        + all.stream()
                                .map(node -> "%d@%s:%d".formatted(node.id, HOST, node.controllerPort))
                                .collect(joining(",")),
                "num.network.threads=1",
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
