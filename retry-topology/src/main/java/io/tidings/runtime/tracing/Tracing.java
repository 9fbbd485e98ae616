package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.TraceContext;
import io.tidings.runtime.Settings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Where spans are begun. Never refuses one, never waits, never throws. */
public interface Tracing extends AutoCloseable {
    /** @param service the program, as its spans name it */
    static Tracing of(Settings settings, String service, MeterRegistry metrics) {
        var endpoint = TracingSettings.endpoint(settings);
        return endpoint.isEmpty()
                ? off()
                : OtlpTracing.to(
                        endpoint.get(),
                        TracingSettings.headers(settings),
                        TracingSettings.sampling(settings),
                        service,
                        metrics);
    }

    /** Tells nobody; every step hands on the context that it got. */
    static Tracing off() {
        return NoTracing.INSTANCE;
    }

    /** Whether anybody is told. */
    boolean on();

    /** @param parent the step before it; absent: it is the first of a new trace */
    Span begin(Step step, @Nullable TraceContext parent);

    /** One that began at another time. */
    Span begin(Step step, @Nullable TraceContext parent, Instant at);

    /** Sends what has ended, within seconds; what begins afterwards is told to nobody. */
    @Override
    void close();
}
