package io.tidings.topology.it;

import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.Delivery;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-SOURCE-1: the records of a Kafka topic of others, whose producers know nothing of Tidings, become deliveries. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class SourceIT {
    private static final Duration LONG_AGO = Duration.ofDays(3);

    @TempDir
    private Path folder;

    @Test
    void recordsOfAnUntouchedProducerAreMatchedFromTheFirstOn() throws Exception {
        try (var topology = opened("from-the-first")) {
            create(topology, "their.first.orders", 1);
            var begun = Instant.now().minusSeconds(1);
            topology.send(new ProducerRecord<>(
                    "their.first.orders", 0, Instant.now().minus(LONG_AGO).toEpochMilli(), bytes("o-1"), json(1)));
            put(topology, "shop", "their.first.orders", "earliest");
            topology.send("their.first.orders", bytes("o-2"), json(2), headers());
            var deliveries = topology.deliveries(2);
            assertThat(deliveries)
                    .extracting(each -> each.event().id())
                    .containsExactly("their.first.orders-0@0", "their.first.orders-0@1");
            assertThat(deliveries).extracting(Delivery::uid).containsOnly("u1");
            assertThat(deliveries)
                    .as("the time to live counts from the matching")
                    .allSatisfy(each -> assertThat(each.event().published()).isAfter(begun));
            await().atMost(PATIENCE).until(() -> committed(topology, "their.first.orders", 0) == 2);
        }
    }

    @Test
    void aSourceThatStartsAtTheEndGoesOnThereAfterARestart() throws Exception {
        try (var topology = opened("from-the-end")) {
            create(topology, "their.end.orders", 1);
            topology.send("their.end.orders", null, json(1), headers());
            put(topology, "shop", "their.end.orders", "latest");
            await().atMost(PATIENCE).until(() -> committed(topology, "their.end.orders", 0) == 1);
            topology.stopFirst();
            topology.send("their.end.orders", null, json(2), headers());
            topology.restartFirst();
            topology.send("their.end.orders", null, json(3), headers());
            assertThat(ids(topology.deliveries(2))).containsExactly("their.end.orders-0@1", "their.end.orders-0@2");
        }
    }

    @Test
    void aTombstoneAndWhatIsNoJsonAreRejectedAndDoNotStopOthers() throws Exception {
        try (var topology = opened("junk")) {
            create(topology, "their.junk.orders", 1);
            topology.send("their.junk.orders", bytes("o-1"), null, headers());
            topology.send("their.junk.orders", bytes("o-2"), bytes("no json"), headers());
            topology.send("their.junk.orders", bytes("o-3"), json(3), headers());
            put(topology, "shop", "their.junk.orders", "earliest");
            assertThat(ids(topology.deliveries(1))).containsExactly("their.junk.orders-0@2");
            assertThat(topology.counted("tidings.rejected", "reason", "InvalidJson"))
                    .isEqualTo(2);
            await().atMost(PATIENCE).until(() -> committed(topology, "their.junk.orders", 0) == 3);
        }
    }

    /** #31. */
    @Test
    void whatIsRejectedBelongsToTheTopicOfItsSource() throws Exception {
        try (var topology = opened("claimed")) {
            create(topology, "their.claimed.orders", 1);
            topology.send("their.claimed.orders", bytes("o-1"), bytes("no json"), headers());
            topology.send(
                    "their.claimed.orders", bytes("o-2"), bytes("no json"), headers(HeaderNames.TOPIC, "invoices"));
            put(topology, "shop", "their.claimed.orders", "earliest");
            assertThat(topology.rejectedTopics(2)).containsExactly("shop", "shop");
        }
    }

    @Test
    void recordsOfAbortedTransactionsAreNoEvents() throws Exception {
        try (var topology = opened("aborted")) {
            create(topology, "their.aborted.orders", 1);
            try (var producer = topology.transactional("somebody")) {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>("their.aborted.orders", json(1)))
                        .get();
                producer.abortTransaction();
            }
            var good = topology.send("their.aborted.orders", null, json(2), headers());
            put(topology, "shop", "their.aborted.orders", "earliest");
            // The end of the aborted transaction may lie before it or after it.
            assertThat(ids(topology.deliveries(1))).containsExactly("their.aborted.orders-0@" + good.offset());
        }
    }

    @Test
    void aKafkaTopicMayAppearLaterAndBeDeletedAndHindersNoOther() throws Exception {
        try (var topology = opened("later")) {
            create(topology, "their.later.payments", 1);
            topology.putTopic("bank", source("their.later.payments", "earliest"));
            put(topology, "shop", "their.later.orders", "latest");
            topology.putSubscription("bank/ledger", "u2", subscription());
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> topology.shown("tidings.source.missing", "topic", "shop") == 1);
            topology.send("their.later.payments", null, json(1), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.later.payments-0@0");
            create(topology, "their.later.orders", 1);
            await().atMost(PATIENCE).until(() -> committed(topology, "their.later.orders", 0) == 0);
            topology.send("their.later.orders", null, json(2), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.later.orders-0@0");
            topology.admin().deleteTopics(List.of("their.later.orders")).all().get();
            topology.send("their.later.payments", null, json(3), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.later.payments-0@1");
            await().atMost(PATIENCE).until(() -> topology.shown("tidings.source.missing", "topic", "shop") == 1);
        }
    }

    @Test
    void aPartitionWithADamagedRecordWaitsUntilItsOwnerRemovesThatAndHindersNoOther() throws Exception {
        try (var topology = opened("damaged")) {
            create(topology, "their.damaged.orders", 2);
            topology.send(new ProducerRecord<>("their.damaged.orders", 0, null, json(1)));
            topology.send(new ProducerRecord<>("their.damaged.orders", 0, null, json(2)));
            topology.send(new ProducerRecord<>("their.damaged.orders", 0, null, json(3)));
            damage(SharedBroker.firstSegment("their.damaged.orders", 0), json(2));
            put(topology, "shop", "their.damaged.orders", "earliest");
            assertThat(ids(topology.deliveries(1))).containsExactly("their.damaged.orders-0@0");
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> topology.shown("tidings.source.held", "topic", "shop") == 1);
            topology.send(new ProducerRecord<>("their.damaged.orders", 1, null, json(4)));
            assertThat(ids(topology.deliveries(1))).containsExactly("their.damaged.orders-1@0");
            topology.admin()
                    .deleteRecords(
                            Map.of(new TopicPartition("their.damaged.orders", 0), RecordsToDelete.beforeOffset(2)))
                    .all()
                    .get();
            assertThat(ids(topology.deliveries(1))).containsExactly("their.damaged.orders-0@2");
            await().atMost(PATIENCE).until(() -> topology.shown("tidings.source.held", "topic", "shop") == 0);
        }
    }

    /** Changes one byte of a record, as a failing disk does. */
    private static void damage(Path segment, byte[] value) throws IOException {
        var bytes = new String(Files.readAllBytes(segment), ISO_8859_1);
        try (var file = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            assertThat(file.write(ByteBuffer.wrap(bytes("X")), bytes.indexOf(new String(value, ISO_8859_1))))
                    .isEqualTo(1);
        }
    }

    @Test
    void aSourceThatIsDroppedAndComesBackGoesOnWhereItStopped() throws Exception {
        try (var topology = opened("dropped")) {
            create(topology, "their.dropped.orders", 1);
            create(topology, "their.dropped.payments", 1);
            topology.putTopic("bank", source("their.dropped.payments", "earliest"));
            topology.putSubscription("bank/ledger", "u2", subscription());
            put(topology, "shop", "their.dropped.orders", "earliest");
            topology.send("their.dropped.orders", null, json(1), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.dropped.orders-0@0");
            topology.putTopic("shop");
            awaitSubscribed(topology, "their.dropped.payments");
            topology.send("their.dropped.orders", null, json(2), headers());
            topology.send("their.dropped.payments", null, json(3), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.dropped.payments-0@0");
            put(topology, "shop", "their.dropped.orders", "latest");
            assertThat(ids(topology.deliveries(1))).containsExactly("their.dropped.orders-0@1");
        }
    }

    @Test
    void aPartitionThatIsAddedLaterIsReadFromItsBeginning() throws Exception {
        try (var topology = opened("grown")) {
            create(topology, "their.grown.orders", 1);
            put(topology, "shop", "their.grown.orders", "latest");
            await().atMost(PATIENCE).until(() -> committed(topology, "their.grown.orders", 0) == 0);
            topology.admin()
                    .createPartitions(Map.of("their.grown.orders", NewPartitions.increaseTo(2)))
                    .all()
                    .get();
            await().atMost(PATIENCE)
                    .ignoreExceptions()
                    .until(() -> topology.send(new ProducerRecord<>("their.grown.orders", 1, null, json(1)))
                                    .partition()
                            == 1);
            assertThat(ids(topology.deliveries(1))).containsExactly("their.grown.orders-1@0");
        }
    }

    @Test
    void whatADeadInstanceHadNotCommittedIsWrittenOnce() throws Exception {
        try (var topology = opened("killed")) {
            create(topology, "their.killed.orders", 1);
            put(topology, "shop", "their.killed.orders", "earliest");
            await().atMost(PATIENCE).until(() -> committed(topology, "their.killed.orders", 0) == 0);
            topology.stopFirst();
            topology.send("their.killed.orders", null, json(1), headers());
            // Dies with a delivery in a transaction that is neither committed nor aborted.
            var killed = topology.transactional("killed.sources-" + TopologyFixture.FIRST);
            killed.beginTransaction();
            killed.send(new ProducerRecord<>(topology.topics().deliveries(), 0, bytes("shop/billing"), bytes("{}")))
                    .get();
            killed.close(Duration.ZERO);
            topology.restartFirst();
            topology.send("their.killed.orders", null, json(2), headers());
            assertThat(ids(topology.deliveries(2)))
                    .as("%s", topology.places())
                    .containsExactly("their.killed.orders-0@0", "their.killed.orders-0@1");
        }
    }

    @Test
    void instancesShareThePartitionsAndWriteEachEventOnce() throws Exception {
        try (var topology = opened("shared");
                var _ = topology.start("other")) {
            create(topology, "their.shared.orders", 4);
            put(topology, "shop", "their.shared.orders", "latest");
            await().atMost(PATIENCE)
                    .until(() -> topology.committedBy("shared.sources").size() == 4);
            for (int p = 0; p < 4; p++) {
                topology.send(new ProducerRecord<>("their.shared.orders", p, null, json(p)));
            }
            assertThat(ids(topology.deliveries(4)))
                    .containsExactlyInAnyOrder(
                            "their.shared.orders-0@0",
                            "their.shared.orders-1@0",
                            "their.shared.orders-2@0",
                            "their.shared.orders-3@0");
        }
    }

    /** #31. */
    @Test
    void eachSubscriptionGetsWhatASourceHeldBeforeItWasThere() throws Exception {
        try (var topology = started("before")) {
            create(topology, "their.before.orders", 3);
            send(topology, "their.before.orders", 23);
            put(topology, "shop", "their.before.orders", "earliest");
            await().atMost(PATIENCE).until(() -> read(topology, "their.before.orders") == 23);
            topology.putSubscription("shop/billing", "u1", subscription());
            assertOnceEach(topology.deliveries(23), "u1", 23);
            topology.stopFirst();
            topology.putSubscription("shop/stock", "u2", subscription());
            topology.restartFirst();
            assertOnceEach(topology.deliveries(23), "u2", 23);
            topology.send("their.before.orders", null, json(24), headers());
            assertThat(topology.deliveries(2)).extracting(Delivery::uid).containsExactlyInAnyOrder("u1", "u2");
        }
    }

    /** B-TYPE-1: what was accepted before a schema said something against it stays accepted. */
    @Test
    void aSubscriptionGetsWhatWasAcceptedBeforeItsSchema() throws Exception {
        try (var topology = started("typed")) {
            var kafkaTopic = "their.typed.orders";
            create(topology, kafkaTopic, 1);
            topology.send(kafkaTopic, null, json(0), headers());
            topology.putSubscription("shop/billing", "u1", subscription());
            put(topology, "shop", kafkaTopic, "earliest");
            assertThat(topology.deliveries(1)).hasSize(1);
            topology.stopFirst();
            topology.putTopic(
                    "shop/eventTypes/" + kafkaTopic, bytes("{\"properties\":{\"dataSchema\":{\"required\":[\"m\"]}}}"));
            var checking = new String(source(kafkaTopic, "earliest"), UTF_8)
                    .replace("{\"source\"", "{\"check\":\"reject\",\"source\"");
            topology.putTopic("shop", bytes(checking));
            topology.putSubscription("shop/stock", "u2", subscription());
            topology.restartFirst();
            assertThat(topology.deliveries(1)) // until then the next record might be read again for it, and not checked
                    .extracting(each -> each.uid() + " " + each.event().id())
                    .containsExactly("u2 " + kafkaTopic + "-0@0");
            topology.send(kafkaTopic, null, json(1), headers());
            topology.send(kafkaTopic, null, bytes("{\"m\":1}"), headers());
            assertThat(topology.deliveries(2))
                    .extracting(each -> each.uid() + " " + each.event().id())
                    .containsExactlyInAnyOrder("u1 " + kafkaTopic + "-0@2", "u2 " + kafkaTopic + "-0@2");
        }
    }

    /** #31. */
    @Test
    void whatADeadInstanceHasReadForASubscriptionIsNotReadAgain() throws Exception {
        try (var topology = started("halfway")) {
            create(topology, "their.halfway.orders", 1);
            send(topology, "their.halfway.orders", 20_000);
            put(topology, "shop", "their.halfway.orders", "earliest");
            await().atMost(PATIENCE).until(() -> read(topology, "their.halfway.orders") == 20_000);
            topology.putSubscription("shop/billing", "u1", subscription());
            var before = topology.deliveries(1);
            topology.stopFirst();
            topology.restartFirst();
            topology.send("their.halfway.orders", null, json(20_001), headers());
            var all = new ArrayList<>(before);
            while (all.size() < 20_001) {
                all.addAll(topology.deliveries(1));
            }
            assertOnceEach(all, "u1", 20_001);
            assertThat(ids(all)).as("in the order of the partition").last().isEqualTo("their.halfway.orders-0@20000");
        }
    }

    /** As after an update from a release that kept no starts. */
    @Test
    void subscriptionsThatWereThereBeforeStartsWereKeptGetNothingAgain() throws Exception {
        try (var topology = opened("updated")) {
            create(topology, "their.updated.orders", 1);
            send(topology, "their.updated.orders", 23);
            put(topology, "shop", "their.updated.orders", "earliest");
            assertOnceEach(topology.deliveries(23), "u1", 23);
            await().atMost(PATIENCE).until(() -> read(topology, "their.updated.orders") == 23);
            topology.stopFirst();
            var starts = topology.topics().starts();
            topology.admin().deleteTopics(List.of(starts)).all().get();
            await().atMost(PATIENCE)
                    .until(() -> !topology.admin().listTopics().names().get().contains(starts));
            topology.restartFirst();
            topology.send("their.updated.orders", null, json(24), headers());
            assertThat(ids(topology.deliveries(1))).containsExactly("their.updated.orders-0@23");
            topology.putSubscription("shop/stock", "u2", subscription());
            assertOnceEach(topology.deliveries(24), "u2", 24);
        }
    }

    @Test
    void aSubscriptionToASourceThatStartsAtTheEndGetsWhatComesLater() throws Exception {
        try (var topology = opened("after")) {
            create(topology, "their.after.orders", 1);
            put(topology, "shop", "their.after.orders", "latest");
            await().atMost(PATIENCE).until(() -> committed(topology, "their.after.orders", 0) == 0);
            send(topology, "their.after.orders", 3);
            assertOnceEach(topology.deliveries(3), "u1", 3);
            topology.putSubscription("shop/stock", "u2", subscription());
            // Written in a transaction of its own once the subscription is known.
            await().atMost(PATIENCE).until(() -> {
                topology.send("their.after.orders", null, json(4), headers());
                return topology.deliveries(1).stream()
                        .anyMatch(each -> each.uid().equals("u2"));
            });
        }
    }

    /** So that the next process knows whether a record may have ended this one. */
    @Test
    void aMarkSaysWhileAProcessHasThePartitionAndNotAfterItEndedInOrder() throws Exception {
        try (var topology = opened("marked")) {
            create(topology, "their.marked.orders", 1);
            send(topology, "their.marked.orders", 1);
            put(topology, "shop", "their.marked.orders", "earliest");
            topology.deliveries(1);
            var starts = topology.topics().starts();
            await().atMost(PATIENCE)
                    .until(() ->
                            topology.newest(starts, "their.marked.orders-0").startsWith("{\"next\":1,\"begun\":"));
            topology.stopFirst();
            assertThat(topology.newest(starts, "their.marked.orders-0")).isEqualTo("{\"next\":1}");
        }
    }

    private static void send(TopologyFixture topology, String kafkaTopic, int count) {
        var partitions = topology.partitions(kafkaTopic);
        for (int n = 0; n < count; n++) {
            topology.sendLater(new ProducerRecord<>(kafkaTopic, n % partitions, null, json(n)));
        }
        topology.flush();
    }

    private static void assertOnceEach(List<Delivery> deliveries, String uid, int events) {
        assertThat(deliveries).extracting(Delivery::uid).containsOnly(uid);
        assertThat(ids(deliveries)).hasSize(events).doesNotHaveDuplicates();
    }

    /** How many records the group has committed. */
    private static long read(TopologyFixture topology, String kafkaTopic) throws Exception {
        return topology.committedBy(topology.topics().sourcesGroup()).entrySet().stream()
                .filter(each -> each.getKey().topic().equals(kafkaTopic))
                .mapToLong(each -> each.getValue().offset())
                .sum();
    }

    private TopologyFixture started(String prefix) {
        return TopologyFixture.open(prefix, folder, Map.of("consumer.metadata.max.age.ms", "1000"));
    }

    /** Ready, with a subscription to everything of topic {@code shop}. */
    private TopologyFixture opened(String prefix) {
        var topology = started(prefix);
        topology.putSubscription("shop/billing", "u1", subscription());
        return topology;
    }

    private static void create(TopologyFixture topology, String name, int partitions) {
        TestTopics.create(topology.admin(), new NewTopic(name, Optional.of(partitions), Optional.empty()));
    }

    private static void put(TopologyFixture topology, String topic, String kafkaTopic, String start) {
        topology.putTopic(topic, source(kafkaTopic, start));
    }

    private static byte[] source(String kafkaTopic, String start) {
        return bytes("{\"properties\":{\"tidings\":{\"source\":{\"kafkaTopic\":\"" + kafkaTopic
                + "\",\"format\":\"json\",\"start\":\"" + start + "\"}}}}");
    }

    private static byte[] json(int number) {
        return bytes("{\"n\":" + number + "}");
    }

    private static List<String> ids(List<Delivery> deliveries) {
        return deliveries.stream().map(each -> each.event().id()).toList();
    }

    /** -1 if nothing is committed. */
    private static long committed(TopologyFixture topology, String kafkaTopic, int partition) throws Exception {
        @Nullable
        OffsetAndMetadata offset =
                topology.committedBy(topology.topics().sourcesGroup()).get(new TopicPartition(kafkaTopic, partition));
        return offset == null ? -1 : offset.offset();
    }

    /** Returns when the group reads this Kafka topic and no other. */
    private static void awaitSubscribed(TopologyFixture topology, String kafkaTopic) {
        var group = topology.topics().sourcesGroup();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(topology.admin()
                                .describeConsumerGroups(List.of(group))
                                .all()
                                .get()
                                .get(group)
                                .members())
                        .flatExtracting(member -> member.assignment().topicPartitions())
                        .extracting(TopicPartition::topic)
                        .containsOnly(kafkaTopic));
    }
}
