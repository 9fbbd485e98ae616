package io.tidings.worker.health;

import io.tidings.contract.ClockReading;
import io.tidings.contract.Durations;
import io.tidings.contract.delivery.LastOutcome;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.SubscriptionTotals;
import io.tidings.contract.lane.Lane;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.worker.partition.AssignedPartition;
import io.tidings.worker.partition.PolledDelivery;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The counts of this worker's lanes of subscriptions, on top of their former owners' counts, and when to write them down: the
 * first of a kind at once, then a subscription once a minute, and less often if a worker has very many. Confined to the
 * poll thread.
 */
public final class EventCounts {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_WRITES = Duration.ofMinutes(1);

    /** Two records a second: the topic keeps a day of them, and a starting worker reads them all. */
    private static final Duration PER_SUBSCRIPTION = Duration.ofMillis(500);

    private final EndpointHealthTable writtenDown;
    private final Map<Lane, Counted> counted = new HashMap<>();
    private final Set<Lane> unwritten = new HashSet<>();
    private @Nullable ClockReading looked;

    static final class Counted {
        private final Lane lane;
        private final String uid;
        private AssignedPartition from;
        private SubscriptionTotals totals;
        private @Nullable ClockReading written;
        private boolean soon;
        private boolean unwritten;

        Counted(Lane lane, String uid, AssignedPartition from, SubscriptionTotals totals) {
            this.lane = lane;
            this.uid = uid;
            this.from = from;
            this.totals = totals;
        }

        Lane lane() {
            return lane;
        }

        String uid() {
            return uid;
        }

        AssignedPartition from() {
            return from;
        }

        SubscriptionTotals totals() {
            return totals;
        }
    }

    EventCounts(EndpointHealthTable writtenDown) {
        this.writtenDown = writtenDown;
    }

    public void matched(PolledDelivery polled, ClockReading now) {
        count(polled, totals -> totals.oneMoreMatched(now.wall()));
    }

    /** The subscription may have been deleted and created again since the event was sent. */
    public void delivered(PolledDelivery polled, ClockReading now) {
        var known = counted.get(polled.lane());
        if (known == null || known.uid.equals(polled.delivery().uid())) {
            count(polled, totals -> totals.oneMoreDelivered(now.wall()));
        }
    }

    /** A delivery that was held before is not counted again. */
    public void held(PolledDelivery polled) {
        var last = polled.delivery().retryState().last();
        if (last == null || last.outcome() != LastOutcome.PROBATION) {
            count(polled, SubscriptionTotals::oneMoreHeld);
        }
    }

    public void notPaused(Lane lane) {
        var known = counted.get(lane);
        if (known != null && known.totals.heldByPause() > 0) {
            known.totals = known.totals.noneHeld();
            note(known);
        }
    }

    private void count(PolledDelivery polled, UnaryOperator<SubscriptionTotals> change) {
        var lane = polled.lane();
        var known = counted.get(lane);
        if (known == null || !known.uid.equals(polled.delivery().uid())) {
            known = new Counted(
                    lane,
                    polled.delivery().uid(),
                    polled.from(),
                    former(lane, polled.delivery().uid()));
            counted.put(lane, known);
        }
        var before = known.totals;
        known.from = polled.from();
        known.totals = change.apply(before);
        known.soon |= before.matched() == 0
                || (before.delivered() == 0 && known.totals.delivered() > 0)
                || before.heldByPause() < known.totals.heldByPause();
        note(known);
    }

    /** Nearly every delivery changes a count that is to be written anyway. */
    private void note(Counted changed) {
        if (!changed.unwritten) {
            changed.unwritten = true;
            unwritten.add(changed.lane);
        }
    }

    private SubscriptionTotals former(Lane lane, String uid) {
        return writtenDown.of(lane, uid).map(EndpointHealth::totals).orElse(SubscriptionTotals.NONE);
    }

    SubscriptionTotals of(Lane lane, String uid) {
        var known = counted.get(lane);
        return known != null && known.uid.equals(uid) ? known.totals : former(lane, uid);
    }

    void written(Lane lane, ClockReading now) {
        var known = counted.get(lane);
        if (known != null) {
            known.written = now;
            known.soon = false;
            known.unwritten = false;
            unwritten.remove(lane);
        }
    }

    /** Searches only once a second, since there may be many. */
    List<Counted> due(ClockReading now) {
        if (unwritten.isEmpty() || (looked != null && now.since(looked).compareTo(BETWEEN_LOOKS) < 0)) {
            return List.of();
        }
        looked = now;
        var between = Durations.max(BETWEEN_WRITES, PER_SUBSCRIPTION.multipliedBy(counted.size()));
        return unwritten(each ->
                each.soon || each.written == null || now.since(each.written).compareTo(between) >= 0);
    }

    List<Counted> all() {
        return unwritten(_ -> true);
    }

    private List<Counted> unwritten(Predicate<Counted> wanted) {
        var found = new ArrayList<Counted>();
        for (var lane : unwritten) {
            var known = counted.get(lane);
            if (known != null && known.from.owned() && wanted.test(known)) {
                found.add(known);
            }
        }
        return found;
    }

    boolean forget(Lane lane) {
        unwritten.remove(lane);
        return counted.remove(lane) != null;
    }

    List<Counted> forget(Predicate<Counted> gone) {
        var forgotten = counted.values().stream().filter(gone).toList();
        forgotten.forEach(each -> forget(each.lane));
        return forgotten;
    }
}
