package io.tidings.topology.it;

import static io.tidings.topology.Examples.bytes;
import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.FIRST;
import static io.tidings.topology.it.TopologyFixture.PARTITIONS;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import io.tidings.contract.delivery.Delivery;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-MATCH-5 and B-MATCH-6 with a real broker: restarts, and reading one's own writes. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
@Order(1)
class TopologyRestartIT {
    /** Longer than every timeout of the test, so that success shows that no session timeout was awaited. */
    private static final Map<String, String> LONG_SESSION =
            Map.of("streams.main.consumer.session.timeout.ms", "300000");

    @TempDir
    Path folder;

    private TopologyFixture bench;

    @BeforeEach
    void start(TestInfo test) {
        bench = TopologyFixture.open(test.getTestMethod().orElseThrow().getName(), folder, LONG_SESSION);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aRestartReadsAllSubscriptionsBeforeTheFirstEventAndIsQuick() {
        for (int i = 0; i < 3000; i++) {
            bench.putSubscription("shop/s" + (1000 + i), "u" + i, subscription());
        }
        RecordMetadata last = null;
        for (int i = 0; i < 300; i++) {
            last = bench.send(bench.topics().subscriptions(), bytes("shop/s" + (1000 + 10 * i)), null, headers());
        }
        long read = last.offset() + 1;
        bench.publish(order("1"), HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(read));
        assertThat(bench.deliveries(2700))
                .hasSize(2700)
                .allSatisfy(delivery -> assertThat(delivery.subscriptionsRead()).isEqualTo(read));
        await().atMost(PATIENCE).until(() -> bench.committed() == 1);
        bench.stopFirst();

        bench.publish(order("2"));
        bench.restartFirst();
        var first = bench.deliveries(1);
        first.addAll(bench.deliveries(2700 - first.size()));
        assertThat(first).extracting(delivery -> delivery.event().id()).containsOnly("2");
        assertThat(first)
                .extracting(Delivery::subscription)
                .doesNotHaveDuplicates()
                .hasSize(2700);
    }

    @Test
    void anEventThatIsPublishedAfterASubscriptionIsMatchedWithIt() {
        for (int i = 0; i < 100; i++) {
            var filter = "\"filter\":{\"includedEventTypes\":[\"type" + i + "\"]}";
            long offset = bench.putSubscription("shop/sub" + i, "u" + i, subscription(filter))
                    .offset();
            bench.publish(
                    order(Integer.toString(i), "type" + i, "/1"),
                    HeaderNames.SUBSCRIPTIONS_OFFSET,
                    Long.toString(offset + 1));
        }
        assertThat(bench.deliveries(100))
                .extracting(delivery -> delivery.subscription().name())
                .doesNotHaveDuplicates()
                .hasSize(100);
    }

    /** No record says so, only the position of its reader. The half of a poll interval would be longer than this waits. */
    @Test
    void aTableThatEndsInTheMarkerOfATransactionIsReadToItsEnd() {
        long offset = bench.putInTransaction("shop/billing", "u1", subscription());
        bench.publish(order("1"), HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(offset + 2));
        assertThat(bench.deliveries(1)).extracting(Delivery::uid).containsExactly("u1");
    }

    /** Anybody may leave one open; the table ends before it for all who read it. */
    @Test
    void anOpenTransactionInATableHoldsNoEventBack() {
        bench.putSubscription("shop/billing", "u", subscription());
        try (var writer = bench.transactional(bench.topics().prefix() + "open")) {
            writer.beginTransaction();
            var _ = writer.send(
                    new ProducerRecord<>(bench.topics().subscriptions(), bytes("shop/other"), subscription()));
            writer.flush();
            bench.publish(order("1"), HeaderNames.SUBSCRIPTIONS_OFFSET, "999999");
            assertThat(bench.deliveries(1)).extracting(Delivery::uid).containsExactly("u");
            writer.commitTransaction(); // else the brokers have ended it
        }
    }

    /** Slow responses to the tables' reader represent any reason for which it is behind. */
    @Test
    void whileATableIsBehindTheProgramIsNotReadyAndMatchesNothing() {
        bench.stopFirst();
        bench.restartFirst(Map.of(
                "consumer.fetch.min.bytes", "50000000",
                "consumer.fetch.max.wait.ms", "15000",
                "streams.main.consumer.fetch.min.bytes", "1"));
        for (int i = 1; i <= 3; i++) {
            long offset = bench.putSubscription("shop/sub" + i, "u" + i, subscription())
                    .offset();
            bench.publish(order(Integer.toString(i)), HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(offset + 1));
        }
        await().atMost(PATIENCE).until(() -> !bench.program().ready());
        var read = new ArrayList<Delivery>();
        await().atMost(PATIENCE).until(() -> {
            read.addAll(bench.deliveries(1));
            return Set.copyOf(namesOf(read, "3")).size() == 3
                    && namesOf(read, "1").contains("sub1");
        });
        await().atMost(PATIENCE).until(bench.program()::ready);
    }

    private static List<String> namesOf(List<Delivery> deliveries, String event) {
        return deliveries.stream()
                .filter(delivery -> delivery.event().id().equals(event))
                .map(delivery -> delivery.subscription().name())
                .toList();
    }

    @Test
    void anEventThatIsPublishedAfterItsTopicIsNotRejected() {
        for (int i = 0; i < 20; i++) {
            long offset = bench.putSubscription("topic" + i + "/billing", "u", subscription())
                    .offset();
            bench.putTopic("topic" + i);
            bench.send(
                    bench.topics().events(),
                    null,
                    order("1"),
                    headers(
                            HeaderNames.TOPIC,
                            "topic" + i,
                            HeaderNames.SUBSCRIPTIONS_OFFSET,
                            Long.toString(offset + 1)));
        }
        assertThat(bench.deliveries(20)).hasSize(20);
    }

    @Test
    void eventsThatWereDeletedUnreadAreCounted() throws Exception {
        var read = bench.publish(order("1"));
        await().atMost(PATIENCE).until(() -> bench.committed() == 1);
        bench.stopFirst();
        for (int i = 0; i < 5; i++) {
            bench.send(new ProducerRecord<>(bench.topics().events(), read.partition(), null, order("2")));
        }
        var partition = new TopicPartition(bench.topics().events(), read.partition());
        bench.admin()
                .deleteRecords(Map.of(partition, RecordsToDelete.beforeOffset(read.offset() + 4)))
                .all()
                .get();
        assertThat(bench.counted("tidings.lost.offsets")).isZero();
        bench.restartFirst();
        assertThat(bench.counted("tidings.lost.offsets")).isEqualTo(3);
    }

    /** Matched against the subscription, whichever of both is read first. */
    private RecordMetadata publishedToASubscription() {
        long offset = bench.putSubscription("shop/billing", "u", subscription()).offset();
        return bench.publish(order("1"), HeaderNames.SUBSCRIPTIONS_OFFSET, Long.toString(offset + 1));
    }

    /** B-RUN-1: what is left of the log was matched before. */
    @Test
    void aLogThatIsShorterThanWhatWasMatchedIsReadFromItsEnd() throws Exception {
        var matched = publishedToASubscription();
        assertThat(bench.deliveries(1)).hasSize(1);
        await().atMost(PATIENCE).until(() -> bench.committed() == 1);
        bench.stopFirst();
        var partition = new TopicPartition(bench.topics().events(), matched.partition());
        var committed = bench.committed(partition);
        bench.commit(partition, new OffsetAndMetadata(committed.offset() + 100, committed.metadata()));
        bench.restartFirst();
        assertThat(bench.counted("tidings.lost.offsets")).isEqualTo(100);
        bench.send(new ProducerRecord<byte[], byte[]>(
                partition.topic(), partition.partition(), null, order("2"), headers(HeaderNames.TOPIC, "shop")));
        assertThat(bench.deliveries(1))
                .extracting(delivery -> delivery.event().id())
                .containsExactly("2");
        await().atMost(PATIENCE).until(() -> bench.committed(partition).offset() == matched.offset() + 2);
    }

    /** B-RUN-1: the committed offset is one of the topic that had this name before. */
    @Test
    void aTopicThatWasCreatedAnewIsReadFromItsBeginning() throws Exception {
        var matched = publishedToASubscription();
        assertThat(bench.deliveries(1)).hasSize(1);
        await().atMost(PATIENCE).until(() -> bench.committed() == 1);
        bench.stopFirst();
        var partition = new TopicPartition(bench.topics().events(), matched.partition());
        var committed = bench.committed(partition);
        var other = committed.metadata().replaceFirst("\\|.*", "|CKB5mRsCSaW4BFyVXnqNeg");
        bench.commit(partition, new OffsetAndMetadata(committed.offset(), other));
        bench.restartFirst();
        assertThat(bench.deliveries(1))
                .extracting(delivery -> delivery.event().id())
                .containsExactly("1");
        assertThat(bench.counted("tidings.lost.offsets")).isEqualTo(1);
    }

    /** So that the next one knows whether a record may have ended it, even if nothing was read. */
    @Test
    void aCommitSaysWhileAProcessHasThePartitionAndNotAfterItEndedInOrder() throws Exception {
        var matched = publishedToASubscription();
        assertThat(bench.deliveries(1)).hasSize(1);
        await().atMost(PATIENCE).until(() -> bench.committed() == 1);
        var partition = new TopicPartition(bench.topics().events(), matched.partition());
        assertThat(bench.committed(partition).metadata()).contains("!");
        bench.stopFirst();
        assertThat(bench.committed(partition).metadata()).doesNotContain("!").contains("|");
        bench.restartFirst();
        await().atMost(PATIENCE)
                .until(() -> bench.committed(partition).metadata().contains("!"));
        assertThat(bench.committed(partition).offset()).isEqualTo(matched.offset() + 1);
    }

    @Test
    void anInstanceThatWasFencedOnceComesBackAndMatches() throws Exception {
        bench.putSubscription("shop/billing", "u", subscription());
        bench.takePlaceOnce();
        await().atMost(PATIENCE).until(() -> bench.repairs("topology", "fenced") > 0);
        bench.publish(order("1"));
        assertThat(bench.deliveries(1)).extracting(Delivery::uid).containsOnly("u");
        assertThat(bench.program().ended().toCompletableFuture()).isNotDone();
    }

    /** Its session would hold them for as long. */
    @Test
    void anInstanceThatStopsLeavesItsEventsToTheOthersAtOnce() {
        bench.putSubscription("shop/billing", "u", subscription());
        try (var _ = bench.start("other")) {
            await().atMost(PATIENCE).until(() -> bench.assigned(FIRST) == 1 && bench.assigned("other") == 1);
            bench.stopFirst();
            for (int partition = 0; partition < PARTITIONS; partition++) {
                bench.send(new ProducerRecord<byte[], byte[]>(
                        bench.topics().events(), partition, null, order("1"), headers(HeaderNames.TOPIC, "shop")));
            }
            bench.deliveries(PARTITIONS);
        }
    }
}
