package io.tidings.benchmark.stage;

import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.BrokerMain;
import io.tidings.testbed.process.ChildProcess;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.sink.SinkClient;
import io.tidings.testbed.sink.SinkMain;
import java.time.Duration;

/**
 * A broker with all topics, and a sink.
 *
 * @param address where the sink is
 * @param otherAddress where it is as well, for a client another host
 */
public record BenchmarkCluster(
        ChildProcess broker,
        ChildProcess sinkProcess,
        String bootstrapServers,
        SinkClient sink,
        String address,
        String otherAddress) {
    public static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    /** Starts both. */
    public static BenchmarkCluster open(ProcessGroup group, LoadSize load) {
        var broker = group.start("broker", BrokerMain.class, ProcessGroup.BROKER_JVM, BrokerMain.alone(group.folder()));
        var sink = startSink(group, load);
        var addresses = sink.announcement().split(" ", -1);
        var cluster = new BenchmarkCluster(
                broker, sink, broker.announcement(), new SinkClient(addresses[0]), addresses[0], addresses[1]);
        new TopicProvisioner(cluster.clients(), TOPICS)
                .provision(load.partitions(), 1, Duration.ofMinutes(5), TimeScale.REAL);
        return cluster;
    }

    public static ChildProcess startSink(ProcessGroup group, LoadSize load) {
        return group.start("sink", SinkMain.class, ProcessGroup.JVM, Integer.toString(load.eventBytes()));
    }

    public KafkaClients clients() {
        return KafkaClients.of(bootstrapServers);
    }
}
