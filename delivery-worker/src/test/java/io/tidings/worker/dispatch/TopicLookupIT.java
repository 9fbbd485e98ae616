package io.tidings.worker.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import io.tidings.worker.dispatch.TopicState.Missing;
import io.tidings.worker.dispatch.TopicState.Writable;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** B-DEST-3: a broker is asked twice before a topic counts as missing. */
class TopicLookupIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Admin admin;

    @BeforeAll
    static void start() {
        admin = KafkaClients.of(SharedBroker.get().bootstrapServers()).admin();
    }

    @AfterAll
    static void stop() {
        admin.close();
    }

    @Test
    void aTopicThatIsThereTheSecondTimeIsWritable() {
        // Beside the client's own thread, which both questions need.
        Executor whenCreated = question -> Thread.ofPlatform().start(() -> {
            TestTopics.create(admin, new NewTopic("late", 1, (short) 1));
            question.run();
        });

        assertThat(state("late", whenCreated)).isInstanceOf(Writable.class);
    }

    @Test
    void aTopicThatIsNeverThereIsMissing() {
        assertThat(state("never", Runnable::run)).isEqualTo(new Missing());
    }

    private static TopicState state(String topic, Executor later) {
        return new TopicLookup(admin, 1_000_000, later)
                .of(topic)
                .toCompletableFuture()
                .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }
}
