package io.tidings.chaos.subscriber;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.chaos.check.HistoryArchive;
import io.tidings.chaos.check.ReceivedEvent;
import io.tidings.chaos.check.SettledEvent;
import io.tidings.chaos.check.SettledEvent.Action;
import io.tidings.chaos.check.SettledEvent.Answer;
import io.tidings.testbed.cluster.ClusterPlan;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;
import io.tidings.testbed.load.FixedPause;
import io.tidings.testbed.process.ChildProtocol;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Receives the events of all queues. It notes each event before it does anything about it, and everything that it asks
 * before it asks, so that it can be killed at any moment.
 */
public final class ReceiverMain {
    private static final int MOST = 10;

    /** Receives of a queue at the same time, so that some wait while others take what a busy machine is slow to give. */
    private static final int AT_ONCE = 4;

    /** The shortest that ingest takes. A response says nothing of when its events were handed out. */
    private static final Duration WAIT = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration HOLD = Subscriber.LOCK.multipliedBy(2).dividedBy(3);
    private static final Duration DELAY = Duration.ofSeconds(10);

    private final HistoryArchive archive;
    private final ManagementClient client;

    private record Queue(Subscriber subscriber, String key) {
        String name() {
            return subscriber.name();
        }
    }

    private ReceiverMain(HistoryArchive archive, ManagementClient client) {
        this.archive = archive;
        this.client = client;
    }

    /** @param args the folder of the histories, the address of ingest, the profile */
    public static void main(String[] args) {
        var receivers = new ReceiverMain(
                new HistoryArchive(Path.of(args[0])), new ManagementClient(args[1], ClusterPlan.TOKEN));
        new Subscribers(EndpointProfile.valueOf(args[2]), 1, 1, 0, true)
                .queues()
                .forEach(queue -> Collections.nCopies(AT_ONCE, queue)
                        .forEach(each -> Thread.ofVirtual().start(() -> receivers.receive(each))));
        ChildProtocol.announce("receiving");
        ChildProtocol.awaitParentsEnd();
        System.exit(0);
    }

    private void receive(Subscriber subscriber) {
        var queue = new Queue(subscriber, key(subscriber));
        while (true) {
            var asked = Instant.now();
            var response = ask(queue, "receive?maxEvents=%d&maxWaitTime=%d".formatted(MOST, WAIT.toSeconds()), "");
            if (response.successful()) {
                received(queue, response.json().path("value"), asked, Instant.now());
            } else {
                FixedPause.sleep(PAUSE);
            }
        }
    }

    private String key(Subscriber queue) {
        while (true) {
            var response = client.postSubscription(queue.topic(), queue.name(), "listKeys");
            if (response.successful()) {
                return response.json().path("key1").asText();
            }
            System.err.println("no key of %s: %s".formatted(queue.name(), response));
            FixedPause.sleep(PAUSE);
        }
    }

    private void received(Queue queue, JsonNode values, Instant asked, Instant arrived) {
        var groups = new LinkedHashMap<ReceiverBehaviour, Map<String, ReceivedEvent>>();
        for (var value : values) {
            var token = value.path("brokerProperties").path("lockToken").asText();
            var event = new ReceivedEvent(
                    value.path("event").path("id").asText(),
                    Integer.toHexString(token.hashCode()),
                    value.path("brokerProperties").path("deliveryCount").asInt(),
                    asked,
                    arrived,
                    asked.plus(Subscriber.LOCK),
                    EventComparison.of(
                            value.path("event"), queue.subscriber().delivery().schema()));
            archive.write(queue.name(), event);
            var behaviour = ReceiverBehaviour.of(
                    ChaosEvents.turn(ChaosEvents.number(event.event())),
                    event.count(),
                    queue.subscriber().extras().ordered());
            groups.computeIfAbsent(behaviour, _ -> new LinkedHashMap<>()).put(token, event);
        }
        groups.forEach((behaviour, events) -> Thread.ofVirtual().start(() -> settle(queue, behaviour, events)));
    }

    private void settle(Queue queue, ReceiverBehaviour behaviour, Map<String, ReceivedEvent> events) {
        switch (behaviour) {
            case ACKNOWLEDGE -> ask(queue, Action.ACKNOWLEDGE, Duration.ZERO, events);
            case RELEASE -> ask(queue, Action.RELEASE, Duration.ZERO, events);
            case RELEASE_LATER -> ask(queue, Action.RELEASE, DELAY, events);
            case REJECT -> ask(queue, Action.REJECT, Duration.ZERO, events);
            case HOLD -> {
                FixedPause.sleep(HOLD);
                ask(queue, Action.RENEW, Subscriber.LOCK, events);
                FixedPause.sleep(HOLD);
                ask(queue, Action.ACKNOWLEDGE, Duration.ZERO, events);
            }
            case LAPSE -> {}
        }
    }

    private void ask(Queue queue, Action action, Duration time, Map<String, ReceivedEvent> events) {
        var now = Instant.now();
        var asked = new LinkedHashMap<String, SettledEvent>();
        events.forEach((token, event) -> asked.put(
                token,
                new SettledEvent(event.event(), event.token(), action, now, Instant.MIN, now.plus(time), Answer.NONE)));
        asked.values().forEach(each -> archive.write(queue.name(), each));
        var tokens = JsonNodeFactory.instance.objectNode();
        events.keySet().forEach(tokens.putArray("lockTokens")::add);
        var what =
                action == Action.RELEASE ? action.word() + "?releaseDelayInSeconds=" + time.toSeconds() : action.word();
        var response = ask(queue, what, tokens.toString());
        if (response.successful()) {
            var answered = Instant.now();
            var answers = answers(response);
            asked.forEach((token, each) ->
                    archive.write(queue.name(), each.answered(answers.getOrDefault(token, Answer.OTHER), answered)));
        }
    }

    private static Map<String, Answer> answers(Response response) {
        var answers = new HashMap<String, Answer>();
        response.json().path("succeededLockTokens").forEach(each -> answers.put(each.asText(), Answer.SUCCEEDED));
        for (var failed : response.json().path("failedLockTokens")) {
            answers.put(
                    failed.path("lockToken").asText(),
                    switch (failed.path("error").path("code").asText()) {
                        case "TokenLost" -> Answer.LOST;
                        case "ServiceUnavailable" -> Answer.NONE;
                        default -> Answer.OTHER;
                    });
        }
        return answers;
    }

    private Response ask(Queue queue, String what, String json) {
        var response = client.askQueue(queue.subscriber().topic(), queue.name(), what, queue.key(), json);
        if (!response.successful()) {
            System.err.println("%s:%s: %s".formatted(queue.name(), what, response));
        }
        return response;
    }
}
