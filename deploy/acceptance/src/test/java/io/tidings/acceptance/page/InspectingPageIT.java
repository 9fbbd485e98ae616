package io.tidings.acceptance.page;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.contract.Topics;
import io.tidings.runtime.kafka.KafkaClients;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command of the page that says where an event is, one after the other, on a system that runs. */
class InspectingPageIT {
    /** What each command prints, in the order of the page. */
    private static final List<Expected> EXPECTED = List.of(
            new Expected("tidings\\.events", "Partition:", "Offset:", "\"id\" : \"order-7\"", "ce_id:order-7"),
            new Expected("consumer-groups --describe", "tidings.retry.5m"),
            new Expected("uniq -c", "10 orders/billing"),
            new Expected(
                    "tidings-event-id:order-7",
                    "tidings-format:1",
                    "tidings-topic:orders",
                    "tidings-subscription:billing",
                    "tidings-attempts:1",
                    "tidings-due:",
                    "tidings-last-outcome:NotFound",
                    "tidings-last-status:404"),
            new Expected("tidings.attempts", "orders/billing\t", "\"outcome\":\"NotFound\"", "\"verdict\":\"Retry\""),
            new Expected("tidings.rejected", "tidings-reason:NoTopic", "tidings-error:the record names no topic: add"),
            new Expected(
                    "tidings.probation", "orders/billing\t", "\"state\":\"OnProbation\"", "\"cause\":\"NotFound\""),
            new Expected("curl -s localhost", "\"OnProbation\""),
            new Expected("tidings.dead-letters", "tidings-deadletter-reason:UndeliverableDueToHttpBadRequest"),
            new Expected("--dry-run", "0 of 1 written", "UndeliverableDueToHttpBadRequest", "nothing was written"),
            new Expected("tidings redrive orders/audit", "1 of 1 written"),
            new Expected("\"paused\": true", "\"paused\":true"),
            new Expected("eventTimeToLiveInMinutes", "\"eventTimeToLiveInMinutes\":1"),
            new Expected("-X DELETE", "200"));

    @TempDir
    static Path folder;

    private static LocalTestCluster machine;

    /**
     * A command and what can be read from it.
     *
     * @param command a part of it
     */
    private record Expected(String command, List<String> printed) {
        Expected(String command, String... printed) {
            this(command, List.of(printed));
        }
    }

    /** One command of the page. */
    private record Command(String line, Expected expected) implements Callable<Void> {
        boolean onlyReads() {
            return line.contains("./deploy/local/kafka");
        }

        @Override
        public @Nullable Void call() throws Exception {
            assertThat(line).contains(expected.command());
            assertThat(new PageCommands(machine, folder).printedBy(line)).contains(expected.printed());
            return null;
        }
    }

    @BeforeAll
    static void eventsStandWhereThePageSaysThatTheyDo() throws Exception {
        machine = LocalTestCluster.start(folder.resolve("data"), Map.of());
        machine.endpoint().answers("/billing", ScriptedResponse.status(404));
        machine.endpoint().answers("/audit", ScriptedResponse.status(400), ScriptedResponse.status(200));
        machine.topic("orders", "EventGridSchema");
        machine.subscribe("orders", "billing", "/billing", "/billing", 30);
        machine.subscribe("orders", "audit", "/audit", "/audit", 30);
        machine.edge().publish("orders", overSeveralLines(machine.order("order-7", "/billing")));
        for (int i = 2; i <= 10; i++) {
            machine.publish("other-" + i, "/billing");
        }
        machine.publish("order-8", "/audit");
        try (var producer =
                KafkaClients.of(machine.cluster().bootstrapServers()).producer(Map.of())) {
            var events = new Topics(Topics.DEFAULT_PREFIX).events();
            producer.send(new ProducerRecord<>(events, "{\"id\":\"9\"}".getBytes(UTF_8)))
                    .get();
            var binary = new ProducerRecord<byte[], byte[]>(events, "{}".getBytes(UTF_8));
            binary.headers().add("tidings-topic", "unknown".getBytes(UTF_8)).add("ce_id", "order-7".getBytes(UTF_8));
            producer.send(binary).get();
        }
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/billing").size() == 10
                        && machine.endpoint().requests("/audit").size() == 1);
    }

    /** As writers do who print JSON for people. */
    private static String overSeveralLines(String event) throws IOException {
        var json = new JsonMapper();
        return json.writerWithDefaultPrettyPrinter().writeValueAsString(List.of(json.readTree(event)));
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void everyCommandDoesWhatThePageSays() throws Exception {
        var commands = commands();
        // Those that read wait for seconds whether more comes: some at a time, before anything changes.
        try (var together = Executors.newFixedThreadPool(3)) {
            var readers = commands.stream()
                    .filter(Command::onlyReads)
                    .map(InspectingPageIT::untilItSeesSomething)
                    .toList();
            for (var reader : together.invokeAll(readers)) {
                reader.get();
            }
        }
        for (var command : commands) {
            if (!command.onlyReads()) {
                command.call();
            }
        }
        await().atMost(PATIENCE)
                .until(() -> machine.endpoint().requests("/audit").size() == 2);
        var sent = machine.endpoint().requests("/audit");
        assertThat(sent.get(1).body()).isEqualTo(sent.getFirst().body());
        assertThat(sent.get(1).header("aeg-delivery-count")).containsExactly("0");
    }

    /** A consumer that takes more than its five seconds to start has seen nothing. */
    private static Callable<Void> untilItSeesSomething(Command command) {
        return () -> {
            await().atMost(PATIENCE).untilAsserted(command::call);
            return null;
        };
    }

    private static List<Command> commands() throws IOException {
        var lines = PageCommands.of("timeline.md");
        assertThat(lines).hasSameSizeAs(EXPECTED);
        return IntStream.range(0, lines.size())
                .mapToObj(i -> new Command(lines.get(i), EXPECTED.get(i)))
                .toList();
    }
}
