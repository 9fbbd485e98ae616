package io.tidings.topology.deduplication;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How many keys of each topic this process remembers, in all its partitions, and may. Thread-safe. */
public final class KnownKeys {
    private final long mostOfTopic;
    private final MeterRegistry registry;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private final Map<String, Counter> leftEarly = new ConcurrentHashMap<>();

    public KnownKeys(long mostOfTopic, MeterRegistry registry) {
        this.mostOfTopic = mostOfTopic;
        this.registry = registry;
    }

    FirstEvents firstEvents(String topic, long begin) {
        return new FirstEvents(begin, counts.computeIfAbsent(topic, this::shown), mostOfTopic);
    }

    private AtomicLong shown(String topic) {
        var count = new AtomicLong();
        Metric.DEDUPLICATION_KEYS.gauge(registry, count, AtomicLong::doubleValue, "topic", topic);
        leftEarly.put(topic, Metric.DEDUPLICATION_KEYS_EVICTED.counter(registry, "topic", topic));
        return count;
    }

    void leftEarly(String topic, int keys) {
        var counter = leftEarly.get(topic);
        if (keys > 0 && counter != null) {
            counter.increment(keys);
        }
    }
}
