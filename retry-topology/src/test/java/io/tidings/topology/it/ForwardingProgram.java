package io.tidings.topology.it;

import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ChildProtocol;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.Topology;

/** A member of a group of Kafka Streams, with the settings of the topology as far as its protocol lets it. */
final class ForwardingProgram implements AutoCloseable {
    static final Duration SESSION = Duration.ofSeconds(10);
    static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final KafkaStreams streams;

    private ForwardingProgram(KafkaStreams streams) {
        this.streams = streams;
    }

    /** The group protocol of a program. */
    enum Protocol {
        CLASSIC,
        STREAMS
    }

    /**
     * How a program is started.
     *
     * @param prefix of its topics and its group
     * @param name in the group
     * @param state the folder of its state
     */
    record Start(String bootstrapServers, String prefix, Protocol protocol, String name, Path state) {
        private Properties settings() {
            var settings = new Properties();
            settings.put("bootstrap.servers", bootstrapServers);
            settings.put("application.id", prefix + "matching");
            settings.put("client.id", prefix + name);
            settings.put("group.protocol", protocol.name().toLowerCase(Locale.ROOT));
            settings.put("state.dir", state.resolve(prefix + name).toString());
            settings.put("commit.interval.ms", 200);
            settings.put("producer.linger.ms", 0);
            settings.put("main.consumer.auto.offset.reset", "earliest");
            if (protocol == Protocol.CLASSIC) {
                settings.put("main.consumer.group.instance.id", name);
                settings.put("main.consumer.session.timeout.ms", (int) SESSION.toMillis());
                settings.put("main.consumer.heartbeat.interval.ms", (int) HEARTBEAT.toMillis());
            }
            return settings;
        }
    }

    static ForwardingProgram start(Start start) {
        return start(start, ForwardingTopology.ofTopic(start.prefix()), Map.of());
    }

    static ForwardingProgram start(Start start, Topology topology, Map<String, String> more) {
        var settings = start.settings();
        settings.putAll(more);
        var program = new ForwardingProgram(new KafkaStreams(topology, settings));
        program.streams.start();
        return program;
    }

    /** The same in a process of its own, which can be killed. */
    static ChildProcess startProcess(ProcessGroup processes, Start start) {
        return processes.start(
                start.name(),
                ForwardingProgram.class,
                List.of("-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                start.bootstrapServers(),
                start.prefix(),
                start.protocol().name(),
                start.name(),
                start.state().toString());
    }

    public static void main(String[] args) {
        start(new Start(args[0], args[1], Protocol.valueOf(args[2]), args[3], Path.of(args[4])));
        ChildProtocol.announce("started");
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    /** The number of partitions of events that it has. */
    int partitions() {
        return streams.metadataForLocalThreads().stream()
                .mapToInt(thread -> thread.activeTasks().size())
                .sum();
    }

    @Override
    public void close() {
        streams.close(CloseOptions.timeout(SESSION).withGroupMembershipOperation(GroupMembershipOperation.LEAVE_GROUP));
    }
}
