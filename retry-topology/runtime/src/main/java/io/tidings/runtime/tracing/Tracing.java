package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.Settings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Begins the spans of steps. Never waits or throws. A span is confined to one thread at a time, and sent when it
 * ends.
 */
public interface Tracing extends AutoCloseable {
    /** @param service the program's name in its spans */
    static Tracing of(Settings settings, String service, MeterRegistry metrics) {
        return TracingSettings.collector(settings).isPresent() ? SdkTracing.open(settings, service, metrics) : off();
    }

    /** Sends nothing; every step passes the context on that it got. */
    static Tracing off() {
        return NoTracing.INSTANCE;
    }

    /** Returns the parent of the step after this span. */
    static @Nullable TraceContext next(Span span, @Nullable TraceContext parent) {
        return span.getSpanContext().isValid() ? W3cContexts.of(span) : parent;
    }

    /** Links a span to another one of the same request. */
    static void link(Span span, @Nullable TraceContext other) {
        if (other != null && span.isRecording()) {
            span.addLink(Span.fromContext(W3cContexts.remote(other)).getSpanContext());
        }
    }

    boolean on();

    /** @param parent the step before; null for the first step of a new trace */
    Span begin(Step step, @Nullable TraceContext parent);

    Span begin(Step step, @Nullable TraceContext parent, Instant at);

    /** Sends ended spans within seconds; later spans are not sent. */
    @Override
    void close();
}
