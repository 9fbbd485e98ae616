package io.tidings.benchmark.stage;

import io.tidings.benchmark.process.ChildProcess;
import io.tidings.benchmark.sink.SinkClient;
import io.tidings.benchmark.sink.SinkMain;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.TopicProvisioner;
import java.time.Duration;

/**
 * A broker with all topics, and a sink.
 *
 * @param address where the sink is
 * @param otherAddress where it is as well, for a client another host
 */
public record Site(
        ChildProcess broker,
        ChildProcess sinkProcess,
        String bootstrapServers,
        SinkClient sink,
        String address,
        String otherAddress) {
    public static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);

    /** Starts both. */
    public static Site open(Stage stage, Load load) {
        var broker = stage.start(
                "broker", BrokerMain.class, Stage.BROKER_JVM, stage.folder().toString());
        var sink = startSink(stage, load);
        var addresses = sink.announcement().split(" ", -1);
        var site =
                new Site(broker, sink, broker.announcement(), new SinkClient(addresses[0]), addresses[0], addresses[1]);
        new TopicProvisioner(site.clients(), TOPICS)
                .provision(load.partitions(), 1, Duration.ofMinutes(5), TimeScale.REAL);
        return site;
    }

    public static ChildProcess startSink(Stage stage, Load load) {
        return stage.start("sink", SinkMain.class, Stage.JVM, Integer.toString(load.eventBytes()));
    }

    public KafkaClients clients() {
        return KafkaClients.of(bootstrapServers);
    }
}
