package io.tidings.worker.lane;

import io.tidings.contract.SubscriptionKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Finds what exceeds the bounds of a line that its lane cannot get through although it has had its turns. That is so
 * when the lane has started nothing for its patience; and when what waits longest has waited for the patience while
 * others, who come from the same partition number, are held up with it. Who gets through is held back, however much
 * waits (decision 5).
 */
final class Relief<D> {
    private final Places places;
    private final Collection<Lane<D>> lanes;

    /** @param lanes all that there are, now and later */
    Relief(Places places, Collection<Lane<D>> lanes) {
        this.places = places;
        this.lanes = lanes;
    }

    /** Takes it out of the lines of one origin. */
    List<D> of(Backlog<D> backlog, Origin origin, long now, Function<SubscriptionKey, Duration> patience) {
        var excess = new ArrayList<D>();
        for (var line : backlog.overfull()) {
            long patient = patience.apply(line.lane().key()).toNanos();
            if (cannotGetThrough(line, now, patient)
                    && (now - line.lane().lastStart() >= patient || backlog.hasNeighbours(line, now))) {
                while (backlog.exceeds(line)) {
                    excess.add(line.takeLast());
                }
            }
        }
        if (backlog.lookDue(now)) {
            takeLargest(backlog, origin, now, patience, excess);
        }
        return excess;
    }

    /** Many lanes that do not get through may together hold what the others need, none of them being overfull. */
    private void takeLargest(
            Backlog<D> backlog, Origin origin, long now, Function<SubscriptionKey, Duration> patience, List<D> excess) {
        lanes.stream()
                .map(lane -> lane.line(origin))
                .filter(line -> line.waiting()
                        && cannotGetThrough(
                                line, now, patience.apply(line.lane().key()).toNanos()))
                .sorted(Comparator.comparingLong((Line<D> line) -> line.bytes()).reversed())
                .forEach(line -> {
                    while (backlog.full() && line.waiting()) {
                        excess.add(line.takeLast());
                    }
                });
    }

    /** It is not its fault when all places are taken by others. */
    private boolean cannotGetThrough(Line<D> line, long now, long patience) {
        var lane = line.lane();
        return now - line.first().since() >= patience
                && (lane.atLimit() || lane.waits() == Lane.Wait.ITS_RATE || places.takesTooMuch(lane));
    }
}
