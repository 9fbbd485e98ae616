package io.tidings.export.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.Topics;
import io.tidings.export.Examples;
import io.tidings.export.window.BlobBatch;
import io.tidings.export.window.DeadLetter;
import io.tidings.export.write.ExporterMetrics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-DLQ-6: at whatever moment an exporter dies, a dead letter is where it was or appended again, and never both. */
class ReappenderIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Topics TOPICS = new Topics("postponement.");
    private static final TopicPartition DEAD = new TopicPartition(TOPICS.deadLetters(), 0);
    private static final String NAME = "TO-CRM/2026/11/21/12/6d1f7a54-9d3e-4b39-8e2a-0c1b2d3e4f50.json";

    private static final ExporterMetrics METRICS = new ExporterMetrics(new SimpleMeterRegistry());

    private static final KafkaClients CLIENTS =
            KafkaClients.of(SharedBroker.get().bootstrapServers());

    @BeforeAll
    static void start() {
        try (var admin = CLIENTS.admin()) {
            TestTopics.create(admin, new NewTopic(DEAD.topic(), 1, (short) 1));
        }
    }

    @Test
    void lettersAndCommitCountTogetherOrNotAtAll() {
        var name = "together";
        try (var consumer = member(name)) {
            long before = readable();
            try (var dying = new Reappender(CLIENTS, name, 1, METRICS)) {
                dying.append(DEAD, part(), NAME, Duration.ZERO);
                try (var successor = new Reappender(CLIENTS, name, 1, METRICS)) {
                    assertThat(readable()).isEqualTo(before);
                    assertThat(committed(consumer)).isNull();

                    successor.append(DEAD, part(), NAME, Duration.ZERO);
                    assertThat(successor.commit(Map.of(DEAD, new OffsetAndMetadata(7)), consumer.groupMetadata()))
                            .isTrue();
                    await().atMost(PATIENCE).until(() -> readable() == before + 1);
                    // Not in the same moment: each partition learns of a commit by itself.
                    await().atMost(PATIENCE)
                            .untilAsserted(() -> assertThat(committed(consumer)).isEqualTo(new OffsetAndMetadata(7)));
                }
            }
        }
    }

    @Test
    void aMemberWhoseGroupHasMovedOnAppendsNothingAndMayTryAgain() {
        var name = "moved";
        try (var consumer = member(name);
                var reappender = new Reappender(CLIENTS, name, 1, METRICS)) {
            long before = readable();
            var stale = consumer.groupMetadata();
            consumer.enforceRebalance();
            await().atMost(PATIENCE).until(() -> {
                consumer.poll(Duration.ofMillis(100));
                return consumer.groupMetadata().generationId() > stale.generationId();
            });
            reappender.append(DEAD, part(), NAME, Duration.ZERO);
            assertThat(reappender.commit(Map.of(DEAD, new OffsetAndMetadata(7)), stale))
                    .isFalse();
            assertThat(readable()).isEqualTo(before);
            assertThat(committed(consumer)).isNull();

            reappender.append(DEAD, part(), NAME, Duration.ZERO);
            assertThat(reappender.commit(Map.of(DEAD, new OffsetAndMetadata(7)), consumer.groupMetadata()))
                    .isTrue();
            await().atMost(PATIENCE).until(() -> readable() == before + 1);
        }
    }

    @Test
    void anAbandonedTransactionDoesNotCount() {
        var name = "halfway";
        try (var reappender = new Reappender(CLIENTS, name, 1, METRICS)) {
            long before = readable();
            reappender.append(DEAD, part(), NAME, Duration.ZERO);
            reappender.abort();
            reappender.abort();
            assertThat(readable()).isEqualTo(before);
        }
    }

    /** The only member of the group, with its partition. */
    private static Consumer<byte[], byte[]> member(String group) {
        var consumer =
                CLIENTS.consumer(Map.of("group.id", group, "auto.offset.reset", "latest", "enable.auto.commit", false));
        consumer.subscribe(List.of(DEAD.topic()));
        await().atMost(PATIENCE).until(() -> {
            consumer.poll(Duration.ofMillis(100));
            return !consumer.assignment().isEmpty();
        });
        return consumer;
    }

    private static OffsetAndMetadata committed(Consumer<?, ?> consumer) {
        return consumer.committed(Set.of(DEAD)).get(DEAD);
    }

    /** How many letters count. */
    private static long readable() {
        long letters = 0;
        try (var reader = CLIENTS.consumer(Map.of("isolation.level", "read_committed"))) {
            reader.assign(List.of(DEAD));
            reader.seekToBeginning(List.of(DEAD));
            long end = reader.endOffsets(List.of(DEAD)).get(DEAD);
            while (reader.position(DEAD) < end) {
                letters += reader.poll(Duration.ofMillis(100)).count();
            }
        }
        return letters;
    }

    private static BlobBatch part() {
        var record = Examples.deadLetter(TOPICS, 0, "to-crm", Examples.ACCOUNT, "dead", "e1");
        var read = (DeadLetter.Read.Valid) DeadLetter.read(0, Examples.NOON, record.headers(), record.value());
        return new BlobBatch(Examples.NOON, List.of(read.letter()));
    }
}
