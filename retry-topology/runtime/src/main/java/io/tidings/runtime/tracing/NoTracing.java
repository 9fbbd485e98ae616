package io.tidings.runtime.tracing;

import io.opentelemetry.api.trace.Span;
import io.tidings.contract.TraceContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tracing that is off. All steps share one empty span, because the API's no-op tracer would make one each. */
enum NoTracing implements Tracing {
    INSTANCE;

    @Override
    public boolean on() {
        return false;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return Span.getInvalid();
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        return Span.getInvalid();
    }

    @Override
    public void close() {}
}
