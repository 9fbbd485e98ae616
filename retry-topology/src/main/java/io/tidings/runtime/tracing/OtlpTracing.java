package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.SpanLimits;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import io.tidings.contract.TraceContext;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/** Tracing by the OpenTelemetry SDK: spans go to a collector as OTLP over HTTP. */
final class OtlpTracing implements Tracing {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int LONGEST_VALUE = 1024;

    /** Tells every failure to send; ours are told once. Held, because a logger that nobody holds forgets its level. */
    private static final Logger SENDER = Logger.getLogger("io.opentelemetry.exporter");

    private final SdkTracerProvider provider;
    private final Tracer tracer;
    private final InstantSource clock;

    private OtlpTracing(SdkTracerProvider provider, InstantSource clock) {
        this.provider = provider;
        this.tracer = provider.get("io.tidings");
        this.clock = clock;
    }

    /**
     * Has spans sent from now on.
     *
     * @param headers of every request; secrets
     * @param sampling the share of traces that are told, of those that begin here; others keep what was decided
     */
    static OtlpTracing to(
            URI collector, Map<String, String> headers, double sampling, String service, MeterRegistry metrics) {
        SENDER.setLevel(Level.OFF);
        var exporter = OtlpHttpSpanExporter.builder()
                .setEndpoint(collector.toString())
                .setHeaders(() -> headers)
                .setConnectTimeout(PATIENCE)
                .setTimeout(PATIENCE)
                .build();
        return new OtlpTracing(
                SdkTracerProvider.builder()
                        .setResource(Resource.create(
                                Attributes.of(AttributeKey.stringKey("service.name"), "tidings-" + service)))
                        .setSampler(Sampler.parentBased(Sampler.traceIdRatioBased(sampling)))
                        .setSpanLimits(SpanLimits.builder()
                                .setMaxAttributeValueLength(LONGEST_VALUE)
                                .build())
                        .addSpanProcessor(new SpanQueue(exporter, collector, metrics))
                        .build(),
                InstantSource.system());
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return begin(step, parent, clock.instant());
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        var builder =
                tracer.spanBuilder(step.wireName()).setSpanKind(kind(step)).setStartTimestamp(at);
        var context = parent == null ? Context.root() : OtlpSpan.remote(parent);
        return new OtlpSpan(builder.setParent(context).startSpan(), clock);
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
        provider.close();
    }
}
