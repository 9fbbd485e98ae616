package io.tidings.acceptance.monitoring;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.acceptance.monitoring.SpanCollector.Told;
import io.tidings.contract.Topics;
import io.tidings.runtime.tracing.Attribute;
import io.tidings.runtime.tracing.Step;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An event's way as a tracing system shows it, from its publisher to its dead letter. */
class TracingIT {
    private static final String PARENT = "00f067aa0ba902b7";
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final Duration THIRTY_SECONDS = Duration.ofMillis(600);

    @TempDir
    static Path folder;

    private static SpanCollector collector;
    private static LocalTestCluster machine;
    private static HttpClient http;

    @BeforeAll
    static void start() throws IOException {
        collector = new SpanCollector();
        http = HttpClient.newHttpClient();
        Files.createDirectories(folder.resolve("deadletters/dead-letters"));
        machine = LocalTestCluster.start(
                folder,
                Map.of(
                        "time.scale", "0.02",
                        "deadletter.delay", "25s",
                        "deadletter.window", "10s",
                        "deadletter.create.containers", "false",
                        "tracing.endpoint", collector.endpoint()));
        machine.topic("orders", "EventGridSchema");
    }

    @AfterAll
    static void stop() {
        machine.close();
        collector.close();
        http.close();
    }

    @Test
    void oneTraceShowsTheWholeWayOfAnEvent() throws Exception {
        machine.endpoint().answers("/flaky", ScriptedResponse.status(503), ScriptedResponse.status(400));
        machine.subscribe("orders", "flaky", "/flaky?code=sesame", "/flaky", 30);

        publish(machine, "orders", "[" + machine.order("way", "/flaky") + "]", "traceparent", parent());

        await("each program tells by itself").atMost(PATIENCE).until(() -> told("way") == 6);
        var publish = the(Step.PUBLISH);
        assertThat(publish.trace()).isEqualTo(TRACE);
        assertThat(publish.parent()).isEqualTo(PARENT);
        assertThat(publish.service()).isEqualTo("tidings-ingest-service");
        var match = the(Step.MATCH);
        assertThat(match.childOf(publish)).isTrue();
        assertThat(match.service()).isEqualTo("tidings-topology");
        assertThat(match.attribute("matched")).isEqualTo("1");
        var attempts = collector.spans(
                each -> each.is("attempt") && each.attribute("event.id").equals("way"));
        assertThat(attempts).hasSize(2).allSatisfy(each -> {
            assertThat(each.childOf(match)).isTrue();
            assertThat(each.failed()).isTrue();
            assertThat(each.service()).isEqualTo("tidings-delivery-worker");
            assertThat(each.attribute("subscription")).isEqualTo("flaky");
            assertThat(each.attributes()).containsEntry("server.address", "localhost");
        });
        assertThat(attempts)
                .extracting(
                        each -> each.attribute("attempt"),
                        each -> each.attribute("outcome"),
                        each -> each.attribute("verdict"),
                        each -> each.attributes().get("http.response.status_code"))
                .containsExactly(tuple("1", "Busy", "Retry", "503"), tuple("2", "BadRequest", "DeadLetter", "400"));
        assertThat(Duration.ofNanos(
                        attempts.getLast().begun() - attempts.getFirst().ended()))
                .isGreaterThanOrEqualTo(THIRTY_SECONDS);
        assertThat(machine.endpoint().requests("/flaky"))
                .extracting(TracingIT::spanNamed)
                .containsExactly(attempts.getFirst().id(), attempts.getLast().id());
        var deadLetter = the(Step.DEAD_LETTER);
        assertThat(deadLetter.childOf(match)).isTrue();
        assertThat(deadLetter.attribute("reason")).isEqualTo("UndeliverableDueToHttpBadRequest");
        var export = collector.spans(each -> each.is("export")).getFirst();
        assertThat(export.childOf(deadLetter)).isTrue();
        assertThat(export.service()).isEqualTo("tidings-deadletter-exporter");
        assertThat(export.attribute("event.id")).isEqualTo("way");
        assertThat(export.attribute("blob")).startsWith("FLAKY/");
        assertThat(collector.spans(_ -> true).toString()).doesNotContain("sesame");
    }

    @Test
    void aDeadLetterThatCannotBeWrittenEndsInADrop() throws Exception {
        machine.endpoint().answers("/lost", ScriptedResponse.status(400));
        var members = List.of(
                machine.webhook("/lost"),
                LocalTestCluster.beginsWith("/lost"),
                LocalTestCluster.deadLetters("missing"));
        machine.put("orders", "lost", String.join(", ", members));

        publish(machine, "orders", "[" + machine.order("lost", "/lost") + "]");

        await("each program tells by itself").atMost(PATIENCE).until(() -> told("lost") == 5);
        var drop = collector.spans(each -> each.is("drop")).getFirst();
        assertThat(drop.childOf(collector
                        .spans(each -> each.is("dead letter")
                                && each.attribute("event.id").equals("lost"))
                        .getFirst()))
                .isTrue();
        assertThat(drop.service()).isEqualTo("tidings-deadletter-exporter");
        assertThat(drop.attribute("subscription")).isEqualTo("lost");
        assertThat(drop.attribute("event.id")).isEqualTo("lost");
        assertThat(drop.attribute("reason")).isEqualTo("ContainerNotFound");
    }

    @Test
    void aBatchIsOneRequestOfSeveralTraces() throws Exception {
        machine.endpoint().answers("/batch", ScriptedResponse.status(200));
        machine.put("orders", "batch", """
            "destination": {"endpointType": "WebHook", "properties":
              {"endpointUrl": "%s", "maxEventsPerBatch": 10}}, "filter": {"subjectBeginsWith": "/batch"}\
            """.formatted(machine.endpoint().uri("/batch")));

        publish(machine, "orders", "[" + machine.order("b1", "/batch") + "," + machine.order("b2", "/batch") + "]");

        await().atMost(PATIENCE).until(() -> attemptsOf("batch").size() == 2);
        var attempts = attemptsOf("batch");
        assertThat(attempts)
                .allMatch(each -> !each.failed() && each.attribute("outcome").equals("Success"));
        assertThat(attempts.getFirst().trace()).isNotEqualTo(attempts.getLast().trace());
        var requests = machine.endpoint().requests("/batch");
        assertThat(spanNamed(requests.getFirst())).isEqualTo(attempts.getFirst().id());
        if (requests.size() == 1) { // else each went alone
            assertThat(attempts.getLast().links())
                    .containsExactly(attempts.getFirst().id());
        }
    }

    @Test
    void thePageNamesEveryStepAndAttribute() throws IOException {
        var page = Files.readString(Path.of("..", "..", "docs", "tracing.md"));
        assertThat(Step.values()).allSatisfy(step -> assertThat(page).contains("| `" + step.wireName() + "` |"));
        assertThat(Attribute.values()).allSatisfy(attribute -> assertThat(page).contains("`" + attribute.key() + "`"));
    }

    /** The context of the request or record goes before that of the event, whose bytes are not changed. */
    @Test
    void withoutTracingEndpointsGetWhatThePublisherGave() throws Exception {
        var off = LocalTestCluster.shared();
        var untraced = off.topic("untraced", "CloudEventSchemaV1_0");
        untraced.answers("/all", ScriptedResponse.status(503), ScriptedResponse.status(200));
        untraced.subscribe("all", "/all", "", "\"eventDeliverySchema\": \"CloudEventSchemaV1_0\"");
        var own = parent().replace(PARENT, "1111111111111111");
        var event = """
            {"specversion":"1.0","id":"%s","source":"/s","type":"t","traceparent":"%s","tracestate":"event=1"}\
            """;

        publish(off, "untraced", event.formatted("1", own), "traceparent", parent(), "tracestate", "request=1");
        assertThat(untraced.awaitRequests("/all", 2)).hasSize(2).allSatisfy(request -> {
            assertThat(request.header("traceparent")).containsExactly(parent());
            assertThat(request.header("tracestate")).containsExactly("request=1");
            assertThat(request.text()).isEqualTo(event.formatted("1", own));
        });

        publish(off, "untraced", event.formatted("2", own));
        publish(off, "untraced", event.formatted("3", own), "traceparent", "no trace");
        try (var producer = off.kafka().producer(Map.of())) {
            var record = new ProducerRecord<byte[], byte[]>(
                    new Topics(Topics.DEFAULT_PREFIX).events(),
                    event.formatted("4", own).getBytes(UTF_8));
            record.headers().add("tidings-topic", "untraced".getBytes(UTF_8));
            record.headers().add("content-type", "application/cloudevents+json".getBytes(UTF_8));
            record.headers().add("traceparent", parent().getBytes(UTF_8));
            producer.send(record).get();
        }
        assertThat(contexts(untraced.awaitRequests("/all", 5)))
                .containsExactlyInAnyOrder(
                        parent() + " request=1",
                        parent() + " request=1",
                        own + " event=1",
                        own + " event=1",
                        parent() + " ");
    }

    private static List<String> contexts(List<ReceivedRequest> requests) {
        return requests.stream()
                .map(request -> String.join(",", request.header("traceparent")) + " "
                        + String.join(",", request.header("tracestate")))
                .toList();
    }

    /** How many spans of an event have come. */
    private static int told(String event) {
        return collector.spans(each -> each.attribute("event.id").equals(event)).size();
    }

    private static Told the(Step step) {
        return collector
                .spans(each ->
                        each.is(step.wireName()) && each.attribute("event.id").equals("way"))
                .getFirst();
    }

    private static List<Told> attemptsOf(String subscription) {
        return collector.spans(
                each -> each.is("attempt") && each.attribute("subscription").equals(subscription));
    }

    private static String spanNamed(ReceivedRequest request) {
        return request.header("traceparent").getFirst().substring(36, 52);
    }

    private static String parent() {
        return "00-%s-%s-01".formatted(TRACE, PARENT);
    }

    private static void publish(LocalTestCluster to, String topic, String body, String... headers) throws Exception {
        var type = body.startsWith("[") ? "application/json" : "application/cloudevents+json";
        var request = HttpRequest.newBuilder(URI.create(to.cluster().http() + "/topics/" + topic + "/api/events"))
                .header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        assertThat(http.send(request.build(), BodyHandlers.ofString()).statusCode())
                .isEqualTo(200);
    }
}
