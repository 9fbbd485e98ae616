package io.tidings.topology.it;

import static io.tidings.topology.Examples.order;
import static io.tidings.topology.Examples.subscription;
import static io.tidings.topology.it.TopologyFixture.FIRST;
import static io.tidings.topology.it.TopologyFixture.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import io.tidings.contract.delivery.Delivery;
import io.tidings.testbed.broker.SharedBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.MissingSourceTopicException;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** B-RUN-1: brokers that have just started may not know all topics when a group assigns them. */
class AssignmentWithoutTopicsIT {
    /** Longer than every timeout of the test, so that no member is removed for its silence. */
    private static final String LONG_SESSION = "300000";

    @TempDir
    Path folder;

    private TopologyFixture bench;

    @BeforeEach
    void start() {
        bench = TopologyFixture.open(
                "assignment-without-topics", folder, Map.of("streams.main.consumer.session.timeout.ms", LONG_SESSION));
    }

    @AfterEach
    void stop() {
        bench.close();
    }

    /** Kafka gives a static member that comes back the assignment of its predecessor, though it is an error. */
    @Test
    void anInstanceThatWasAssignedAnErrorComesBackAndMatches() throws Exception {
        bench.putSubscription("shop/billing", "u", subscription());
        bench.stopFirst();
        bench.admin()
                .removeMembersFromConsumerGroup(group(), new RemoveMembersFromConsumerGroupOptions())
                .all()
                .get();
        bench.admin().deleteTopics(List.of(bench.topics().events())).all().get();
        await().atMost(PATIENCE)
                .until(() -> !bench.admin()
                        .listTopics()
                        .names()
                        .get()
                        .contains(bench.topics().events()));
        assertThat(joinWithoutTopics()).isInstanceOf(MissingSourceTopicException.class);

        bench.restartFirst();

        bench.publish(order("1"));
        assertThat(bench.deliveries(1)).extracting(Delivery::uid).containsOnly("u");
        assumeThat(bench.counted("tidings.stream.threads.died"))
                .as("a consumer that hears of the new topic before its assignment joins again by itself")
                .isPositive();
    }

    /** Returns what the only member of the group dies of, whose name the first instance has. */
    private Throwable joinWithoutTopics() throws Exception {
        var builder = new StreamsBuilder();
        builder.stream(bench.topics().events());
        var died = new CompletableFuture<Throwable>();
        try (var streams = new KafkaStreams(builder.build(), settings())) {
            streams.setUncaughtExceptionHandler(cause -> {
                died.complete(cause);
                return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
            });
            streams.start();
            var cause = died.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            streams.close(CloseOptions.timeout(Duration.ofSeconds(10))
                    .withGroupMembershipOperation(GroupMembershipOperation.REMAIN_IN_GROUP));
            return cause;
        }
    }

    private Properties settings() {
        var settings = new Properties();
        settings.putAll(Map.of(
                "bootstrap.servers",
                SharedBroker.get().bootstrapServers(),
                "application.id",
                group(),
                "state.dir",
                folder.resolve("without-topics").toString(),
                "main.consumer.group.instance.id",
                FIRST,
                "main.consumer.session.timeout.ms",
                LONG_SESSION));
        return settings;
    }

    private String group() {
        return bench.topics().prefix() + "matching";
    }
}
