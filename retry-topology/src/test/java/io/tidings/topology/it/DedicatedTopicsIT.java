package io.tidings.topology.it;

import static io.tidings.topology.Examples.headers;
import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.PARTITIONS;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.HeaderNames;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** B-MATCH-1, B-RETRY-4 and decision 7 on a real broker: Kafka topics for the events of one topic come and go. */
@Execution(ExecutionMode.CONCURRENT) // each test has topics of its own, and waits most of the time
class DedicatedTopicsIT {
    @TempDir
    Path folder;

    private TopologyFixture bench;
    /** The position of the subscriptions table behind the subscription. */
    private String read;

    @BeforeEach
    void start(TestInfo test) {
        // Ten times quicker than shipped: what follows is the same.
        bench = TopologyFixture.open(
                test.getTestMethod().orElseThrow().getName(),
                folder,
                Map.of(
                        "streams.main.consumer.default.api.timeout.ms", "1000",
                        "streams.task.timeout.ms", "1000"));
        read = Long.toString(
                bench.putSubscription("shop/billing", "u", subscription()).offset() + 1);
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    @Test
    void aDedicatedTopicThatIsCreatedLaterIsRead() throws Exception {
        var dedicated = bench.dedicate(1, Map.of());
        var begin = Instant.now();
        bench.send(dedicated, null, order("1"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        var delivery = bench.deliveries(1).getFirst();
        assertThat(delivery.event().source().kafkaTopic()).isEqualTo(dedicated);
        // Created with CreateTime, so the time to live counts from matching.
        assertThat(delivery.event().published()).isBetween(begin, Instant.now());
    }

    @Test
    void theTimeOfPublishingIsTheBrokersAppendTimeAlsoInADedicatedTopic() throws Exception {
        var dedicated = bench.dedicate(1, Map.of("message.timestamp.type", "LogAppendTime"));
        var inDedicated = bench.send(dedicated, null, order("1"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        assertThat(bench.deliveries(1).getFirst().event().published())
                .isEqualTo(Instant.ofEpochMilli(inDedicated.timestamp()));
        var inShared = bench.publish(order("2"));
        assertThat(bench.deliveries(1).getFirst().event().published())
                .isEqualTo(Instant.ofEpochMilli(inShared.timestamp()));
    }

    @Test
    void aDedicatedTopicThatIsDeletedDoesNotEndTheProgram() throws Exception {
        var dedicated = bench.dedicate(PARTITIONS, Map.of());
        for (int i = 0; i < 20; i++) {
            bench.send(dedicated, null, order("1"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        }
        bench.deliveries(20);
        bench.admin().deleteTopics(List.of(dedicated)).all().get();
        var published = new AtomicInteger();
        await().atMost(PATIENCE).pollInterval(Duration.ofSeconds(1)).until(() -> {
            bench.publish(order("later" + published.incrementAndGet()));
            return bench.counted("tidings.stream.threads.died") >= 1;
        });
        var last = "later" + published.get();
        for (var found = false; !found; ) { // some are matched twice, so they cannot be counted
            found = bench.deliveries(1).stream()
                    .anyMatch(delivery -> delivery.event().id().equals(last));
        }
        assertThat(bench.program().ended().toCompletableFuture()).isNotDone();
        await().atMost(PATIENCE).until(bench.program()::ready);
    }

    /** B-RUN-1: what was matched of the former topic is committed for that one only. */
    @Test
    void aDedicatedTopicThatIsCreatedAnewWhileItIsReadIsReadFromItsBeginning() throws Exception {
        var dedicated = bench.dedicate(1, Map.of());
        bench.send(dedicated, null, order("found"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        bench.deliveries(1);
        bench.stopFirst();
        bench.restartFirst(Map.of("streams.commit.interval.ms", "3600000")); // so that only the end commits
        for (int i = 0; i < 5; i++) {
            bench.send(dedicated, null, order("former"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        }
        bench.deliveries(5);
        bench.admin().deleteTopics(List.of(dedicated)).all().get();
        await().atMost(PATIENCE).ignoreExceptions().until(() -> {
            bench.dedicate(1, Map.of());
            return true;
        });
        await().atMost(PATIENCE).until(() -> bench.counted("tidings.lost.offsets") > 0);
        bench.stopFirst();

        bench.send(dedicated, null, order("1"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        bench.send(dedicated, null, order("2"), headers(HeaderNames.SUBSCRIPTIONS_OFFSET, read));
        bench.restartFirst();
        assertThat(bench.deliveries(2))
                .extracting(delivery -> delivery.event().id())
                .containsExactly("1", "2");
    }
}
