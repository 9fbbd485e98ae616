package io.tidings.export.write;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.job.Job;
import io.tidings.contract.job.JobKind;
import io.tidings.contract.job.JobState;
import io.tidings.runtime.metric.Metric;
import io.tidings.runtime.metric.SubscriptionDetail;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** The jobs by state, on the instance that works on them, and the deliveries that they wrote. */
public final class JobMetrics {
    private final MeterRegistry registry;
    private volatile Map<JobState, Long> states = Map.of();

    public JobMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (var state : JobState.values()) {
            Metric.JOBS.gauge(
                    registry,
                    this,
                    metrics -> metrics.states.getOrDefault(state, 0L),
                    "state",
                    state.wireName().toLowerCase(Locale.ROOT));
        }
    }

    /** @param jobs none on an instance that does not work on them */
    public void show(Collection<Job> jobs) {
        states = jobs.stream().collect(Collectors.groupingBy(Job::state, Collectors.counting()));
    }

    public void written(JobKind kind, SubscriptionKey subscription, int deliveries) {
        Metric.REPLAYED
                .counter(registry, SubscriptionDetail.COUNTS.ofCounts(subscription, "kind", kind.wireName()))
                .increment(deliveries);
    }
}
