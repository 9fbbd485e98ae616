package io.tidings.acceptance.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.contract.TimeScale;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.runtime.topics.TopicProvisioner;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.broker.BrokerProcesses;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.process.ProcessGroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** B-MCP-2: agents poll while the only broker stands still. Each is told soon, and goes on from the cursor that it has. */
@Timeout(300)
class FrozenPollIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** As many as a principal may have at once. */
    private static final int POLLS = 2;

    @TempDir
    Path folder;

    @Test
    void aPollThatKafkaDoesNotAnswerEndsAndLosesNothing() {
        var tested = TestedAgent.in(folder);
        int port = FreePort.next();
        try (var group = new ProcessGroup(folder.resolve("logs"));
                var brokers = new BrokerProcesses(
                        group, folder.resolve("kafka"), BrokerProcesses.Plan.lasting(1, List.of(), false))) {
            brokers.startAll();
            var clients = KafkaClients.of(brokers.observer());
            new TopicProvisioner(clients, TOPICS).provision(2, 1, Duration.ofMinutes(5), TimeScale.REAL);
            var settings = new HashMap<>(tested.settings());
            settings.put("http.port", Integer.toString(port));
            var ingest = TestedProgram.INGEST.start(clients.bootstrapServers(), folder, settings);
            try (var api = new ManagementClient(port, TestedProgram.ADMIN_TOKEN);
                    var agent = tested.client();
                    var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                await().atMost(PATIENCE).until(ingest::ready);
                assertThat(api.putTopic("orders", "{}").successful()).isTrue();
                assertThat(api.manage("PUT", "/topics/orders/eventTypes/told", "{\"properties\":{}}")
                                .successful())
                        .isTrue();
                var cursor = poll(agent, "null").orElseThrow().path("cursor");
                assertThat(api.publish("orders", """
                    [{"id":"1","subject":"/o","eventType":"told","eventTime":"2026-11-21T09:30:00Z"}]\
                    """).successful()).isTrue();

                brokers.freeze(0);
                var polls = Stream.generate(
                                () -> CompletableFuture.supplyAsync(() -> poll(agent, cursor.toString()), threads))
                        .limit(POLLS)
                        .toList();
                assertThat(polls)
                        .allSatisfy(each -> assertThat(each)
                                .succeedsWithin(Duration.ofSeconds(25))
                                .isEqualTo(Optional.empty()));
                brokers.thaw(0);

                await().atMost(PATIENCE).until(() -> poll(agent, cursor.toString()), Optional::isPresent);
                var found = poll(agent, cursor.toString()).orElseThrow();
                assertThat(found.path("events")).hasSize(1);
                assertThat(found.path("truncated").booleanValue()).isFalse();
            } finally {
                brokers.thaw(0);
                ingest.close();
            }
        }
    }

    private static Optional<JsonNode> poll(AgentClient agent, String cursor) {
        return agent.tried("events/poll", "{\"name\":\"orders.told\",\"arguments\":{},\"cursor\":" + cursor + "}");
    }
}
