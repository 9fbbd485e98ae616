package io.tidings.acceptance.crash;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.Topics;
import io.tidings.testbed.cluster.AgentClient;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * B-MCP-2: a program is killed with kill -9 while an agent gets events by webhook and polls them, and started again. The
 * webhook misses none, and the polls return each record of the log once.
 */
class KilledAgentIT {
    private static final Topics TOPICS = new Topics(Topics.DEFAULT_PREFIX);
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    /** An event for an agent lives for 15 minutes: three, which is longer than a program is away. */
    private static final double SCALE = 0.2;

    private static final int EVENTS = 600;
    private static final int LAST = 50;
    private static final int BEFORE = 100;

    @TempDir
    Path folder;

    private final Set<String> refused = ConcurrentHashMap.newKeySet();

    @ParameterizedTest(name = "{0}")
    @EnumSource(names = {"TOPOLOGY", "WORKER", "INGEST"})
    void theAgentMissesNothingByWebhookAndByPoll(TestedProgram victim) throws Exception {
        try (var cluster = CrashTestCluster.build(folder, victim, SCALE);
                var agent = cluster.agent()) {
            cluster.answers("/agent", ScriptedResponse.agreeingBut(this::refuses, 503));
            cluster.declare("told");
            var asked = subscription(cluster);
            var granted = agent.call("events/subscribe", asked);
            var polls = new Polls(agent);
            polls.once();

            cluster.publish("told", 0, EVENTS / 2);
            await().atMost(PATIENCE)
                    .until(() -> polls.once()
                            && polls.numbers.size() >= BEFORE
                            && delivered(cluster).size() >= BEFORE);
            var polling = CompletableFuture.runAsync(
                    () -> polls.until(EVENTS + LAST),
                    task -> Thread.ofPlatform().name("polling").start(task));
            cluster.kill();
            cluster.publishMeanwhile("told", EVENTS / 2, EVENTS);
            cluster.restart();
            cluster.publishTheRest();
            var refreshed = agent.call("events/subscribe", asked);
            assertThat(refreshed.path("id")).isEqualTo(granted.path("id"));
            assertThat(refreshed.path("truncated").booleanValue()).isFalse();
            cluster.publish("told", EVENTS, EVENTS + LAST);

            var published = IntStream.range(0, EVENTS + LAST).boxed().collect(toSet());
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(delivered(cluster)).isEqualTo(published));
            assertThat(polling).succeedsWithin(PATIENCE);
            var log = log(cluster);
            await().atMost(PATIENCE).until(() -> polls.once() && polls.numbers.size() >= log.size());
            assertThat(polls.once()).isTrue();
            assertThat(polls.numbers).containsExactlyInAnyOrderElementsOf(log);
            cluster.settle();
        }
    }

    /** Refuses the first attempt of every other event. */
    private boolean refuses(ReceivedRequest request) {
        return number(request.json()) % 2 == 1
                && refused.add(request.json().path("eventId").asText());
    }

    private static int number(JsonNode occurrence) {
        return occurrence.at("/data/n").intValue();
    }

    private static String subscription(CrashTestCluster cluster) {
        return """
            {"name":"orders.told","arguments":{},"delivery":{"mode":"webhook","url":"%s",\
            "secret":"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"}}\
            """.formatted(cluster.url("/agent"));
    }

    /** The numbers of the events that the webhook has got, in a request that it did not refuse. */
    private static Set<Integer> delivered(CrashTestCluster cluster) {
        var odd = new HashSet<Integer>();
        var delivered = new HashSet<Integer>();
        for (var request : cluster.requests("/agent")) {
            var json = request.json();
            if (json.has("eventId")) {
                int number = number(json);
                if (number % 2 == 0 || !odd.add(number)) {
                    delivered.add(number);
                }
            }
        }
        return delivered;
    }

    /** The numbers of all records of the type in the log, in which a publisher may repeat an event. */
    private static List<Integer> log(CrashTestCluster cluster) {
        return cluster.records(TOPICS.events()).stream()
                .map(record -> new String(record.value(), UTF_8))
                .filter(event -> event.contains("\"told\""))
                .map(event -> Integer.parseInt(CrashTestCluster.id(event)))
                .toList();
    }

    /** An agent that goes on polling from its last cursor, also while nobody answers. */
    private static final class Polls {
        private final AgentClient agent;
        private final List<Integer> numbers = new ArrayList<>();
        private JsonNode cursor = JsonNodeFactory.instance.nullNode();

        Polls(AgentClient agent) {
            this.agent = agent;
        }

        /** Returns whether there was an answer. */
        boolean once() {
            var answer =
                    agent.tried("events/poll", "{\"name\":\"orders.told\",\"arguments\":{},\"cursor\":" + cursor + "}");
            answer.ifPresent(result -> {
                assertThat(result.path("truncated").booleanValue()).isFalse();
                result.path("events").forEach(each -> numbers.add(number(each)));
                cursor = result.path("cursor");
            });
            return answer.isPresent();
        }

        void until(int count) {
            await().atMost(PATIENCE.multipliedBy(2)).until(() -> {
                once();
                return numbers.size() >= count;
            });
        }
    }
}
