package io.tidings.topology.deduplication;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.runtime.metric.Metric;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** How many keys of each topic this process remembers, in all its partitions, and may. Thread-safe. */
public final class KnownKeys {
    /** So many bytes of the heap does a key take, with room to spare. */
    private static final int BYTES_OF_KEY = 128;

    /** The part of the heap that keys may take: one topic must not end matching for all. */
    private static final int PART_OF_HEAP = 3;

    private final long mostOfTopic;
    private final FirstEvents.SharedRoom ofProcess;
    private final MeterRegistry registry;
    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();
    private final Map<String, Counter> leftEarly = new ConcurrentHashMap<>();

    public KnownKeys(long mostOfTopic, MeterRegistry registry) {
        this.mostOfTopic = mostOfTopic;
        ofProcess = new FirstEvents.SharedRoom(mostOfProcess());
        this.registry = registry;
    }

    FirstEvents firstEvents(String topic, long begin) {
        var ofTopic = new FirstEvents.Room(counts.computeIfAbsent(topic, this::shown), mostOfTopic);
        return new FirstEvents(begin, ofTopic, ofProcess);
    }

    /** Returns how many keys of all topics this process may remember. */
    static long mostOfProcess() {
        return Runtime.getRuntime().maxMemory() / PART_OF_HEAP / BYTES_OF_KEY;
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
