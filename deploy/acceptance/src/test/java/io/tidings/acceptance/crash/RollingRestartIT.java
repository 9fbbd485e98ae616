package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.cluster.ServiceProcess;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-PUB-2, B-DEL-1, B-RETRY-6: every program is stopped and started in turn under a steady load, as a new version is
 * rolled out; the next one when {@code /health/ready} says that the one before is there.
 */
@Tag("long")
@Timeout(590)
class RollingRestartIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration STARTING = Duration.ofMinutes(2);
    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final int PARTITIONS = 4;
    private static final int SUBSCRIPTIONS = 4;

    /**
     * How long nothing may come to one endpoint. A program that is not back before its session of 10 s ends is replaced,
     * and what replaces it has to notice, to join again and to read on: 15 s, where processors are shared, 25.
     */
    private static final Duration LONGEST_GAP = Duration.ofSeconds(25);

    @TempDir
    Path folder;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private final List<String> edges = new ArrayList<>();

    @Test
    void everyEventArrivesOnceAndInTimeWhileEveryProgramIsRestarted() throws Exception {
        try (webhook;
                var broker = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("kafka")))) {
            furnish(KafkaClients.of(broker.bootstrapServers()));
            var members = members(broker.bootstrapServers());
            try (var publisher = rollThrough(members)) {
                assertThat(publisher.refusedByAll())
                        .as("requests that neither ingest took")
                        .isZero();
                await().atMost(STARTING)
                        .untilAsserted(
                                () -> assertThat(arrivals().size()).isEqualTo(publisher.accepted() * SUBSCRIPTIONS));
                assertThat(publisher.accepted()).isGreaterThan(100);
            } finally {
                members.forEach(ServiceProcess::kill);
            }
            assertNothingIsRepeated(KafkaClients.of(broker.bootstrapServers()));
            paths().forEach(path -> assertThat(longestGap(path)).as(path).isLessThan(LONGEST_GAP));
        }
    }

    /** @return who published meanwhile, and has ended */
    private SteadyPublisher rollThrough(List<ServiceProcess> members) throws Exception {
        for (var member : members) {
            member.start();
        }
        awaitReady(members);
        var publisher = SteadyPublisher.start(edges);
        try (publisher) {
            for (var member : members) {
                assertThat(member.stop(GRACE))
                        .as("exit status of " + member.name())
                        .hasValue(0);
                assertThat(member.ready()).isFalse();
                member.start();
                awaitReady(List.of(member));
            }
        }
        return publisher;
    }

    private static void awaitReady(Collection<ServiceProcess> members) {
        await().atMost(STARTING)
                .pollInterval(Duration.ofMillis(50))
                .until(() -> members.stream().allMatch(ServiceProcess::ready));
    }

    private List<ServiceProcess> members(String bootstrapServers) {
        var members = new ArrayList<ServiceProcess>();
        for (var name : List.of("one", "two")) {
            int port = FreePort.next();
            edges.add("http://127.0.0.1:" + port);
            members.add(TestedProgram.INGEST.process(
                    "ingest-" + name, bootstrapServers, folder, Map.of("http.port", Integer.toString(port))));
            members.add(TestedProgram.TOPOLOGY.process(
                    "topology-" + name,
                    bootstrapServers,
                    folder,
                    Map.of(
                            "topology.instance.id",
                            "topology-" + name,
                            "streams.state.dir",
                            folder.resolve("streams-" + name).toString())));
            members.add(TestedProgram.WORKER.process(
                    "worker-" + name, bootstrapServers, folder, Map.of("worker.instance.id", "worker-" + name)));
        }
        members.add(TestedProgram.EXPORTER.process("exporter", bootstrapServers, folder, Map.of()));
        return members;
    }

    private void furnish(KafkaClients clients) {
        new TopicProvisioner(clients, TOPICS).provision(PARTITIONS, 1, Duration.ofMinutes(5), TimeScale.REAL);
        try (var producer = clients.producer(Map.of())) {
            WrittenRecords.topic(producer);
            paths().forEach(path ->
                    WrittenRecords.subscribe(producer, path.substring(1), WrittenRecords.webhook(webhook, path)));
        }
    }

    private static Stream<String> paths() {
        return IntStream.range(0, SUBSCRIPTIONS).mapToObj(number -> "/sub" + number);
    }

    /** How often each event came to each endpoint. */
    private Map<String, Long> arrivals() {
        return webhook.requests().stream()
                .collect(Collectors.groupingBy(
                        request -> request.path() + " " + CrashTestCluster.id(request), Collectors.counting()));
    }

    /** A program that drains in time repeats nothing. */
    private void assertNothingIsRepeated(KafkaClients clients) {
        var repeated = arrivals();
        repeated.values().removeIf(count -> count == 1);
        assertThat(repeated)
                .as(() -> "events that came more than once; in events: "
                        + places(clients, TOPICS.events(), repeated.keySet()) + ", in deliveries: "
                        + places(clients, TOPICS.deliveries(), repeated.keySet()))
                .isEmpty();
    }

    /** Where the records of events lie, by id. */
    private static Map<String, List<String>> places(KafkaClients clients, String topic, Set<String> arrivals) {
        var ids = arrivals.stream()
                .map(arrival -> arrival.substring(arrival.indexOf(' ') + 1))
                .collect(Collectors.toSet());
        var byId = KafkaRecords.of(clients, topic).stream()
                .collect(Collectors.groupingBy(record -> CrashTestCluster.id(new String(record.value(), UTF_8))));
        byId.keySet().retainAll(ids);
        var places = new TreeMap<String, List<String>>();
        byId.forEach((id, records) -> places.put(id, DeliveryChains.places(records)));
        return places;
    }

    private Duration longestGap(String path) {
        var longest = Duration.ZERO;
        Instant last = null;
        for (var at : webhook.requests(path).stream()
                .map(ReceivedRequest::received)
                .sorted()
                .toList()) {
            if (last != null && Duration.between(last, at).compareTo(longest) > 0) {
                longest = Duration.between(last, at);
            }
            last = at;
        }
        return longest;
    }
}
