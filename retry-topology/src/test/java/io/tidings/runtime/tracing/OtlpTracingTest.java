package io.tidings.runtime.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Settings;
import io.tidings.testbed.FreePort;
import io.tidings.testbed.webhook.ScriptedResponse;
import io.tidings.testbed.webhook.ScriptedWebhook;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of spans: they reach a collector, or are dropped and counted; steps never wait for it. */
class OtlpTracingTest {
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
            var span = tracing.begin(Step.MATCH, PARENT).with(Attribute.TOPIC, "shop");
            assertThat(span.next(PARENT)).isSameAs(PARENT);
            assertThat(span.next(null)).isNull();
            assertThat(tracing.begin(Step.ATTEMPT, null, Instant.EPOCH)).isSameAs(span);
            span.failed("not told").end();
        }
        assertThat(metrics.getMeters()).isEmpty();
    }

    @Test
    void withOneAStepIsAChildInTheSameTraceAndIsSent() {
        try (var tracing = Tracing.of(on("1"), "test", metrics)) {
            var span = tracing.begin(Step.MATCH, PARENT);
            var next = span.next(PARENT);
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
    void whatTheParentDecidedHoldsAndOtherwiseTheShare() {
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
        var next = tracing.begin(Step.PUBLISH, parent).next(parent);
        return next != null && (Integer.parseInt(next.traceparent().substring(53), 16) & 1) == 1;
    }

    @Test
    void whatHasEndedIsSentWhenAProgramStops() {
        var tracing = Tracing.of(on("1"), "test", metrics);
        tracing.begin(Step.MATCH, null).end();
        await().atMost(PATIENCE).until(() -> sent() == 1); // the first takes longer than a program that stops waits
        tracing.begin(Step.MATCH, null).end();
        tracing.close();
        assertThat(collector.requests("/v1/traces")).hasSize(2);
    }

    @Test
    void whileTheCollectorIsAwaySpansAreDroppedAndCountedAndNobodyWaits() {
        var nobody = URI.create("http://localhost:" + FreePort.next() + "/v1/traces");
        try (var tracing = OtlpTracing.to(nobody, Map.of(), 1, "test", metrics)) {
            while (dropped("QueueFull") == 0) { // who had to wait for room would never see one dropped
                tracing.begin(Step.MATCH, PARENT).with(Attribute.EVENT_ID, "e1").end();
            }
            await().atMost(PATIENCE).until(() -> dropped("CollectorAway") > 0);
        }
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
}
