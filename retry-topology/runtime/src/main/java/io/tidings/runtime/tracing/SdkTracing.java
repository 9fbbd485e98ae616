package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigurationException;
import io.opentelemetry.sdk.resources.Resource;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.Settings;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Tracing by the OpenTelemetry SDK, which its own autoconfiguration sets up. */
final class SdkTracing implements Tracing {
    private static final Duration CLOSING = Duration.ofSeconds(2);
    private static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");

    /** Logs every failure to send; we log them once. Held, because a logger without references loses its level. */
    private static final Logger SDK_LOG = Logger.getLogger("io.opentelemetry");

    private final OpenTelemetrySdk sdk;
    private final Tracer tracer;

    SdkTracing(OpenTelemetrySdk sdk) {
        this.sdk = sdk;
        this.tracer = sdk.getTracer("io.tidings");
    }

    static SdkTracing open(Settings settings, String service, MeterRegistry metrics) {
        SDK_LOG.setLevel(Level.OFF);
        var queueFull = new QueueFullCount();
        try {
            var sdk = AutoConfiguredOpenTelemetrySdk.builder()
                    .disableShutdownHook()
                    .addPropertiesSupplier(() -> SdkProperties.defaults(settings))
                    .addPropertiesCustomizer(_ -> SdkProperties.overrides(settings))
                    .addResourceCustomizer((resource, _) -> named(resource, service))
                    .addSpanExporterCustomizer((exporter, _) ->
                            new CountingExporter(exporter, SdkProperties.collectorName(settings), metrics))
                    .addMeterProviderCustomizer((meters, _) -> meters.registerMetricReader(queueFull))
                    .build()
                    .getOpenTelemetrySdk();
            Metric.SPANS_DROPPED.counter(metrics, queueFull, QueueFullCount::count, "reason", "QueueFull");
            return new SdkTracing(sdk);
        } catch (ConfigurationException | IllegalArgumentException e) {
            throw SdkProperties.problem(e);
        }
    }

    /** Keeps a name from the environment. */
    private static Resource named(Resource resource, String service) {
        boolean unnamed = Objects.equals(
                resource.getAttribute(SERVICE_NAME), Resource.getDefault().getAttribute(SERVICE_NAME));
        return unnamed ? resource.merge(Resource.create(Attributes.of(SERVICE_NAME, "tidings-" + service))) : resource;
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return builder(step, parent).startSpan();
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        return builder(step, parent).setStartTimestamp(at).startSpan();
    }

    private SpanBuilder builder(Step step, @Nullable TraceContext parent) {
        var context = parent == null ? Context.root() : W3cContexts.remote(parent);
        return tracer.spanBuilder(step.wireName()).setSpanKind(kind(step)).setParent(context);
    }

    private static SpanKind kind(Step step) {
        return switch (step) {
            case PUBLISH, DEAD_LETTER -> SpanKind.PRODUCER;
            case MATCH, EXPORT -> SpanKind.CONSUMER;
            case ATTEMPT -> SpanKind.CLIENT;
            case DROP -> SpanKind.INTERNAL;
        };
    }

    @Override
    public void close() {
        var _ = sdk.shutdown().join(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
    }
}
