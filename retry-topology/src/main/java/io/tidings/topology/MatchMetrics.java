package io.tidings.topology;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.event.RejectionReason;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** What the match step counts. Every counter is looked up once and kept. Thread-safe. */
final class MatchMetrics {
    private final MeterRegistry registry;
    private final Map<SubscriptionKey, Counter> matched = new ConcurrentHashMap<>();
    private final Map<String, Counter> unmatched = new ConcurrentHashMap<>();
    private final Map<RejectionReason, Counter> rejected = new EnumMap<>(RejectionReason.class);
    private final Map<String, TableProgress> watched = new ConcurrentHashMap<>();
    private final Counter evaluations;
    private final Counter ignored;
    private final Counter lostOffsets;

    MatchMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (var reason : RejectionReason.values()) {
            rejected.put(
                    reason,
                    Counter.builder("tidings.rejected")
                            .description("Records that are no event of a topic")
                            .tag("reason", reason.word())
                            .register(registry));
        }
        evaluations = Counter.builder("tidings.filter.evaluations")
                .description("Filters decided about an event")
                .register(registry);
        ignored = Counter.builder("tidings.resources.ignored")
                .description("Records of the topics and subscriptions tables that changed nothing")
                .register(registry);
        lostOffsets = Counter.builder("tidings.lost.offsets")
                .description("Offsets of events that were lost before they were read")
                .register(registry);
    }

    /** Shows how long events have been waiting for a table, as it is read from now on. */
    void watch(String table, TableProgress progress) {
        watched.put(table, progress);
        TimeGauge.builder("tidings.table.wait", watched, TimeUnit.SECONDS, each -> seconds(each.get(table)))
                .description("How long matching has been waiting until it has read this table; 0 when it does not wait")
                .tag("table", table)
                .register(registry);
    }

    private static double seconds(@Nullable TableProgress progress) {
        return progress == null ? 0 : progress.waited().toMillis() / 1000.0;
    }

    void lost(long offsets) {
        lostOffsets.increment((double) offsets);
    }

    void matched(SubscriptionKey subscription) {
        matched.computeIfAbsent(
                        subscription,
                        key -> Counter.builder("tidings.matched")
                                .description("Events matched with a subscription")
                                .tag("topic", key.topic())
                                .tag("subscription", key.name())
                                .register(registry))
                .increment();
    }

    void unmatched(String topic) {
        unmatched
                .computeIfAbsent(
                        topic,
                        name -> Counter.builder("tidings.unmatched")
                                .description("Events that no subscription wants")
                                .tag("topic", name)
                                .register(registry))
                .increment();
    }

    void rejected(RejectionReason reason) {
        var counter = rejected.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    void evaluated(int filters) {
        evaluations.increment(filters);
    }

    void ignored() {
        ignored.increment();
    }
}
