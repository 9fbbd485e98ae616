package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.Settings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Begins the spans of steps. Never waits, never throws.
 *
 * <p>A span is confined to one thread at a time; one that is never ended is never sent.
 */
public interface Tracing extends AutoCloseable {
    /** @param service the program, as its spans name it */
    static Tracing of(Settings settings, String service, MeterRegistry metrics) {
        return TracingSettings.collector(settings).isPresent() ? SdkTracing.open(settings, service, metrics) : off();
    }

    /** Sends nothing; every step hands on the context that it got. */
    static Tracing off() {
        return NoTracing.INSTANCE;
    }

    /** Returns what the step after this span has as its parent. */
    static @Nullable TraceContext next(Span span, @Nullable TraceContext parent) {
        return span.getSpanContext().isValid() ? W3cContexts.of(span) : parent;
    }

    /** Names another span that belongs to the same request. */
    static void link(Span span, @Nullable TraceContext other) {
        if (other != null && span.isRecording()) {
            span.addLink(Span.fromContext(W3cContexts.remote(other)).getSpanContext());
        }
    }

    /** Whether spans are sent. */
    boolean on();

    /** @param parent the step before it; absent: it is the first of a new trace */
    Span begin(Step step, @Nullable TraceContext parent);

    /** Begins a span that began at another time. */
    Span begin(Step step, @Nullable TraceContext parent, Instant at);

    /** Sends the spans that have ended, within seconds; those that begin afterwards are not sent. */
    @Override
    void close();
}
