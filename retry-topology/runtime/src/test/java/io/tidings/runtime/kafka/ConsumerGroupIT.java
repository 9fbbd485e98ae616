package io.tidings.runtime.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** B-RETRY-6: a new owner learns the stable offsets of the former one, not its uncommitted ones. */
@Timeout(240)
class ConsumerGroupIT {
    private static final Duration SHORT = Duration.ofMillis(300);

    private final KafkaClients clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
    private final Admin admin = clients.admin();
    private final String group = "g" + UUID.randomUUID();
    private final Consumer<byte[], byte[]> member = clients.consumer(Map.of("group.id", group));
    private final TopicPartition zero = new TopicPartition(group, 0);
    private final TopicPartition one = new TopicPartition(group, 1);
    private final ConsumerGroup committed = new ConsumerGroup(admin, group);

    @BeforeEach
    void create() {
        TestTopics.create(admin, new NewTopic(group, 2, (short) 1));
    }

    @AfterEach
    void close() {
        member.close();
        admin.close();
    }

    @Test
    void committedOffsetsHaveTheirMetadataAndMissingOnesAreNull() {
        try (var writer = openTransaction(one, new OffsetAndMetadata(4, "said"))) {
            writer.commitTransaction();
        }
        assertThat(committed.stable(List.of(zero, one)))
                .containsEntry(zero, null)
                .containsEntry(one, new OffsetAndMetadata(4, "said"))
                .hasSize(2);
    }

    @Test
    void anOpenTransactionIsWaitedForAndCounts() {
        try (var writer = openTransaction(one, new OffsetAndMetadata(4))) {
            var asked = CompletableFuture.supplyAsync(() -> committed.stable(List.of(zero, one)));
            assertThat(committed.stable(List.of(zero)))
                    .as("a partition that is not in it is known at once")
                    .containsEntry(zero, null);
            await().during(SHORT).until(() -> !asked.isDone());
            writer.commitTransaction();
            assertThat(asked)
                    .succeedsWithin(90, TimeUnit.SECONDS)
                    .satisfies(found -> assertThat(found).containsEntry(one, new OffsetAndMetadata(4)));
        }
    }

    @Test
    void anAbortedTransactionDoesNotCount() {
        try (var writer = openTransaction(one, new OffsetAndMetadata(4))) {
            writer.commitTransaction();
            writer.beginTransaction();
            commit(writer, one, new OffsetAndMetadata(7));
            writer.abortTransaction();
        }
        assertThat(committed.stable(List.of(one))).containsEntry(one, new OffsetAndMetadata(4));
    }

    @Test
    void afterTheTimeoutUnstableOffsetsAreNotReturned() {
        try (var writer = openTransaction(one, new OffsetAndMetadata(4))) {
            assertThat(committed.stable(List.of(zero, one), SHORT)).isEmpty();
            writer.commitTransaction();
            assertThat(committed.stable(List.of(zero, one), Duration.ofSeconds(90)))
                    .hasValueSatisfying(found -> assertThat(found).containsEntry(one, new OffsetAndMetadata(4)));
        }
    }

    @Test
    void anInterruptedThreadWaitsNoLongerAndStaysInterrupted() throws Exception {
        try (var writer = openTransaction(one, new OffsetAndMetadata(4))) {
            var told = new CompletableFuture<String>();
            var waiting = Thread.ofPlatform().start(() -> {
                try {
                    committed.stable(List.of(one));
                } catch (KafkaException e) {
                    told.complete(e.getMessage() + ", " + Thread.currentThread().isInterrupted());
                }
            });
            await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
            waiting.interrupt();
            assertThat(told.get(90, TimeUnit.SECONDS))
                    .isEqualTo("interrupted while asking for the offsets of " + group + ", true");
            writer.abortTransaction();
        }
    }

    private Producer<byte[], byte[]> openTransaction(TopicPartition partition, OffsetAndMetadata offset) {
        var writer = clients.transactional(group, Map.of());
        writer.beginTransaction();
        commit(writer, partition, offset);
        return writer;
    }

    private void commit(Producer<byte[], byte[]> writer, TopicPartition partition, OffsetAndMetadata offset) {
        writer.sendOffsetsToTransaction(Map.of(partition, offset), member.groupMetadata());
    }
}
