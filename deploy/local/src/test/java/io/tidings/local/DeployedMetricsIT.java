package io.tidings.local;

import static io.tidings.local.OneMachine.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.testbed.Answer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What dashboard, alerts and pages ask Prometheus for is what a running system shows. */
class DeployedMetricsIT {
    private static final int THRESHOLD = 2;

    /** What Tidings promises to show, whoever asks. */
    private static final List<String> PROMISED = List.of(
            "tidings_publish_success_total",
            "tidings_publish_fail_total",
            "tidings_publish_size_units_total",
            "tidings_publish_latency_seconds_bucket",
            "tidings_matched_total",
            "tidings_unmatched_total",
            "tidings_rejected_total",
            "tidings_filter_evaluations_total",
            "tidings_delivery_success_total",
            "tidings_delivery_attempt_fail_total",
            "tidings_deferred_total",
            "tidings_dead_lettered_total",
            "tidings_dead_letter_blobs_total",
            "tidings_dropped_total",
            "tidings_destination_duration_seconds_bucket",
            "tidings_delivery_latency_seconds_bucket",
            "tidings_retry_lateness_seconds_bucket",
            "tidings_in_flight",
            "tidings_pending",
            "tidings_probation",
            "tidings_lost_offsets_total",
            "tidings_ready",
            "kafka_consumer_fetch_manager_records_lag",
            "kafka_producer_record_error_total",
            "jvm_memory_used_bytes",
            "process_cpu_usage");

    /** Shown only when a storage was away, an endpoint was asked for its consent or found a batch too large, an event
     * lacked a header's value, or spans are sent; not here. */
    private static final Set<String> RARE = Set.of(
            "tidings_delivery_batch_halved_total",
            "tidings_delivery_headers_left_out_total",
            "tidings_dead_letter_appended_again_total",
            "tidings_handshakes_total",
            "tidings_spans_sent_total",
            "tidings_spans_dropped_total");

    /** What Prometheus adds itself. */
    private static final Set<String> ADDED = Set.of("le", "job", "instance", "pod", "namespace");

    @TempDir
    private static Path folder;

    private static OneMachine machine;
    private static Scrape scrape;

    @BeforeAll
    static void everythingHappensOnce() throws Exception {
        machine = OneMachine.start(
                folder,
                Map.of(
                        "time.scale",
                        "0.02",
                        "deadletter.delay",
                        "50s",
                        "deadletter.window",
                        "30s",
                        "probation.threshold",
                        Integer.toString(THRESHOLD)));
        machine.topic("orders", "EventGridSchema");
        machine.endpoint().answers("/retried", Answer.status(503), Answer.status(200));
        machine.endpoint().answers("/rejected", Answer.status(400));
        machine.endpoint().answers("/dropped", Answer.status(400));
        machine.endpoint().answers("/absent", Answer.status(404));
        machine.subscribe("orders", "retried", "/retried", "/retried", 30);
        machine.subscribe("orders", "rejected", "/rejected", "/rejected", 30);
        machine.subscribe("orders", "absent", "/absent", "/absent", 30);
        subscribeWithoutDeadLetters();
        assertThat(machine.edge().publish("orders", "no JSON").statusCode()).isEqualTo(400);
        for (var subject : List.of("/retried", "/rejected", "/dropped", "/unmatched")) {
            publish(subject);
        }
        for (int i = 0; i <= THRESHOLD; i++) {
            publish("/absent");
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            scrape = Scrape.of(metrics());
            assertThat(scrape.names()).containsAll(PROMISED);
        });
        Files.writeString(Path.of("target", "scrape.txt"), scrape.text());
    }

    private static void subscribeWithoutDeadLetters() {
        var json = """
            {"properties": {
              "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}},
              "filter": {"subjectBeginsWith": "/dropped"}}}\
            """.formatted(machine.endpoint().uri("/dropped"));
        assertThat(machine.edge().putSubscription("orders", "dropped", json).statusCode())
                .isEqualTo(201);
    }

    private static void publish(String subject) {
        assertThat(machine.edge()
                        .publish("orders", "[" + machine.order("e" + subject, subject) + "]")
                        .statusCode())
                .isEqualTo(200);
    }

    private static String metrics() throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(machine.cluster().admin() + "/metrics"))
                    .build();
            return client.send(request, BodyHandlers.ofString()).body();
        }
    }

    @AfterAll
    static void stop() {
        machine.close();
    }

    @Test
    void everyMetricAndLabelThatIsAskedForIsShown() {
        assertThat(DeployFolder.questions()).hasSizeGreaterThan(40).allSatisfy(question -> {
            var query = new Query(question);
            assertThat(scrape.names()).as(question).containsAll(query.metrics());
            query.labels()
                    .forEach((metric, labels) -> assertThat(
                                    Stream.concat(scrape.labels(metric).stream(), ADDED.stream()))
                            .as(question)
                            .containsAll(labels));
        });
    }

    @Test
    void everyMetricThatAPageNamesIsShown() {
        assertThat(DeployFolder.metricsOnPages())
                .hasSizeGreaterThan(10)
                .allSatisfy((metric, page) -> assertThat(Stream.concat(scrape.families().stream(), RARE.stream()))
                        .as(metric + " in " + page)
                        .contains(metric));
    }

    @Test
    void theNumberOfSeriesDependsOnTopicsAndSubscriptionsOnly() {
        assertThat(scrape.labelsOfAll("tidings_"))
                .isSubsetOf("topic", "subscription", "reason", "outcome", "error", "tier", "program", "le", "result");
    }
}
