package io.tidings.local.demo;

import io.tidings.contract.Topics;
import io.tidings.local.cluster.CannotStart;
import io.tidings.local.cluster.LocalCluster;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The lives of three events, shown as they happen: one delivered, one retried twice, one refused and kept as a blob. */
public final class Demo {
    private static final String SCALE = "time.scale";
    private static final String TOPIC = "orders";
    private static final String CONTAINER = "dead-letters";
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final LocalCluster cluster;
    private final PrintStream out;
    private final Topics topics = new Topics(Topics.DEFAULT_PREFIX);

    public Demo(LocalCluster cluster, PrintStream out) {
        this.cluster = cluster;
        this.out = out;
    }

    /** Short waits, unless other settings were asked for. */
    public static Map<String, String> settings(Map<String, String> wanted) {
        var settings = new TreeMap<>(Map.of(SCALE, "0.05", "deadletter.delay", "20s", "deadletter.window", "10s"));
        settings.putAll(wanted);
        return settings;
    }

    /** @throws CannotStart when something did not happen in time */
    public void run() {
        var timeline = new DemoTimeline(out);
        try (var ingest = new ManagementClient(cluster.http(), cluster.adminToken());
                var endpoint = new DemoEndpoint(timeline);
                var ladder = new LadderMonitor(KafkaClients.of(cluster.bootstrapServers()), topics, timeline)) {
            explain();
            subscribe(ingest, endpoint);
            timeline.say("you", "publish order-1, order-2 and order-3 over HTTP");
            require(ingest.publish(TOPIC, events()), 200, "publishing");
            timeline.say("ingest", "responds 200: the events are safe in Kafka");
            watch(endpoint, ladder, timeline);
        }
        showCommands();
    }

    private void explain() {
        double scale = Double.parseDouble(cluster.options().settings().getOrDefault(SCALE, "1"));
        out.printf("%nEvery wait is shortened (%s %s): 30 s take %.1f s here.%n%n", SCALE, scale, 30 * scale);
    }

    private static void subscribe(ManagementClient ingest, DemoEndpoint endpoint) {
        require(ingest.putTopic(TOPIC, """
            {"properties": {"inputSchema": "EventGridSchema"}}\
            """), 201, "creating the topic");
        require(
                ingest.putSubscription(TOPIC, "demo", """
                    {"properties": {
                      "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
                      "deadLetterDestination": {"endpointType": "StorageBlob", "properties": {
                        "resourceId": "/subscriptions/x/resourceGroups/y/providers/Microsoft.Storage/storageAccounts/local",
                        "blobContainerName": "%s"}}}}\
                    """.formatted(endpoint.uri(), CONTAINER)),
                201,
                "creating the subscription");
    }

    private static void require(Response answer, int status, String doing) {
        if (answer.statusCode() != status) {
            throw new CannotStart("The demonstration ended while %s: the response was %d %s"
                    .formatted(doing, answer.statusCode(), answer.body()));
        }
    }

    private static String events() {
        var events = new StringBuilder();
        for (var id : new String[] {DemoEndpoint.LIKED, DemoEndpoint.LATER, DemoEndpoint.REFUSED}) {
            events.append(events.isEmpty() ? "[" : ",").append("""
                {"id": "%1$s", "subject": "/orders/%1$s", "eventType": "Order.Placed",
                 "eventTime": "2026-11-21T09:30:00Z", "data": {"amount": 42}, "dataVersion": "1"}\
                """.formatted(id));
        }
        return events.append(']').toString();
    }

    private void watch(DemoEndpoint endpoint, LadderMonitor ladder, DemoTimeline timeline) {
        long start = System.nanoTime();
        while (true) {
            ladder.look();
            var blob = blob();
            if (blob.isPresent() && endpoint.delivered(DemoEndpoint.LATER) && ladder.parked() >= 2) {
                timeline.say(DemoEndpoint.REFUSED, "is DEAD-LETTERED in " + blob.get());
                out.printf("%n%s%n", read(blob.get()));
                return;
            }
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new CannotStart(
                        "The demonstration ended after %d s: delivered at once: %s, seen waiting: %d times of 2, delivered at the second retry: %s, dead-letter blob: %s. The log above may say why."
                                .formatted(
                                        PATIENCE.toSeconds(),
                                        endpoint.delivered(DemoEndpoint.LIKED),
                                        ladder.parked(),
                                        endpoint.delivered(DemoEndpoint.LATER),
                                        blob.isPresent()));
            }
        }
    }

    private Optional<Path> blob() {
        var container = cluster.options().deadLetters().resolve(CONTAINER);
        if (!Files.isDirectory(container)) {
            return Optional.empty();
        }
        try (var files = Files.walk(container)) {
            return files.filter(each -> each.toString().endsWith(".json")).findFirst();
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof NoSuchFileException) {
                return Optional.empty(); // the exporter has just renamed the file to its final name
            }
            throw e;
        } catch (IOException e) {
            throw new UncheckedIOException("looking for blobs", e);
        }
    }

    private static String read(Path blob) {
        try {
            return Files.readString(blob);
        } catch (IOException e) {
            throw new UncheckedIOException("reading a blob", e);
        }
    }

    private void showCommands() {
        var options = cluster.options();
        var server = options.ports().kafka() == 9092 ? "" : " --bootstrap-server " + cluster.bootstrapServers();
        var printing = "--from-beginning --isolation-level read_committed --formatter-property print.headers=true"
                + " --formatter-property print.timestamp=true --timeout-ms 5000";
        var deadLetter = cluster.console() + "#/topics/" + TOPIC + "/events/" + DemoEndpoint.REFUSED;
        out.printf(
                """

                See it in the console. Start it again on what the demonstration left behind:
                  ./deploy/local/up --data %1$s --set %2$s=%3$s
                and open the dead letter, with the token in %6$s:
                  %7$s
                The same with Kafka's own tools, in another terminal:
                  ./deploy/local/kafka console-consumer%4$s --topic tidings.retry.30s %5$s
                    where an event waits: attempts, last outcome, due
                  ./deploy/local/kafka console-consumer%4$s --topic tidings.attempts %5$s
                    every attempt that failed
                  ./deploy/local/kafka console-consumer%4$s --topic tidings.dead-letters %5$s
                    what was given up, and why
                  ./deploy/local/kafka consumer-groups%4$s --describe --group tidings.delivery-worker
                    how many wait in which tier: the lag, which counts the ends of transactions too
                """,
                options.data(), SCALE, options.settings().get(SCALE), server, printing, options.token(), deadLetter);
    }
}
