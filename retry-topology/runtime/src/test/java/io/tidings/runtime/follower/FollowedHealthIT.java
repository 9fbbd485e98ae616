package io.tidings.runtime.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.record.EndpointHealthRecord;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.kafka.KafkaFutures;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.broker.SharedBroker;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** B-PROB-4: the new owner of a partition number knows what its former owner wrote, with a real broker. */
class FollowedHealthIT {
    private static final SubscriptionKey BILLING = new SubscriptionKey("shop", "billing");
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    private static KafkaClients clients;
    private static Admin admin;

    private final EndpointHealthTable table = new EndpointHealthTable();
    private Topics topics;
    private Follower<SubscriptionKey> follower;

    @BeforeAll
    static void open() {
        clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
        admin = clients.admin();
    }

    @AfterAll
    static void close() {
        admin.close();
    }

    @BeforeEach
    void follow(TestInfo test) {
        topics = new Topics(test.getTestMethod().orElseThrow().getName() + ".");
        int partitions = new TopicProvisioner(clients, topics).provision(2, -1, Duration.ZERO, TimeScale.REAL);
        follower = Follower.start(clients, Followed.health(topics, partitions, table));
    }

    @AfterEach
    void end() {
        follower.close();
    }

    @Test
    void anEmptyTopicIsReadToItsEndAtOnce() {
        assertDone(follower.caughtUp());
        assertDone(readToEnd(0, 1));
    }

    @Test
    void committedRecordsAreKnownWhenTheEndIsReached() {
        try (var writer = writer("former")) {
            for (int failures = 1; failures <= 50; failures++) {
                writer.beginTransaction();
                write(writer, 1, failures);
                writer.commitTransaction();
                assertDone(readToEnd(0, 1));
                assertThat(known()).isEqualTo(failures);
            }
        }
    }

    @Test
    void unreadableRecordsArePassedOver() {
        try (var writer = writer("former")) {
            writer.beginTransaction();
            write(writer, 1, 3);
            writer.commitTransaction();
            writer.beginTransaction();
            write(writer, 1, 4);
            writer.abortTransaction();
        }
        assertDone(readToEnd(1));
        assertThat(known()).isEqualTo(3);
        try (var late = Follower.start(clients, Followed.health(topics, 2, new EndpointHealthTable()))) {
            assertDone(late.caughtUp());
            assertDone(late.readToEnd(partitions(0, 1), new PartitionLogs(admin)));
        }
    }

    @Test
    void theOpenTransactionOfADeadWriterIsWaitedForAndHoldsNoOtherNumber() {
        var dead = writer("dead");
        dead.beginTransaction();
        write(dead, 1, 7);
        var seven = readToEnd(1).toCompletableFuture();
        assertDone(readToEnd(0));
        assertThat(seven).isNotDone();
        assertThat(known()).isZero();
        writer("dead").close(Duration.ZERO); // a successor of the same name ends what its predecessor left
        assertDone(seven);
        assertThat(known()).isZero();
        dead.close(Duration.ZERO);
    }

    @Test
    void aTransactionThatIsCommittedLateIsStillAwaited() {
        try (var writer = writer("slow")) {
            writer.beginTransaction();
            write(writer, 1, 7);
            var read = readToEnd(1).toCompletableFuture();
            writer.commitTransaction();
            assertDone(read);
            assertThat(known()).isEqualTo(7);
        }
    }

    @Test
    void aPartitionThatIsAddedIsReadFromItsBeginning() {
        assertDone(follower.caughtUp());
        var added = admin.createPartitions(Map.of(topics.probation(), NewPartitions.increaseTo(3)));
        KafkaFutures.await(added.all(), "adding a partition");
        try (var writer = writer("new")) {
            writer.beginTransaction();
            write(writer, 2, 7);
            writer.commitTransaction();
        }
        assertDone(readToEnd(2));
        assertThat(known()).isEqualTo(7);
    }

    @Test
    void askingDoesNotWaitForTheBroker() {
        assertDone(follower.caughtUp());
        var unreachable = KafkaClients.of("localhost:1").admin();
        var asked = follower.readToEnd(partitions(0), new PartitionLogs(unreachable))
                .toCompletableFuture();
        assertThat(asked).isNotDone();
        unreachable.close(Duration.ZERO);
        await().until(asked::isCompletedExceptionally);
    }

    @Test
    void aMalformedRecordStopsNothing() throws Exception {
        try (var writer = clients.producer(Map.of())) {
            write(writer, 1, 3);
            writer.send(new ProducerRecord<>(topics.probation(), 1, BILLING.bytes(), new byte[] {'{'}))
                    .get();
        }
        assertDone(readToEnd(1));
        assertThat(known()).isEqualTo(3);
    }

    @Test
    void waitersFailWhenNothingIsReadAnyMore() {
        var dead = writer("dead");
        dead.beginTransaction();
        write(dead, 1, 7);
        var waiting = readToEnd(1).toCompletableFuture();
        follower.close();
        await().until(waiting::isCompletedExceptionally);
        assertThatExceptionOfType(CompletionException.class)
                .isThrownBy(readToEnd(1).toCompletableFuture()::join)
                .withMessageContaining("ending");
        dead.close(Duration.ZERO);
    }

    private CompletionStage<Void> readToEnd(Integer... numbers) {
        return follower.readToEnd(partitions(numbers), new PartitionLogs(admin));
    }

    private List<TopicPartition> partitions(Integer... numbers) {
        return Stream.of(numbers)
                .map(number -> new TopicPartition(topics.probation(), number))
                .toList();
    }

    private int known() {
        return table.of(BILLING, "u1").map(EndpointHealth::consecutiveFailures).orElse(0);
    }

    private void write(Producer<byte[], byte[]> writer, int number, int failures) {
        var health = new EndpointHealth("u1", failures, LastOutcome.BUSY, null, 0, NOON);
        var _ = writer.send(new ProducerRecord<>(
                topics.probation(),
                number,
                BILLING.bytes(),
                EndpointHealthRecord.value(health),
                List.of(EndpointHealthRecord.headers(health))));
        writer.flush();
    }

    private Producer<byte[], byte[]> writer(String name) {
        var writer = clients.producer(Map.of("transactional.id", topics.prefix() + name));
        writer.initTransactions();
        return writer;
    }

    private static void assertDone(CompletionStage<Void> stage) {
        CompletableFuture<Void> done = stage.toCompletableFuture();
        assertThat(done).succeedsWithin(90, TimeUnit.SECONDS);
    }
}
