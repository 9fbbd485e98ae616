package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes down the health of endpoints and the counts of subscriptions, lane by lane (B-PROB-4): the begin and the end of
 * a probation with the next transaction, mere numbers at most once a second. Confined to the poll thread.
 */
final class HealthWriter {
    private static final Duration BETWEEN_NUMBERS = Duration.ofSeconds(1);

    private final EndpointHealthTable writtenDown;
    private final KeptBreakers kept;
    private final EventCounts counts;
    private final LadderRecords records;
    private final Set<Lane> unwritten = new HashSet<>();

    HealthWriter(EndpointHealthTable writtenDown, KeptBreakers kept, EventCounts counts, LadderRecords records) {
        this.writtenDown = writtenDown;
        this.kept = kept;
        this.counts = counts;
        this.records = records;
    }

    void changed(Lane lane) {
        unwritten.add(lane);
    }

    /** Writes all that has changed, however recently it was written. */
    void writeAll(ClockReading now) {
        unwritten.forEach(lane -> {
            var known = kept.of(lane);
            if (known != null) {
                known.written = null;
            }
        });
        writeDue(now);
        counts.all().forEach(counted -> write(counted, now));
    }

    void writeDue(ClockReading now) {
        if (!unwritten.isEmpty()) {
            unwritten.removeIf(lane -> {
                var known = kept.of(lane);
                return known == null || !known.from.owned() || written(lane, known, now);
            });
        }
        counts.due(now).forEach(counted -> write(counted, now));
    }

    /** The counts of a subscription are written even if its endpoint has no breaker. */
    private void write(EventCounts.Counted counted, ClockReading now) {
        var known = kept.of(counted.lane());
        var health = known != null && known.uid.equals(counted.uid())
                ? known.breaker.written(known.uid, now.wall()).of(known.endpoint)
                : writtenDown
                        .of(counted.lane(), counted.uid())
                        .orElseGet(() -> new EndpointHealth(counted.uid(), 0, null, null, 0, now.wall()));
        note(counted.lane(), counted.from(), health.with(counted.totals()), now);
    }

    private boolean written(Lane lane, KeptBreaker known, ClockReading now) {
        if (known.written != null && now.since(known.written).compareTo(BETWEEN_NUMBERS) < 0) {
            return false;
        }
        known.written = now;
        var health = known.breaker.written(known.uid, now.wall()).of(known.endpoint);
        note(lane, known.from, health.with(counts.of(lane, known.uid)), now);
        return true;
    }

    private void note(Lane lane, AssignedPartition from, EndpointHealth health, ClockReading now) {
        counts.written(lane, now);
        from.alsoWrite(records.health(lane, health));
    }

    /** Writes that a lane is no more. */
    void forget(Lane lane, AssignedPartition from) {
        unwritten.remove(lane);
        if (from.owned()) {
            from.alsoWrite(records.healthTombstone(lane));
        }
    }

    void disown(Lane lane) {
        unwritten.remove(lane);
    }
}
