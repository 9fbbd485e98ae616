package io.tidings.runtime.tracing;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidings.contract.TraceContext;
import io.tidings.contract.delivery.EventSource;
import io.tidings.runtime.CommonSettings;
import io.tidings.runtime.Settings;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** The three steps of an event that is delivered at once: what it costs to tell them, and not to. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class TracingBenchmark {
    private static final List<Step> STEPS = List.of(Step.PUBLISH, Step.MATCH, Step.ATTEMPT);

    @Param
    public Telling told = Telling.OFF;

    private final EventSource source = new EventSource("tidings.events", 3, 123_456_789);
    private Tracing tracing = Tracing.off();

    /** Which spans are sent. */
    public enum Telling {
        OFF,
        /** On, but this trace is not sampled. */
        OTHERS,
        /** Each; measured is what the thread pays whose step it is. Nobody listens, for that would be measured, too. */
        ALL;

        Tracing tracing() {
            return switch (this) {
                case OFF -> Tracing.off();
                case OTHERS -> on("0");
                case ALL -> on("1");
            };
        }

        private static Tracing on(String share) {
            var settings = Map.of(
                    "bootstrap.servers", "localhost:1",
                    "tracing.endpoint", "http://localhost:1/v1/traces",
                    "tracing.sampling", share);
            return Tracing.of(
                    Settings.of(CommonSettings.definitions(0), List.of(), settings),
                    "benchmark",
                    new SimpleMeterRegistry());
        }
    }

    @Setup
    public void open() {
        tracing = told.tracing();
    }

    @TearDown
    public void close() {
        tracing.close();
    }

    @Benchmark
    public @Nullable TraceContext steps() {
        TraceContext context = null;
        for (var step : STEPS) {
            var span = tracing.begin(step, context)
                    .setAttribute(Attribute.TOPIC.key(), "orders")
                    .setAttribute(Attribute.SUBSCRIPTION.key(), "billing")
                    .setAttribute(Attribute.EVENT_ID.key(), "8f14e45f-ceea-467f-a9d6-0c7a5f1e2b11")
                    .setAttribute(Attribute.ATTEMPT.key(), 1);
            if (span.isRecording()) {
                span.setAttribute(Attribute.SOURCE.key(), source.toString());
            }
            context = Tracing.next(span, context);
            span.end();
        }
        return context;
    }
}
