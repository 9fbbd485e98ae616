package io.tidings.runtime.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.tidings.contract.HeaderNames;
import io.tidings.contract.TraceContext;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Converts trace contexts of records and requests to those of the OpenTelemetry API, and back. */
final class W3cContexts {
    private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

    private W3cContexts() {}

    /** Returns the context of a step in another program, or of an earlier one in this program. */
    static Context remote(TraceContext elsewhere) {
        return W3C.extract(Context.root(), elsewhere, Getter.INSTANCE);
    }

    static @Nullable TraceContext of(Span span) {
        var fields = new HashMap<String, String>();
        W3C.inject(
                Context.root().with(span),
                fields,
                (map, name, value) -> Objects.requireNonNull(map).put(name, value));
        return TraceContext.of(fields.get(HeaderNames.TRACEPARENT), fields.get(HeaderNames.TRACESTATE));
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
