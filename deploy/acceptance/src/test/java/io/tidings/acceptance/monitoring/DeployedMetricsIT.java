package io.tidings.acceptance.monitoring;

import static io.tidings.acceptance.installation.LocalTestCluster.PATIENCE;
import static java.util.function.Function.identity;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tidings.acceptance.installation.DeployFolder;
import io.tidings.acceptance.installation.LocalTestCluster;
import io.tidings.runtime.metric.Metric;
import io.tidings.testbed.webhook.ScriptedResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What dashboard, alerts and pages ask Prometheus for is what a running system shows. */
class DeployedMetricsIT {
    private static final int THRESHOLD = 10;

    /** What Tidings promises to show, whoever asks. */
    private static final List<String> PROMISED = List.of(
            "tidings_publish_success_total",
            "tidings_publish_fail_total",
            "tidings_publish_size_units_total",
            "tidings_publish_latency_seconds_bucket",
            "tidings_matched_total",
            "tidings_unmatched_total",
            "tidings_rejected_total",
            "tidings_source_lag",
            "tidings_source_missing",
            "tidings_source_held",
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

    /** What Prometheus adds itself. */
    private static final Set<String> ADDED = Set.of("le", "job", "instance", "pod", "namespace");

    private static MetricsScrape scrape;

    /** On an installation that has run for a while: some of what Kafka's clients count is shown after a minute. */
    @BeforeAll
    static void everythingHappensOnce() throws Exception {
        var machine = LocalTestCluster.shared();
        var metered = machine.topic("metered");
        metered.answers("/retried", ScriptedResponse.status(503), ScriptedResponse.status(200));
        metered.answers("/rejected", ScriptedResponse.status(400));
        metered.answers("/dropped", ScriptedResponse.status(400));
        metered.answers("/absent", ScriptedResponse.status(404));
        for (var name : List.of("retried", "rejected", "absent")) {
            metered.subscribe(name, "/" + name);
        }
        metered.put("dropped", """
            "destination": {"endpointType": "WebHook", "properties": {"endpointUrl": "%s"}}, %s\
            """.formatted(metered.url("/dropped"), LocalTestCluster.beginsWith("/dropped")));
        addSource(machine);
        assertThat(machine.edge().publish("metered", "no JSON").statusCode()).isEqualTo(400);
        for (var subject : List.of("/retried", "/rejected", "/dropped", "/unmatched")) {
            metered.publish("e" + subject, subject);
        }
        for (int i = 0; i <= THRESHOLD; i++) {
            metered.publish("e" + i, "/absent");
        }
        await().atMost(PATIENCE).untilAsserted(() -> {
            scrape = MetricsScrape.of(machine.metrics());
            assertThat(scrape.names()).containsAll(PROMISED);
        });
        Files.writeString(Path.of("target", "scrape.txt"), scrape.text());
    }

    private static void addSource(LocalTestCluster machine) {
        machine.kafkaTopic("their.clicks", 1);
        machine.topicWith(
                "theirs", "\"tidings\": {\"source\": {\"kafkaTopic\": \"their.clicks\", \"format\": \"json\"}}");
    }

    @Test
    void everyMetricAndLabelThatIsAskedForIsShown() {
        assertThat(DeployFolder.questions()).hasSizeGreaterThan(40).allSatisfy(question -> {
            var query = new PromQuery(question);
            assertThat(scrape.names()).as(question).containsAll(query.metrics());
            query.labels()
                    .forEach((metric, labels) -> assertThat(
                                    Stream.concat(scrape.labels(metric).stream(), ADDED.stream()))
                            .as(question)
                            .containsAll(labels));
        });
    }

    @Test
    void whatIsShownOfOursHasTheDescriptionAndTheLabelsOfItsDefinition() {
        var defined = Stream.of(Metric.values()).collect(toMap(Metric::family, identity()));
        assertThat(scrape.helps("tidings_")).hasSizeGreaterThan(25).allSatisfy((name, help) -> {
            var metric = defined.get(name.replaceFirst("_max$", ""));
            assertThat(metric).as(name).isNotNull();
            assertThat(help).as(name).isEqualTo(metric.description());
        });
        scrape.series().forEach((name, labels) -> {
            if (name.startsWith("tidings_")) {
                var metric = defined.get(name.replaceFirst("_(bucket|sum|count|max)$", ""));
                assertThat(metric).as(name).isNotNull();
                assertThat(labels.stream().filter(label -> !label.equals("le")))
                        .as(name)
                        .containsExactlyInAnyOrderElementsOf(metric.tags());
            }
        });
    }

    @Test
    void everyMetricHasADescription() {
        assertThat(scrape.helps("").values()).hasSizeGreaterThan(100).noneMatch(String::isBlank);
    }
}
