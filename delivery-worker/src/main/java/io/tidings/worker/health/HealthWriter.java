package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.lane.Lane;
import io.tidings.worker.commit.LadderRecords;
import io.tidings.worker.partition.AssignedPartition;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * Writes down the health of endpoints, lane by lane (B-PROB-4): the begin and the end of
 * a probation with the next transaction, mere numbers at most once a second. Confined to the poll thread.
 */
final class HealthWriter {
    private static final Duration BETWEEN_NUMBERS = Duration.ofSeconds(1);

    private final KeptBreakers kept;
    private final LadderRecords records;
    private final Set<Lane> unwritten = new HashSet<>();

    HealthWriter(KeptBreakers kept, LadderRecords records) {
        this.kept = kept;
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
    }

    void writeDue(ClockReading now) {
        if (!unwritten.isEmpty()) {
            unwritten.removeIf(lane -> {
                var known = kept.of(lane);
                return known == null || !known.from.owned() || write(lane, known, now);
            });
        }
    }

    private boolean write(Lane lane, KeptBreaker known, ClockReading now) {
        if (known.written != null && now.since(known.written).compareTo(BETWEEN_NUMBERS) < 0) {
            return false;
        }
        known.written = now;
        var health = known.breaker.written(known.uid, now.wall()).of(known.endpoint);
        known.from.results().alsoWrite(records.health(lane, health));
        return true;
    }

    /** Writes that a lane is no more. */
    void forget(Lane lane, AssignedPartition from) {
        unwritten.remove(lane);
        if (from.owned()) {
            from.results().alsoWrite(records.healthTombstone(lane));
        }
    }

    void disown(Lane lane) {
        unwritten.remove(lane);
    }
}
