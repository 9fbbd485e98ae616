package io.tidings.testbed.broker;

import java.util.HashMap;
import java.util.Map;

/** Properties that make a node of Kafka small, quick to start, and quick to notice a lost client. */
final class BrokerProperties {
    /** The controller takes a killed broker for alive that long, and refuses another one with its id. */
    static final String SESSION = "broker.session.timeout.ms";

    static final String CONTROLLER = "CONTROLLER";

    private static final String CLIENTS = "PLAINTEXT";
    private static final String LARGEST_BATCH = Integer.toString(3 << 20);

    private BrokerProperties() {}

    static Map<String, String> of(LocalBroker.Settings settings, BrokerPorts ports) {
        var all = new HashMap<String, String>();
        all.putAll(node(settings, ports));
        all.putAll(internalTopics());
        all.putAll(limits());
        all.putAll(pace());
        all.putAll(settings.properties());
        return all;
    }

    private static Map<String, String> node(LocalBroker.Settings settings, BrokerPorts ports) {
        var clients = "%s://%s:%d".formatted(CLIENTS, BrokerPorts.HOST, ports.broker());
        return Map.ofEntries(
                Map.entry("process.roles", "broker,controller"),
                Map.entry("node.id", Integer.toString(settings.node().id())),
                Map.entry("log.dirs", settings.data().toString()),
                Map.entry(
                        "listeners",
                        "%s,%s://%s:%d".formatted(clients, CONTROLLER, BrokerPorts.HOST, ports.controller())),
                Map.entry("advertised.listeners", clients),
                Map.entry("listener.security.protocol.map", "%s:PLAINTEXT,%s:PLAINTEXT".formatted(CLIENTS, CONTROLLER)),
                Map.entry("inter.broker.listener.name", CLIENTS),
                Map.entry("controller.listener.names", CONTROLLER),
                Map.entry(
                        "controller.quorum.voters",
                        "%d@%s:%d".formatted(settings.node().id(), BrokerPorts.HOST, ports.controller())),
                Map.entry("auto.create.topics.enable", "false"),
                Map.entry("server.max.startup.time.ms", "60000"),
                // No JMX: several brokers in a JVM would warn about each other's names.
                Map.entry("metric.reporters", ""));
    }

    private static Map<String, String> internalTopics() {
        return Map.ofEntries(
                Map.entry("offsets.topic.num.partitions", "5"),
                Map.entry("offsets.topic.replication.factor", "1"),
                Map.entry("transaction.state.log.num.partitions", "5"),
                Map.entry("transaction.state.log.replication.factor", "1"),
                Map.entry("transaction.state.log.min.isr", "1"),
                Map.entry("share.coordinator.state.topic.num.partitions", "5"),
                Map.entry("share.coordinator.state.topic.replication.factor", "1"),
                Map.entry("share.coordinator.state.topic.min.isr", "1"));
    }

    private static Map<String, String> limits() {
        return Map.of(
                "num.network.threads",
                "2",
                "num.io.threads",
                "2",
                "log.cleaner.dedupe.buffer.size",
                Integer.toString(2 << 20),
                "message.max.bytes",
                LARGEST_BATCH,
                "replica.fetch.max.bytes",
                LARGEST_BATCH);
    }

    private static Map<String, String> pace() {
        return Map.of(
                // A busy machine may stand still for longer than Kafka's nine seconds.
                SESSION,
                "60000",
                "broker.heartbeat.interval.ms",
                "500",
                "group.initial.rebalance.delay.ms",
                "0",
                "group.min.session.timeout.ms",
                "1000",
                "transaction.abort.timed.out.transaction.cleanup.interval.ms",
                "500",
                "log.initial.task.delay.ms",
                "1000",
                "log.retention.check.interval.ms",
                "10000",
                "log.segment.delete.delay.ms",
                "1000");
    }
}
