package io.tidings.ingest.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.tidings.contract.event.Event;
import io.tidings.ingest.http.ApiError;
import io.tidings.runtime.metric.Metric;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The metrics of publishing; unknown topics share one tag value. The meters of a topic are looked up once and kept.
 * Thread-safe.
 */
public final class PublishMetrics {
    /** Too short for a topic's name. */
    static final String NO_TOPIC = "-";

    private static final int UNIT_BYTES = 64 * 1024;
    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(10), Duration.ofMillis(25), Duration.ofMillis(50),
        Duration.ofMillis(100), Duration.ofMillis(250), Duration.ofSeconds(1), Duration.ofSeconds(5)
    };

    private final MeterRegistry registry;
    private final Map<String, Accepting> accepting = new ConcurrentHashMap<>();

    private record Accepting(Counter events, Counter units, Timer latency) {}

    public PublishMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    void accepted(String topic, List<Event> events, Duration took) {
        int units = 0;
        for (var event : events) {
            units += Math.ceilDiv(event.json().length, UNIT_BYTES);
            if (event.mismatch() != null) {
                Metric.SCHEMA_MISMATCHES.counter(registry, "topic", topic).increment();
            }
        }
        var meters = accepting.computeIfAbsent(topic, this::accepting);
        meters.events().increment(events.size());
        meters.units().increment(units);
        meters.latency().record(took);
    }

    private Accepting accepting(String topic) {
        return new Accepting(
                Metric.PUBLISH_SUCCESS.counter(registry, "topic", topic),
                Metric.PUBLISH_SIZE_UNITS.counter(registry, "topic", topic),
                Metric.PUBLISH_LATENCY.timer(registry, BUCKETS, "topic", topic));
    }

    void refused(String topic, ApiError error) {
        Metric.PUBLISH_FAIL
                .counter(
                        registry,
                        "topic",
                        topic,
                        "error",
                        error.details().getFirst().code())
                .increment();
    }
}
