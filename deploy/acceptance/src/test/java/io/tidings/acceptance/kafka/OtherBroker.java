package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProcess.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.TimeoutException;

/** A broker of another version than the one that is shipped for tests, from jars of its own in a process of its own. */
final class OtherBroker implements AutoCloseable {
    private static final Path JARS = Path.of("..", "testbed", "brokers");
    private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");

    private final ChildProcess process;
    private final String bootstrap;

    private OtherBroker(ChildProcess process, String bootstrap) {
        this.process = process;
        this.bootstrap = bootstrap;
    }

    /**
     * Returns when it serves clients.
     *
     * @param version {@code oldest} or {@code newest}
     */
    static OtherBroker start(String version, Path folder) throws IOException {
        int port = FreePort.next();
        int controller = FreePort.next();
        var properties = folder.resolve("server.properties");
        Files.writeString(properties, """
            process.roles=broker,controller
            node.id=0
            log.dirs=%s
            listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
            advertised.listeners=PLAINTEXT://127.0.0.1:%2$d
            listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
            controller.listener.names=CONTROLLER
            controller.quorum.voters=0@127.0.0.1:%3$d
            auto.create.topics.enable=false
            group.initial.rebalance.delay.ms=0
            offsets.topic.replication.factor=1
            transaction.state.log.replication.factor=1
            transaction.state.log.min.isr=1
            """.formatted(folder.resolve("data"), port, controller));
        var format = java(
                version,
                folder,
                "format",
                "kafka.tools.StorageTool",
                List.of("format", "-t", Uuid.randomUuid().toString(), "-c", properties.toString()));
        await().atMost(PATIENCE).until(() -> !format.alive());
        var process = java(version, folder, "broker", "kafka.Kafka", List.of(properties.toString()));
        var broker = new OtherBroker(process, "127.0.0.1:" + port);
        try (var admin = broker.clients().admin()) {
            await().atMost(PATIENCE).ignoreException(TimeoutException.class).until(() -> {
                process.requireRunning();
                return !KafkaFutures.await(admin.describeCluster().nodes(), "asking for nodes")
                        .isEmpty();
            });
        }
        return broker;
    }

    private static ChildProcess java(String version, Path folder, String name, String main, List<String> arguments) {
        var jars = JARS.resolve(version)
                .resolve("target")
                .resolve("lib")
                .toAbsolutePath()
                .normalize();
        return ChildProcess.start(Command.java(name, jars + "/*", JVM, main, arguments), folder);
    }

    String bootstrap() {
        return bootstrap;
    }

    KafkaClients clients() {
        return KafkaClients.of(bootstrap);
    }

    @Override
    public void close() {
        process.close();
    }
}
