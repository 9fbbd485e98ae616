package io.tidings.worker;

import io.tidings.contract.ClockReading;
import io.tidings.worker.WaitingReader.Found;
import io.tidings.worker.dispatch.Dispatcher;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.OrderedDeliveries;
import io.tidings.worker.schedule.KeyQueues.Overdue;
import io.tidings.worker.schedule.KeyQueues.Wanted;
import io.tidings.worker.telemetry.WorkerMetrics;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Brings the deliveries whose turn is near from the log of what waits into memory, one partition number at a time each.
 * Confined to the poll thread.
 */
final class WaitingLoads {
    private static final Logger log = LoggerFactory.getLogger(WaitingLoads.class);

    private static final int AT_ONCE = 1_000;

    /** The retention of the log is seven days. */
    private static final Duration OLDEST = Duration.ofDays(5);

    private static final Duration BETWEEN_LOOKS = Duration.ofHours(1);

    private final WaitingReader reader;
    private final Dispatcher dispatcher;
    private final WorkerMetrics metrics;
    private final Set<OrderedDeliveries> loading = new HashSet<>();
    /** The time when old deliveries were last looked for. */
    private final Map<OrderedDeliveries, Instant> looked = new HashMap<>();

    WaitingLoads(WaitingReader reader, Dispatcher dispatcher, WorkerMetrics metrics) {
        this.reader = reader;
        this.dispatcher = dispatcher;
        this.metrics = metrics;
    }

    /** Asks for what may be loaded now. */
    void advance(Collection<AssignedPartition> partitions, ClockReading now) {
        loading.removeIf(each -> !each.waiting().owned());
        looked.keySet().removeIf(each -> !each.waiting().owned());
        for (var partition : partitions) {
            if (!partition.polled()) {
                metrics.lost(partition.order().takeLostAtStart());
            }
            if (!partition.polled()
                    && partition.order().wantsLoads()
                    && !loading.contains(partition.order())
                    && dispatcher.roomFor(partition)) {
                load(partition.order(), now);
            }
        }
    }

    private void load(OrderedDeliveries order, ClockReading now) {
        var wanted = order.takeWanted(AT_ONCE, lane -> dispatcher.room(lane, now));
        if (!wanted.isEmpty()) {
            loading.add(order);
            var offsets = wanted.stream().map(Wanted::offset).toList();
            reader.read(order.waiting().partition(), offsets, found -> loaded(order, wanted, found));
        }
    }

    private void loaded(OrderedDeliveries order, List<Wanted> wanted, Found found) {
        loading.remove(order);
        if (!order.waiting().owned()) {
            return;
        }
        for (var each : wanted) {
            var record = found.records().get(each.offset());
            if ((record != null || each.offset() < found.read()) && !order.loaded(each, record)) {
                lost(each);
            }
        }
        order.loadEnded(wanted);
    }

    /** Writes deliveries to the end of the log that have waited so long that the retention would take their records. */
    void rewriteOld(OrderedDeliveries order, Instant now) {
        if (order.waitingDeliveries() == 0
                || looked.getOrDefault(order, Instant.MIN).isAfter(now.minus(BETWEEN_LOOKS))) {
            return;
        }
        looked.put(order, now);
        var partition = order.waiting().partition();
        reader.offsetAt(partition, now.minus(OLDEST).toEpochMilli(), end -> {
            var old = order.waiting().owned() ? order.before(end, AT_ONCE) : List.<Wanted>of();
            if (!old.isEmpty()) {
                looked.remove(order); // there may be more
                reader.read(
                        partition, old.stream().map(Wanted::offset).toList(), found -> rewrite(order, old, found, now));
            }
        });
    }

    private static void rewrite(OrderedDeliveries order, List<Wanted> old, Found found, Instant now) {
        for (var each : old) {
            var record = found.records().get(each.offset());
            if (record != null && order.waiting().owned()) {
                order.rewrite(each, record, now);
            }
        }
    }

    /** Tells of a delivery that the log has no more. */
    void lost(Wanted wanted) {
        metrics.lost(1);
        log.error(
                "a delivery for {} that waited behind others of order key {} is lost: the log of what waits has none at"
                        + " offset {}",
                wanted.key().subscription(),
                wanted.key().key(),
                wanted.offset());
    }

    /** Lets a key go of which the delivery in the ladder does not exist any more. */
    void free(OrderedDeliveries order, Overdue overdue) {
        log.error(
                "a delivery for {} that blocked order key {} is lost: it should have been read again at {}; the next"
                        + " one of the key is sent",
                overdue.key().subscription(),
                overdue.key().key(),
                overdue.until());
        metrics.lost(1);
        order.free(overdue);
    }
}
