package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.BlobFiles;
import io.tidings.acceptance.installation.KafkaRecords;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.ingest.IngestProgram;
import io.tidings.runtime.Program;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.process.ProcessGroup;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * B-RUN-2: the only broker stands still for a while, shorter and longer than sessions and requests last. No program
 * ends, everything is delivered, and each event stays one chain.
 */
@Tag("long")
@Timeout(900)
class FrozenBrokerIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final String SCALE = "0.02";
    private static final Duration SOON = Duration.ofMinutes(3);

    /** {@code -Dfrozen.seconds=5,12,40,120} adds the one that the build has no time for. */
    private static final String SECONDS = System.getProperty("frozen.seconds", "5,12,40");

    @TempDir
    Path folder;

    private final ScriptedWebhook webhook = ScriptedWebhook.start();
    private ProcessGroup group;
    private BrokerProcesses brokers;
    private KafkaClients clients;
    private final List<Program> programs = new ArrayList<>();

    @BeforeEach
    void startBroker() {
        group = new ProcessGroup(folder.resolve("logs"));
        brokers =
                new BrokerProcesses(group, folder.resolve("kafka"), BrokerProcesses.Plan.lasting(1, List.of(), false));
        brokers.startAll();
        clients = KafkaClients.of(brokers.observer());
    }

    @Test
    void noProgramEndsAndNothingIsLostWhenTheOnlyBrokerStandsStill() throws Exception {
        try (webhook;
                var _ = group;
                var _ = brokers) {
            furnish();
            start();
            try {
                assertEverythingArrives(acceptedThroughFreezes());
            } finally {
                brokers.thaw(0);
                programs.forEach(Program::close);
            }
        }
    }

    private int acceptedThroughFreezes() throws Exception {
        var publisher = publisher();
        try (publisher) {
            for (var seconds : SECONDS.split(",", -1)) {
                awaitMore(publisher);
                brokers.freeze(0);
                await().pollDelay(Duration.ofSeconds(Integer.parseInt(seconds)))
                        .atMost(SOON)
                        .until(() -> true);
                brokers.thaw(0);
                awaitMore(publisher);
                assertNobodyHasEnded(seconds);
            }
        }
        return publisher.accepted();
    }

    private void furnish() {
        new TopicProvisioner(clients, TOPICS)
                .provision(4, 1, Duration.ofMinutes(5), new TimeScale(Double.parseDouble(SCALE)));
        webhook.answers(
                "/hook",
                ScriptedResponse.computed(request -> ScriptedResponse.status(CrashTestCluster.statusOf(request))));
        webhook.answers("/bad", ScriptedResponse.status(400));
        try (var producer = clients.producer(Map.of())) {
            WrittenRecords.topic(producer);
            WrittenRecords.subscribe(producer, "hook", WrittenRecords.webhook(webhook, "/hook"));
            WrittenRecords.subscribe(
                    producer, "bad", WrittenRecords.webhook(webhook, "/bad") + CrashTestCluster.DEAD_LETTERS);
        }
    }

    private void start() {
        for (var part : TestedProgram.values()) {
            programs.add(started(part, Map.of()));
        }
        programs.add(started(TestedProgram.WORKER, Map.of("worker.instance.id", "worker-1")));
        awaitReady();
    }

    private Program started(TestedProgram part, Map<String, String> more) {
        var settings = new HashMap<>(more);
        settings.put("time.scale", SCALE);
        return part.start(clients.bootstrapServers(), folder, settings);
    }

    private SteadyPublisher publisher() {
        var edge = programs.stream()
                .flatMap(program -> program instanceof IngestProgram ingest
                        ? Stream.of("http://127.0.0.1:" + ingest.httpPort())
                        : Stream.empty())
                .findFirst()
                .orElseThrow();
        return SteadyPublisher.start(List.of(edge, edge));
    }

    /** Events get in and all the way through. */
    private void awaitMore(SteadyPublisher publisher) {
        awaitReady();
        int next = publisher.accepted() + 20;
        await().atMost(SOON).until(() -> delivered("/hook", 200).contains(Integer.toString(next)) || someHasEnded());
    }

    private void awaitReady() {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(programs)
                        .allSatisfy(program -> assertThat(program.ready()
                                        || program.ended().toCompletableFuture().isDone())
                                .as(program.name())
                                .isTrue()));
    }

    private boolean someHasEnded() {
        return programs.stream()
                .anyMatch(program -> program.ended().toCompletableFuture().isDone());
    }

    private void assertNobodyHasEnded(String seconds) {
        assertThat(programs)
                .allSatisfy(program -> assertThat(program.ended().toCompletableFuture())
                        .as("%s after %s s", program.name(), seconds)
                        .isNotDone());
    }

    private void assertEverythingArrives(int accepted) {
        var ids = IntStream.range(0, accepted).mapToObj(Integer::toString).collect(Collectors.toSet());
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(delivered("/hook", 200)).containsAll(ids));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(Set.copyOf(exported())).containsAll(ids));
        var deliveries = DeliveryChains.of(KafkaRecords.of(clients, TOPICS.deliveries()));
        var failing = deliveries.entrySet().stream()
                .filter(chain -> chain.getKey().endsWith("/hook"))
                .filter(chain -> failsAtFirst(
                        DeliveryChains.text(chain.getValue().getFirst().headers(), HeaderNames.EVENT_ID)))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
        for (var tier : List.of(RetryTier.TEN_SECONDS, RetryTier.THIRTY_SECONDS)) {
            // Others may be deferred there: no request is sent while results wait too long for their commit.
            await().atMost(SOON)
                    .until(() -> DeliveryChains.of(KafkaRecords.of(clients, TOPICS.retry(tier)))
                            .keySet()
                            .containsAll(failing));
            assertNoChainForks(TOPICS.retry(tier), deliveries);
        }
        assertNoChainForks(TOPICS.deadLetters(), deliveries);
        assertThat(exported()).as("dead letters in blobs").hasSize(records(TOPICS.deadLetters()));
    }

    private void assertNoChainForks(String topic, Map<String, List<ConsumerRecord<byte[], byte[]>>> deliveries) {
        assertThat(DeliveryChains.of(KafkaRecords.of(clients, topic)))
                .isNotEmpty()
                .allSatisfy((chain, records) -> assertThat(records.stream().map(DeliveryChains::step))
                        .as(() -> "%s, written as %s, in %s: %s"
                                .formatted(
                                        chain,
                                        DeliveryChains.places(deliveries.get(chain)),
                                        topic,
                                        DeliveryChains.places(records)))
                        .doesNotHaveDuplicates());
    }

    private int records(String topic) {
        return KafkaRecords.of(clients, topic).size();
    }

    private static boolean failsAtFirst(String id) {
        return Integer.parseInt(id) % 2 == 0;
    }

    private Set<String> delivered(String path, int status) {
        var ids = new HashSet<String>();
        for (var request : webhook.requests(path)) {
            if (CrashTestCluster.statusOf(request) == status) {
                ids.add(CrashTestCluster.id(request));
            }
        }
        return ids;
    }

    private List<String> exported() {
        return BlobFiles.ids(folder.resolve("blobs"));
    }
}
