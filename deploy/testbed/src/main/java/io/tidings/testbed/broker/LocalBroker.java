package io.tidings.testbed.broker;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.utils.Time;

/**
 * A real Kafka broker with its controller in this JVM, on loopback, alone in its cluster unless its properties name
 * others.
 *
 * <p>A new folder is formatted; a used one keeps its cluster id and its data. A disk that fails under a running broker
 * ends
 * the JVM.
 */
public final class LocalBroker implements AutoCloseable {
    private final int port;
    private final KafkaRaftServer server;

    private LocalBroker(int port, KafkaRaftServer server) {
        this.port = port;
        this.server = server;
    }

    /**
     * The settings of a broker.
     *
     * @param data the folder of its log, which is created if necessary
     * @param port for clients; 0 picks a free one
     * @param properties of the broker, which replace our own choice
     */
    public record Settings(Path data, int port, ClusterNode node, Map<String, String> properties) {
        public Settings {
            data = data.toAbsolutePath().normalize();
            if (port < 0 || port > 65_535) {
                throw new IllegalArgumentException("port must be between 0 and 65535: " + port);
            }
            properties = Map.copyOf(properties);
        }

        public static Settings in(Path data) {
            return new Settings(data, 0, ClusterNode.alone(), Map.of());
        }

        public Settings withPort(int number) {
            return new Settings(data, number, node, properties);
        }

        public Settings with(String property, String value) {
            var more = new HashMap<>(properties);
            more.put(property, value);
            return new Settings(data, port, node, more);
        }

        /** For a broker that may be killed and started again: the next one need not wait for a minute. */
        public Settings replaceable() {
            return with(BrokerProperties.SESSION, "3000");
        }

        public Settings as(ClusterNode one) {
            return new Settings(data, port, one, properties);
        }
    }

    /**
     * Returns when the broker serves clients.
     *
     * @throws BrokerStartException if it does not start; nothing is left running then
     */
    public static LocalBroker start(Settings settings) {
        var data = new BrokerFolder(settings.data());
        data.requireUsable();
        var ports = BrokerPorts.free(settings.port());
        data.format(settings.node());
        return new LocalBroker(ports.broker(), started(settings, ports));
    }

    public String bootstrapServers() {
        return BrokerPorts.HOST + ":" + port;
    }

    public int port() {
        return port;
    }

    /** Stops cleanly, so that the next start has nothing to recover. */
    @Override
    public void close() {
        server.shutdown();
        server.awaitShutdown();
    }

    private static KafkaRaftServer started(Settings settings, BrokerPorts ports) {
        var server = created(settings, ports);
        try {
            server.startup();
            return server;
        } catch (RuntimeException e) {
            server.shutdown();
            throw failed(settings, e);
        }
    }

    private static KafkaRaftServer created(Settings settings, BrokerPorts ports) {
        try {
            var config = new KafkaConfig(BrokerProperties.of(settings, ports), false);
            return new KafkaRaftServer(config, Time.SYSTEM);
        } catch (ConfigException e) {
            throw new BrokerStartException("Kafka refuses a broker property, correct it: " + e.getMessage(), e);
        } catch (KafkaException e) {
            throw failed(settings, e);
        }
    }

    private static BrokerStartException failed(Settings settings, RuntimeException e) {
        return new BrokerStartException(
                "The broker did not start on %s, repair the folder or choose another one: %s"
                        .formatted(settings.data(), e.getMessage()),
                e);
    }
}
