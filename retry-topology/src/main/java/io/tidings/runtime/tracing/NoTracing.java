package io.tidings.runtime.tracing;

import io.tidings.contract.TraceContext;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Tracing that is off: one span for all steps, which says nothing. */
enum NoTracing implements Tracing, Span {
    INSTANCE;

    @Override
    public boolean on() {
        return false;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent) {
        return this;
    }

    @Override
    public Span begin(Step step, @Nullable TraceContext parent, Instant at) {
        return this;
    }

    @Override
    public @Nullable TraceContext next(@Nullable TraceContext parent) {
        return parent;
    }

    @Override
    public Span with(Attribute attribute, @Nullable Object value) {
        return this;
    }

    @Override
    public Span with(Attribute attribute, long value) {
        return this;
    }

    @Override
    public Span beside(@Nullable TraceContext other) {
        return this;
    }

    @Override
    public Span failed(String why) {
        return this;
    }

    @Override
    public void end() {}

    @Override
    public void end(Instant at) {}

    @Override
    public void close() {}
}
