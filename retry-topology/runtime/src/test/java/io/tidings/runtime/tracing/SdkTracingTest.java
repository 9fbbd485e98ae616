package io.tidings.runtime.tracing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.StatusCode;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.InvalidSettings;
import io.tidings.runtime.Settings;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.webhook.ReceivedRequest;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spans reach a collector, or are dropped and counted; steps never wait for it. */
@Execution(ExecutionMode.CONCURRENT) // waits most of the time
class SdkTracingTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final TraceContext PARENT =
            new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "vendor=1");

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    private final ScriptedWebhook collector = ScriptedWebhook.start();

    @AfterEach
    void close() {
        collector.close();
    }

    @Test
    void withoutASettingEveryStepHandsOnWhatItGot() {
        try (var tracing = Tracing.of(settings(Map.of()), "test", metrics)) {
            assertThat(tracing.on()).isFalse();
            var span = tracing.begin(Step.MATCH, PARENT).setAttribute(Attribute.TOPIC.key(), "shop");
            assertThat(Tracing.next(span, PARENT)).isSameAs(PARENT);
            assertThat(Tracing.next(span, null)).isNull();
            assertThat(tracing.begin(Step.ATTEMPT, null, Instant.EPOCH)).isSameAs(span);
            Tracing.link(span, PARENT);
            span.setStatus(StatusCode.ERROR, "not sent").end();
        }
        assertThat(metrics.getMeters()).isEmpty();
    }

    @Test
    void withOneAStepIsAChildInTheSameTraceAndIsSent() {
        try (var tracing = Tracing.of(on("1"), "test", metrics)) {
            var span = tracing.begin(Step.MATCH, PARENT);
            var next = Tracing.next(span, PARENT);
            assertThat(next).isNotNull();
            assertThat(next.traceparent())
                    .startsWith("00-4bf92f3577b34da6a3ce929d0e0e4736-")
                    .endsWith("-01")
                    .doesNotContain("00f067aa0ba902b7");
            assertThat(next.tracestate()).isEqualTo("vendor=1");
            span.end();
            await().atMost(PATIENCE).until(() -> sent() == 1);
        }
        assertThat(collector.requests("/v1/traces")).hasSize(1);
    }

    @Test
    void theParentsSamplingHoldsAndOtherwiseTheShare() {
        try (var tracing = Tracing.of(on("0"), "test", metrics)) {
            var unsampled = new TraceContext("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00", null);
            assertThat(sampled(tracing, null)).isFalse();
            assertThat(sampled(tracing, unsampled)).isFalse();
            assertThat(sampled(tracing, PARENT)).isTrue();
        }
        try (var tracing = Tracing.of(on("1"), "test", metrics)) {
            assertThat(sampled(tracing, null)).isTrue();
        }
    }

    private static boolean sampled(Tracing tracing, @Nullable TraceContext parent) {
        var next = Tracing.next(tracing.begin(Step.PUBLISH, parent), parent);
        return next != null && (Integer.parseInt(next.traceparent().substring(53), 16) & 1) == 1;
    }

    @Test
    void endedSpansAreSentWhenAProgramStops() {
        var tracing = Tracing.of(on("1"), "test", metrics);
        tracing.begin(Step.MATCH, null).end();
        await().atMost(PATIENCE).until(() -> sent() == 1); // the first takes longer than a program that stops waits
        tracing.begin(Step.MATCH, null).end();
        tracing.close();
        assertThat(collector.requests("/v1/traces")).hasSize(2);
    }

    @Test
    void whileTheCollectorIsAwaySpansAreDroppedAndCountedWithoutBlocking() {
        var nobody = "http://localhost:" + FreePort.next() + "/v1/traces";
        try (var tracing = Tracing.of(settings(Map.of("tracing.endpoint", nobody)), "test", metrics)) {
            while (queueFull() == 0) { // a step that waited for room would never see one dropped
                tracing.begin(Step.MATCH, PARENT)
                        .setAttribute(Attribute.EVENT_ID.key(), "e1")
                        .end();
            }
            await().atMost(PATIENCE).until(() -> dropped("CollectorAway") > 0);
        }
    }

    @Test
    void theEnvironmentBoundsTheQueue() {
        var nobody = "http://localhost:" + FreePort.next();
        var few = environment(Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", nobody,
                "OTEL_BSP_MAX_QUEUE_SIZE", "16",
                "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", "16",
                "OTEL_BSP_SCHEDULE_DELAY", "60000"));
        int begun = 0;
        try (var tracing = Tracing.of(few, "test", metrics)) {
            while (queueFull() == 0) {
                tracing.begin(Step.MATCH, PARENT).end();
                begun++;
            }
        }
        assertThat(begun).isLessThan(8_192);
    }

    @Test
    void theEnvironmentNamesTheCollectorItsHeadersTheServiceAndItsResource() {
        var all = environment(Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                collector.uri("").toString(),
                "OTEL_EXPORTER_OTLP_HEADERS",
                "authorization=Bearer%20planted",
                "OTEL_RESOURCE_ATTRIBUTES",
                "deployment.environment.name=staging,service.name=less" + ",service.namespace=shop",
                "OTEL_SERVICE_NAME",
                "webhooks"));
        var request = exported(all);
        assertThat(request.header("authorization")).containsExactly("Bearer planted");
        assertThat(new String(request.body(), UTF_8))
                .contains("deployment.environment.name", "staging", "service.namespace", "shop", "webhooks")
                .doesNotContain("tidings-test", "less");
    }

    @Test
    void theProgramNamesTheServiceWhereTheEnvironmentDoesNot() {
        var request = exported(environment(Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT",
                collector.uri("").toString(),
                "OTEL_RESOURCE_ATTRIBUTES",
                "deployment.environment.name=staging")));
        assertThat(new String(request.body(), UTF_8)).contains("tidings-test", "staging");
    }

    @Test
    void settingsWinOverTheEnvironment() {
        var environment = Map.of(
                "OTEL_EXPORTER_OTLP_ENDPOINT", "http://localhost:" + FreePort.next(),
                "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc",
                "OTEL_EXPORTER_OTLP_HEADERS", "x-tenant=a",
                "OTEL_TRACES_SAMPLER", "always_off");
        var request = exported(environment(
                environment,
                "--set",
                "tracing.endpoint=" + collector.uri("/v1/traces"),
                "--set",
                "tracing.headers=x-tenant=50% b+c",
                "--set",
                "tracing.sampling=1"));
        assertThat(request.header("x-tenant")).containsExactly("50% b+c");
    }

    @Test
    void theEnvironmentSamplesWhereTheSettingIsNotGiven() {
        var endpoint = collector.uri("").toString();
        try (var tracing = Tracing.of(
                environment(Map.of(
                        "OTEL_EXPORTER_OTLP_ENDPOINT", endpoint,
                        "OTEL_TRACES_SAMPLER", "parentbased_traceidratio",
                        "OTEL_TRACES_SAMPLER_ARG", "0")),
                "test",
                metrics)) {
            assertThat(sampled(tracing, null)).isFalse();
            assertThat(sampled(tracing, PARENT)).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({"OTEL_SDK_DISABLED, true", "OTEL_TRACES_EXPORTER, none"})
    void theEnvironmentSwitchesOffOnlyTheTracingThatItAsksFor(String variable, String value) {
        var endpoint = collector.uri("/v1/traces").toString();
        var environment = Map.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", endpoint, variable, value);
        try (var asked = Tracing.of(environment(environment), "test", metrics);
                var set = Tracing.of(
                        environment(environment, "--set", "tracing.endpoint=" + endpoint), "test", metrics)) {
            assertThat(asked.on()).isFalse();
            assertThat(set.on()).isTrue();
        }
    }

    @Test
    void anEnvironmentThatTheSdkCannotReadIsReportedWithoutItsHeaders() {
        var endpoint = collector.uri("").toString();
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> Tracing.of(
                        environment(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint, "OTEL_BSP_MAX_QUEUE_SIZE", "many")),
                        "test",
                        metrics))
                .withMessageContaining("otel.bsp.max.queue.size");
        assertThatExceptionOfType(InvalidSettings.class)
                .isThrownBy(() -> Tracing.of(
                        environment(Map.of(
                                "OTEL_EXPORTER_OTLP_ENDPOINT", endpoint, "OTEL_EXPORTER_OTLP_HEADERS", "planted")),
                        "test",
                        metrics))
                .withMessageContaining("OTEL_EXPORTER_OTLP_HEADERS")
                .withMessageNotContaining("planted");
    }

    private ReceivedRequest exported(Settings settings) {
        try (var tracing = Tracing.of(settings, "test", metrics)) {
            tracing.begin(Step.MATCH, null).end();
            await().atMost(PATIENCE).until(() -> sent() == 1);
        }
        return collector.requests("/v1/traces").getFirst();
    }

    @Test
    void aCollectorThatRefusesIsOneThatIsAway() {
        collector.answers("/v1/traces", ScriptedResponse.status(400));
        try (var tracing = Tracing.of(on("1"), "test", metrics)) {
            tracing.begin(Step.MATCH, null).end();
            await().atMost(PATIENCE).until(() -> dropped("CollectorAway") == 1);
        }
    }

    @Test
    void everyRequestHasTheHeadersThatTheCollectorWants() {
        var all = settings(Map.of(
                "tracing.endpoint",
                collector.uri("/v1/traces").toString(),
                "tracing.headers",
                "authorization=Bearer planted, x-tenant=a"));
        try (var tracing = Tracing.of(all, "test", metrics)) {
            tracing.begin(Step.MATCH, null).end();
            await().atMost(PATIENCE).until(() -> sent() == 1);
        }
        assertThat(collector.requests("/v1/traces")).singleElement().satisfies(request -> {
            assertThat(request.header("authorization")).containsExactly("Bearer planted");
            assertThat(request.header("x-tenant")).containsExactly("a");
        });
    }

    private double sent() {
        return metrics.counter("tidings.spans.sent").count();
    }

    private double queueFull() {
        return metrics.get("tidings.spans.dropped")
                .tag("reason", "QueueFull")
                .functionCounter()
                .count();
    }

    private double dropped(String reason) {
        return metrics.counter("tidings.spans.dropped", "reason", reason).count();
    }

    private Settings on(String sampling) {
        return settings(
                Map.of("tracing.endpoint", collector.uri("/v1/traces").toString(), "tracing.sampling", sampling));
    }

    private static Settings settings(Map<String, String> more) {
        var all = new HashMap<>(more);
        all.put("bootstrap.servers", "localhost:1");
        return Settings.of(CommonSettings.definitions(0), List.of(), all);
    }

    private static Settings environment(Map<String, String> variables, String... more) {
        var args = Stream.concat(Stream.of("--set", "bootstrap.servers=localhost:1"), Stream.of(more))
                .toArray(String[]::new);
        return Settings.load(CommonSettings.definitions(0), List.of(), args, variables);
    }
}
