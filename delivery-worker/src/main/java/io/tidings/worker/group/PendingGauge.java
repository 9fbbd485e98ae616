package io.tidings.worker.group;

import io.tidings.contract.ClockReading;
import io.tidings.contract.RetryTier;
import io.tidings.contract.Topics;
import io.tidings.runtime.IntervalTimer;
import io.tidings.runtime.kafka.PartitionLogs;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.telemetry.BrokerClockSkew;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts every few seconds the waiting deliveries of the owned partitions, by tier, those of them that wait for a limit,
 * and the keys that wait for one; compares the clocks.
 *
 * <p>The count is the records read and an estimate of the others. The consumer's own lag is of no use: it is not
 * updated for a paused partition, and a tier is paused most of its time.
 */
public final class PendingGauge implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(PendingGauge.class);
    private static final Duration INTERVAL = Duration.ofSeconds(5);

    private final PartitionLogs logs;
    private final Topics topics;
    private final Supplier<List<AssignedPartition>> owned;
    private final WorkerMetrics metrics;
    private final BrokerClockSkew clockSkew;
    private final Executor pollThread;
    private final IntervalTimer timer = new IntervalTimer("pending");

    /** @param owned called on the poll thread */
    public PendingGauge(
            Admin admin,
            Topics topics,
            Supplier<List<AssignedPartition>> owned,
            WorkerMetrics metrics,
            BrokerClockSkew clockSkew,
            Executor pollThread) {
        this.logs = new PartitionLogs(admin).committed();
        this.topics = topics;
        this.owned = owned;
        this.metrics = metrics;
        this.clockSkew = clockSkew;
        this.pollThread = pollThread;
    }

    public PendingGauge start() {
        pollThread.execute(this::ask);
        timer.every(INTERVAL, () -> pollThread.execute(this::ask));
        return this;
    }

    private void ask() {
        clockSkew.compare(owned.get(), new ClockReading(Instant.now(), System.nanoTime()));
        var started = owned.get().stream()
                .filter(AssignedPartition::started)
                .map(AssignedPartition::partition)
                .toList();
        var _ = logs.ask(started, OffsetSpec.latest()).whenComplete((ends, failure) -> {
            if (failure == null) {
                pollThread.execute(() -> count(ends));
            } else {
                log.debug("the ends of the logs are unknown, so tidings_pending keeps its value", failure);
            }
        });
    }

    private void count(Map<TopicPartition, Long> ends) {
        var waiting = new HashMap<String, Long>();
        for (var partition : owned.get()) {
            var end = ends.get(partition.partition());
            if (end != null && partition.started()) {
                waiting.merge(tier(partition), partition.waiting(end), Long::sum);
            }
        }
        metrics.pending(waiting);
        var waitingLogs = owned.get().stream()
                .filter(each -> !each.polled())
                .map(AssignedPartition::order)
                .toList();
        metrics.blockedKeys(
                waitingLogs.stream().mapToInt(OrderedDeliveries::blockedKeys).sum());
        metrics.waitingForLimits(waitingLogs.stream()
                .mapToLong(OrderedDeliveries::waitingForLimits)
                .sum());
        metrics.locked(
                waitingLogs.stream().mapToLong(each -> each.handOuts().locked()).sum());
    }

    private String tier(AssignedPartition partition) {
        return topics.tierOf(partition.partition().topic())
                .map(RetryTier::label)
                .orElse(partition.polled() ? WorkerMetrics.DELIVERIES : WorkerMetrics.WAITING);
    }

    @Override
    public void close() {
        timer.close();
    }
}
