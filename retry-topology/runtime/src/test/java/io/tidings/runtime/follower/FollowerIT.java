package io.tidings.runtime.follower;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.liveness.Hang;
import io.tidings.runtime.liveness.LoopWatch;
import io.tidings.testbed.broker.SharedBroker;
import io.tidings.testbed.broker.TestTopics;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Nobody waits for ever for a follower that has ended, whatever ended it. */
class FollowerIT {
    private static final TopicPartition TABLE = new TopicPartition("followed-table", 0);
    private static final long BEYOND_THE_END = 1_000;
    private static final Duration SOON = Duration.ofSeconds(90);
    private static final Duration LONGER_THAN_A_POLL = Duration.ofSeconds(5);

    private static KafkaClients clients;

    @BeforeAll
    static void writeTable() throws ExecutionException, InterruptedException {
        clients = KafkaClients.of(SharedBroker.get().bootstrapServers());
        try (var admin = clients.admin()) {
            TestTopics.create(admin, new NewTopic(TABLE.topic(), 1, (short) 1));
        }
        append();
    }

    private static void append() throws ExecutionException, InterruptedException {
        try (var producer = clients.producer(Map.of())) {
            producer.send(new ProducerRecord<>(TABLE.topic(), TABLE.partition(), new byte[1], new byte[1]))
                    .get();
        }
    }

    @Test
    void anErrorReachesEveryWaitingThread() {
        var missing = new NoClassDefFoundError("com/fasterxml/jackson/databind/ObjectMapper");
        try (var follower = follower(missing)) {
            var early = follower.reachedOrEnd(TABLE, BEYOND_THE_END);

            assertFailed(follower.caughtUp(), missing);
            assertFailed(follower.ended(), missing);
            assertCancelled(early);
            assertCancelled(follower.reachedOrEnd(TABLE, BEYOND_THE_END));
        }
    }

    @Test
    void anExceptionReachesEveryWaitingThread() {
        var broken = new IllegalStateException("no reader of this kind");
        try (var follower = follower(broken)) {
            assertFailed(follower.caughtUp(), broken);
            assertFailed(follower.ended(), broken);
            assertCancelled(follower.reachedOrEnd(TABLE, BEYOND_THE_END));
        }
    }

    @Test
    void aFollowerWhoseReaderDoesNotReturnHangs() throws ExecutionException, InterruptedException {
        var watch = new LoopWatch();
        var open = new Semaphore(1); // for the record that is there
        try (var follower = follower("stuck-follower", _ -> open.acquireUninterruptibly())) {
            follower.caughtUp().toCompletableFuture().join();
            follower.watchedBy(watch);
            await().atMost(SOON).until(() -> !watch.hanging(Duration.ZERO).isEmpty()); // it has turned since
            append();

            await().atMost(SOON)
                    .untilAsserted(() -> assertThat(watch.hanging(LONGER_THAN_A_POLL))
                            .extracting(Hang::loop)
                            .containsExactly("stuck-follower"));
            assertThat(watch.hanging(LONGER_THAN_A_POLL).getFirst().place())
                    .hasStackTraceContaining(FollowerIT.class.getName());

            open.release(100);
            await().atMost(SOON).until(() -> watch.hanging(LONGER_THAN_A_POLL).isEmpty());
        }
    }

    private static Follower<Void> follower(Throwable ending) {
        return follower("follower", _ -> {
            switch (ending) {
                case Error error -> throw error;
                case RuntimeException exception -> throw exception;
                default -> throw new AssertionError(ending);
            }
        });
    }

    private static Follower<Void> follower(String name, Consumer<ConsumerRecord<byte[], byte[]>> reader) {
        return Follower.start(clients, new Followed<>(name, List.of(TABLE), record -> {
            reader.accept(record);
            return Optional.empty();
        }));
    }

    private static void assertFailed(CompletionStage<Void> stage, Throwable cause) {
        assertThat(stage.toCompletableFuture())
                .failsWithin(SOON)
                .withThrowableOfType(ExecutionException.class)
                .withCause(cause);
    }

    private static void assertCancelled(CompletionStage<Void> stage) {
        assertThat(stage.toCompletableFuture()).failsWithin(SOON).withThrowableOfType(CancellationException.class);
    }
}
