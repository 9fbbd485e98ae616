package io.tidings.runtime.tracing;

import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A span of the OpenTelemetry SDK. */
final class OtlpSpan implements Span {
    private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

    private final io.opentelemetry.api.trace.Span span;
    private final InstantSource clock;

    OtlpSpan(io.opentelemetry.api.trace.Span span, InstantSource clock) {
        this.span = span;
        this.clock = clock;
    }

    /** What a step elsewhere says of itself, in the SDK's words. */
    static Context remote(TraceContext elsewhere) {
        return W3C.extract(Context.root(), elsewhere, Getter.INSTANCE);
    }

    @Override
    public @Nullable TraceContext next(@Nullable TraceContext parent) {
        var fields = new HashMap<String, String>();
        W3C.inject(
                Context.root().with(span),
                fields,
                (map, name, value) -> Objects.requireNonNull(map).put(name, value));
        return TraceContext.of(fields.get(HeaderNames.TRACEPARENT), fields.get(HeaderNames.TRACESTATE));
    }

    @Override
    public Span with(Attribute attribute, @Nullable Object value) {
        if (value != null) {
            span.setAttribute(attribute.key(), value.toString());
        }
        return this;
    }

    @Override
    public Span with(Attribute attribute, long value) {
        span.setAttribute(attribute.key(), value);
        return this;
    }

    @Override
    public Span beside(@Nullable TraceContext other) {
        if (other != null) {
            span.addLink(
                    io.opentelemetry.api.trace.Span.fromContext(remote(other)).getSpanContext());
        }
        return this;
    }

    @Override
    public Span failed(String why) {
        span.setStatus(StatusCode.ERROR, why);
        return this;
    }

    @Override
    public void end() {
        end(clock.instant());
    }

    @Override
    public void end(Instant at) {
        span.end(at);
    }

    /** Reads a context as if it were headers. */
    private enum Getter implements TextMapGetter<TraceContext> {
        INSTANCE;

        @Override
        public Iterable<String> keys(TraceContext carrier) {
            return List.of(HeaderNames.TRACEPARENT, HeaderNames.TRACESTATE);
        }

        @Override
        public @Nullable String get(@Nullable TraceContext carrier, String key) {
            if (carrier == null) {
                return null;
            }
            return key.equals(HeaderNames.TRACEPARENT) ? carrier.traceparent() : carrier.tracestate();
        }
    }
}
