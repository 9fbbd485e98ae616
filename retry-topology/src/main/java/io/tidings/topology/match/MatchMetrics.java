package io.tidings.topology.match;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.RejectionReason;
import io.tidings.runtime.metric.Metric;
import io.tidings.runtime.metric.SubscriptionDetail;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The metrics of matching. Thread-safe. */
public final class MatchMetrics {
    private final MeterRegistry registry;
    private final SubscriptionDetail detail;
    private final Map<SubscriptionKey, Counter> matched = new ConcurrentHashMap<>();
    private final Map<String, Counter> unmatched = new ConcurrentHashMap<>();
    private final Map<String, Counter> duplicates = new ConcurrentHashMap<>();
    private final Map<RejectionReason, Counter> rejected = new EnumMap<>(RejectionReason.class);
    private final Map<String, TableProgress> watched = new ConcurrentHashMap<>();
    private final Counter evaluations;
    private final Counter ignored;
    private final Counter lostOffsets;

    public MatchMetrics(MeterRegistry registry, SubscriptionDetail detail) {
        this.registry = registry;
        this.detail = detail;
        for (var reason : RejectionReason.values()) {
            if (reason != RejectionReason.DUPLICATE) { // nobody has to do anything about it
                rejected.put(reason, Metric.REJECTED.counter(registry, "reason", reason.wireName()));
            }
        }
        evaluations = Metric.FILTER_EVALUATIONS.counter(registry);
        ignored = Metric.RESOURCES_IGNORED.counter(registry);
        lostOffsets = Metric.LOST_OFFSETS.counter(registry);
    }

    public void watch(String table, TableProgress progress) {
        if (watched.put(table, progress) != null) {
            return; // shown since a former session
        }
        Metric.TABLE_WAIT.seconds(registry, watched, each -> seconds(each.get(table)), "table", table);
    }

    private static double seconds(@Nullable TableProgress progress) {
        return progress == null ? 0 : progress.waited().toMillis() / 1000.0;
    }

    public void lost(long offsets) {
        lostOffsets.increment((double) offsets);
    }

    /** Shows a subscription's counter at zero before its first match, unless there are very many. */
    public void exists(SubscriptionKey subscription) {
        if (matched.size() < SubscriptionDetail.MOST_AT_ZERO) {
            var _ = matches(subscription);
        }
    }

    public void removed(SubscriptionKey subscription) {
        var counter = matched.remove(subscription);
        if (counter != null && detail.countsEach(subscription)) {
            registry.remove(counter);
        }
    }

    public void matched(SubscriptionKey subscription) {
        matches(subscription).increment();
    }

    private Counter matches(SubscriptionKey subscription) {
        return matched.computeIfAbsent(subscription, key -> Metric.MATCHED.counter(registry, detail.ofCounts(key)));
    }

    public void unmatched(String topic) {
        unmatched
                .computeIfAbsent(detail.topic(topic), name -> Metric.UNMATCHED.counter(registry, "topic", name))
                .increment();
    }

    public void duplicate(String topic) {
        duplicates
                .computeIfAbsent(detail.topic(topic), name -> Metric.DUPLICATES.counter(registry, "topic", name))
                .increment();
    }

    public void mismatched(String topic) {
        Metric.SCHEMA_MISMATCHES.counter(registry, "topic", detail.topic(topic)).increment();
    }

    public void rejected(RejectionReason reason) {
        var counter = rejected.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    public void evaluated(int filters) {
        evaluations.increment(filters);
    }

    public void ignored() {
        ignored.increment();
    }
}
