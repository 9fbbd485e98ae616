package io.tidings.acceptance.kafka;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.LocalBroker;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What docs/several-clusters.md says of a failover, with two clusters and MirrorMaker. */
class FailoverIT {
    private static final List<String> COPIED = List.of("tidings.events", "tidings.topics", "tidings.subscriptions");
    private static final String MATCHING = "tidings.matching";
    private static final int LARGE = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    void whatWasCopiedIsDeliveredFromTheChosenTimeOnAndAReplayBringsBackWhatWaitedLonger() throws Exception {
        try (var standby = LocalBroker.start(LocalBroker.Settings.in(folder.resolve("b")));
                var admin = KafkaClients.of(standby.bootstrapServers()).admin();
                var endpoint = ScriptedWebhook.start()) {
            endpoint.answers("/down", ScriptedResponse.status(503));
            long chosen = runUntilLost(standby, admin, endpoint);
            var before = ids(endpoint, "/ok", 0);
            assertThat(before).containsOnlyKeys("old-1", "old-2", "new-1", "new-2", "large");
            assertThat(before.values()).containsOnly(1L);

            startFrom(chosen, admin);
            endpoint.answers("/down", ScriptedResponse.status(200));
            int earlier = endpoint.requests().size();
            var settings =
                    Map.of("secrets.key.file", folder.resolve("a/secrets.key").toString());
            try (var active = LocalTestCluster.start(
                    folder.resolve("programs"), standby.bootstrapServers(), settings, endpoint)) {
                await("what was published since then is delivered again, the same ids")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> {
                            assertThat(ids(endpoint, "/ok", earlier)).containsOnlyKeys("new-1", "new-2", "large");
                            assertThat(ids(endpoint, "/down", earlier)).containsOnlyKeys("new-1", "new-2", "large");
                        });
                replay(active, "failing");
                publish(active, "after-1", "/orders");
                await("the replay brings back what waited on the lost cluster")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ids(endpoint, "/down", earlier))
                                .containsOnlyKeys("old-1", "old-2", "new-1", "new-2", "large", "after-1"));
                await().atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(ids(endpoint, "/ok", earlier))
                                .isEqualTo(Map.of("new-1", 1L, "new-2", 1L, "large", 1L, "after-1", 1L)));
                assertThat(ids(endpoint, "/deleted", earlier)).isEmpty();
            }
        }
    }

    /** Returns the time from which on events are to be delivered again, between the old and the new ones. */
    private long runUntilLost(LocalBroker standby, Admin admin, ScriptedWebhook endpoint) throws Exception {
        var first = LocalTestCluster.start(folder.resolve("a"), null, Map.of(), endpoint);
        try (var machine = first.cluster();
                var _ = first.edge();
                var from = KafkaClients.of(machine.bootstrapServers()).admin();
                var mirror = MirrorMaker.start(folder, machine.bootstrapServers(), standby.bootstrapServers())) {
            first.topic("orders", "EventGridSchema");
            first.subscribe("orders", "working", "/ok", "", 30);
            first.subscribe("orders", "failing", "/down", "", 30);
            first.subscribe("orders", "deleted", "/deleted", "", 30);
            assertThat(first.edge().deleteSubscription("orders", "deleted").successful())
                    .isTrue();
            publish(first, "old-1", "/orders");
            publish(first, "old-2", "/orders");
            awaitCopy(from, admin, mirror);
            long chosen = System.currentTimeMillis() + 1;
            publish(first, "new-1", "/orders");
            publish(first, "new-2", "/orders");
            publish(first, first.order("large", "/orders").replace("ü", "x".repeat(LARGE)));
            awaitCopy(from, admin, mirror);
            await().atMost(PATIENCE)
                    .until(() -> ids(endpoint, "/ok", 0).size() == 5
                            && !ids(endpoint, "/down", 0).isEmpty());
            return chosen;
        }
    }

    private static void awaitCopy(Admin from, Admin to, MirrorMaker mirror) {
        await("everything is copied").atMost(PATIENCE).ignoreExceptions().untilAsserted(() -> {
            mirror.requireRunning();
            assertThat(ends(to)).isEqualTo(ends(from));
        });
    }

    /** Nothing else may write to them, nor a transaction: so their ends are equal when all is copied. */
    private static Map<TopicPartition, Long> ends(Admin admin) throws Exception {
        return offsets(admin, COPIED, OffsetSpec.latest());
    }

    private static Map<TopicPartition, Long> offsets(Admin admin, List<String> topics, OffsetSpec spec)
            throws Exception {
        var partitions = admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic -> topic.partitions().stream()
                        .map(partition -> new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toMap(Function.identity(), _ -> spec));
        return admin.listOffsets(partitions).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** As {@code kafka-consumer-groups --reset-offsets --to-datetime} does it. */
    private static void startFrom(long time, Admin admin) throws Exception {
        var events = List.of("tidings.events");
        var ends = offsets(admin, events, OffsetSpec.latest());
        var starts = offsets(admin, events, OffsetSpec.forTimestamp(time)).entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        entry -> new OffsetAndMetadata(
                                entry.getValue() < 0 ? ends.getOrDefault(entry.getKey(), 0L) : entry.getValue())));
        admin.alterConsumerGroupOffsets(MATCHING, starts).all().get();
    }

    private static void replay(LocalTestCluster machine, String subscription) {
        var response = machine.edge()
                .manage(
                        "POST",
                        "/jobs",
                        "{\"kind\":\"replay\",\"topic\":\"orders\",\"subscription\":\"%s\",\"select\":{\"eventIds\":[\"old-1\",\"old-2\"]}}"
                                .formatted(subscription));
        assertThat(response.statusCode()).as(response.body()).isBetween(200, 202);
    }

    private static void publish(LocalTestCluster machine, String id, String subject) {
        publish(machine, machine.order(id, subject));
    }

    private static void publish(LocalTestCluster machine, String event) {
        var response = machine.edge().publish("orders", "[" + event + "]");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    }

    /**
     * How often each event was received.
     *
     * @param earlier the number of requests that are not looked at
     */
    private static Map<String, Long> ids(ScriptedWebhook endpoint, String path, int earlier) {
        return endpoint.requests().stream()
                .skip(earlier)
                .filter(request -> request.path().equals(path))
                .map(request -> request.json().path(0))
                .collect(Collectors.groupingBy(event -> event.path("id").textValue(), Collectors.counting()));
    }
}
