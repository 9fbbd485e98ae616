package io.tidings.topology.match;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;
import io.tidings.runtime.kafka.Transactions;
import io.tidings.runtime.metric.Metric;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.clients.consumer.Consumer;

/** The metrics of the Kafka topics that topics get their events from. Thread-safe. */
public final class SourceMetrics {
    private final MeterRegistry registry;
    private final Map<String, Counter> records = new ConcurrentHashMap<>();
    private final Map<String, Long> lags = new ConcurrentHashMap<>();
    private final Map<String, Long> toCatchUp = new ConcurrentHashMap<>();
    private final Map<String, Integer> held = new ConcurrentHashMap<>();
    private final Map<String, Boolean> available = new ConcurrentHashMap<>();

    public SourceMetrics(MeterRegistry registry) {
        this.registry = registry;
    }

    /** Returns the client's own metrics, to be closed with it. */
    public KafkaClientMetrics bind(Consumer<?, ?> consumer) {
        var metrics = new KafkaClientMetrics(consumer);
        metrics.bindTo(registry);
        return metrics;
    }

    public void bind(Transactions transactions) {
        transactions.bindTo(registry);
    }

    public void read(String topic, int count) {
        records.computeIfAbsent(topic, name -> Metric.SOURCE_RECORDS.counter(registry, "topic", name))
                .increment(count);
    }

    public void behind(String topic, long lag) {
        if (lags.put(topic, lag) == null) {
            Metric.SOURCE_LAG.gauge(registry, lags, all -> all.getOrDefault(topic, 0L), "topic", topic);
        }
    }

    /** @param offsets that new subscriptions have yet to catch up with, of all of them */
    public void catchingUp(String topic, long offsets) {
        if (toCatchUp.put(topic, offsets) == null) {
            Metric.SOURCE_CATCH_UP.gauge(registry, toCatchUp, all -> all.getOrDefault(topic, 0L), "topic", topic);
        }
    }

    /** @param partitions that wait because a record of them cannot be read */
    public void held(String topic, int partitions) {
        if (held.put(topic, partitions) == null) {
            Metric.SOURCE_HELD.gauge(registry, held, all -> all.getOrDefault(topic, 0), "topic", topic);
        }
    }

    /** @param readable by the names of all topics with a source: whether their Kafka topic can be read */
    public void available(Map<String, Boolean> readable) {
        available.replaceAll((topic, _) -> readable.getOrDefault(topic, true));
        readable.forEach((topic, whether) -> {
            if (available.put(topic, whether) == null) {
                Metric.SOURCE_MISSING.gauge(
                        registry, available, all -> all.getOrDefault(topic, true) ? 0 : 1, "topic", topic);
            }
        });
    }

    /**
     * Shows that nothing is missing or waits, because there is no source any more. A reader that has failed leaves what it
     * found last.
     */
    public void nothingIsRead() {
        lags.replaceAll((_, _) -> 0L);
        toCatchUp.replaceAll((_, _) -> 0L);
        held.replaceAll((_, _) -> 0);
        available.replaceAll((_, _) -> true);
    }
}
