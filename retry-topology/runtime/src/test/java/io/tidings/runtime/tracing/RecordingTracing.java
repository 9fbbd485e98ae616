package io.tidings.runtime.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import io.tidings.contract.TraceContext;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Keeps the spans that have ended. */
public final class RecordingTracing implements Tracing {
    private final List<Told> told = new CopyOnWriteArrayList<>();
    private final Tracing sdk = new SdkTracing(OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder()
                    .addSpanProcessor(SimpleSpanProcessor.create(new Recorder()))
                    .build())
            .build());

    /**
     * A span that has ended.
     *
     * @param failure absent when it has not failed
     */
    public record Told(
            Step step,
            @Nullable TraceContext parent,
            @Nullable TraceContext own,
            Map<Attribute, Object> attributes,
            List<TraceContext> links,
            @Nullable String failure) {
        static Told of(SpanData span) {
            var status = span.getStatus();
            return new Told(
                    Stream.of(Step.values())
                            .filter(step -> step.wireName().equals(span.getName()))
                            .findFirst()
                            .orElseThrow(),
                    span.getParentSpanContext().isValid() ? context(span.getParentSpanContext()) : null,
                    context(span.getSpanContext()),
                    attributes(span),
                    span.getLinks().stream()
                            .map(LinkData::getSpanContext)
                            .map(Told::context)
                            .toList(),
                    status.getStatusCode() == StatusCode.ERROR ? status.getDescription() : null);
        }

        private static TraceContext context(SpanContext span) {
            var context = W3cContexts.of(Span.wrap(span));
            if (context == null) {
                throw new AssertionError("no W3C context is " + span);
            }
            return context;
        }

        private static Map<Attribute, Object> attributes(SpanData span) {
            var attributes = new HashMap<Attribute, Object>();
            span.getAttributes()
                    .forEach((key, value) -> Stream.of(Attribute.values())
                            .filter(each -> each.key().equals(key.getKey()))
                            .forEach(each -> attributes.put(each, value)));
            return attributes;
        }
    }

    private final class Recorder implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> spans) {
            spans.forEach(span -> told.add(Told.of(span)));
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    public List<Told> told() {
        return told;
    }

    public List<Told> told(Step step) {
        return told.stream().filter(each -> each.step() == step).toList();
    }

    /** In the order of their ends. */
    public List<Step> steps() {
        return told.stream().map(Told::step).toList();
    }

    @Override
    public boolean on() {
        return true;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return sdk.begin(step, parent);
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        return sdk.begin(step, parent, at);
    }

    @Override
    public void close() {
        sdk.close();
    }
}
