package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.EventSource;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.timeline.AttemptLine;
import io.tidings.contract.timeline.AttemptLine.Consequence;
import io.tidings.contract.timeline.AttemptLine.Result;
import io.tidings.contract.timeline.LoggedDelivery;
import io.tidings.contract.timeline.TimelineQuery.Attempts;
import io.tidings.contract.timeline.TimelineQuery.Selection;
import io.tidings.contract.timeline.TimelineResult;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.timeline.TimelineClient;
import io.tidings.runtime.timeline.TimelineUnavailableException;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.cluster.ServiceProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-TIME-2: the timeline survives the loss of an instance. */
class TimelineCrashIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final SubscriptionKey BILLING = new SubscriptionKey("orders", "billing");
    private static final Attempts ALL = new Attempts(BILLING, new Selection(null, null, null, null, null, 1000));
    private static final List<Integer> PARTITIONS = List.of(0, 1, 2, 3);
    private static final int EVENTS = 100;

    @TempDir
    Path folder;

    private final TimelineClient client = new TimelineClient(null, Duration.ofMinutes(1));

    @Test
    void theCopyOfAnInstanceThatIsKilledResponds() throws TimelineUnavailableException {
        try (client;
                var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            var ports = List.of(FreePort.next(), FreePort.next());
            var killed = topology("one", broker, ports.getFirst());
            var survivor = topology("two", broker, ports.getLast());
            try {
                killed.start();
                survivor.start();
                await().atMost(PATIENCE).until(() -> killed.ready() && survivor.ready());
                write(KafkaClients.of(broker.bootstrapServers()));
                ports.forEach(port -> await().atMost(PATIENCE).until(() -> hasAll(ask(port))));
                await().atMost(PATIENCE).until(() -> copied(ports.getLast()));

                killed.kill();

                assertThat(client.ask(at(ports.getLast()), ALL).rows()).hasSize(EVENTS);
                await().atMost(PATIENCE).until(() -> hasAll(ask(ports.getLast())));
            } finally {
                killed.kill();
                survivor.kill();
            }
        }
    }

    private ServiceProcess topology(String name, LocalBroker broker, int port) {
        return TestedProgram.TOPOLOGY.process(
                "topology-" + name,
                broker.bootstrapServers(),
                folder,
                Map.of(
                        "topology.instance.id",
                        "topology-" + name,
                        "streams.state.dir",
                        folder.resolve("streams-" + name).toString(),
                        "timeline.listen",
                        "127.0.0.1:" + port,
                        "timeline.partitions",
                        Integer.toString(PARTITIONS.size())));
    }

    private static URI at(int port) {
        return URI.create("http://127.0.0.1:" + port);
    }

    private static void write(KafkaClients clients) {
        try (var producer = clients.producer(Map.of())) {
            for (int i = 0; i < EVENTS; i++) {
                var record = new ProducerRecord<>(
                        TOPICS.attempts(), BILLING.bytes(), failure(i).json());
                KafkaFutures.await(producer.send(record), "writing");
            }
        }
    }

    private static AttemptLine failure(int i) {
        var ended = Instant.now();
        return new AttemptLine(
                new LoggedDelivery("event-" + i, new EventSource("events", 0, i), "u-1", ended, 0),
                1,
                ended,
                Duration.ofMillis(1),
                new Result(LastOutcome.BUSY, 503, "status 503", null),
                new Consequence("Retry", null, ended.plusSeconds(31)));
    }

    private @Nullable TimelineResult ask(int port) {
        try {
            return client.ask(at(port), ALL);
        } catch (TimelineUnavailableException e) {
            return null; // it starts, or takes over
        }
    }

    private static boolean hasAll(@Nullable TimelineResult result) {
        return result != null
                && result.rows().size() == EVENTS
                && result.incomplete().isEmpty();
    }

    /** Returns whether an instance has, or has copied, every partition. */
    private boolean copied(int port) throws TimelineUnavailableException {
        var share = client.askShare("127.0.0.1:" + port, ALL, PARTITIONS, true);
        return share.rows().size() == EVENTS;
    }
}
