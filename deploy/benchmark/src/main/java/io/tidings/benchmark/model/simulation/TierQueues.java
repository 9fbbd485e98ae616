package io.tidings.benchmark.model.simulation;

import io.tidings.contract.RetryLadder;
import io.tidings.contract.RetryTier;
import io.tidings.contract.TimeScale;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The retry tiers, each first in, first out, and the memory in which the last seconds of a wait are spent. */
final class TierQueues {
    static final RetryLadder LADDER = new RetryLadder(TimeScale.REAL);

    private record Stored(Cohort cohort, int leaves) {}

    private final Map<RetryTier, Deque<Stored>> tiers = new EnumMap<>(RetryTier.class);
    private final Map<RetryTier, Double> stored = new EnumMap<>(RetryTier.class);
    private final TreeMap<Integer, List<Cohort>> memory = new TreeMap<>();
    private double waiting;

    TierQueues() {
        for (var tier : RetryTier.values()) {
            tiers.put(tier, new ArrayDeque<>());
            stored.put(tier, 0.0);
        }
    }

    /** Appends a cohort to the largest tier that fits the rest of its wait. */
    void append(Cohort cohort, int now) {
        waiting += cohort.deliveries();
        var hop = LADDER.firstHop(Duration.ofSeconds(cohort.due() - now));
        if (hop.isPresent()) {
            var tier = hop.get();
            queue(tier).addLast(new Stored(cohort, now + seconds(tier)));
            stored.merge(tier, cohort.deliveries(), Double::sum);
        } else {
            memory.computeIfAbsent(cohort.due(), _ -> new ArrayList<>()).add(cohort);
        }
    }

    /** Takes what is due, and lets what is not yet due hop to its next tier, at most as many as given. */
    double advance(int now, double most, Deque<Cohort> due) {
        var arrived = memory.headMap(now, true);
        arrived.values().forEach(cohorts -> cohorts.forEach(cohort -> release(cohort, due)));
        arrived.clear();
        double hops = 0;
        for (var tier : RetryTier.values()) {
            var queue = queue(tier);
            while (!queue.isEmpty() && queue.getFirst().leaves() <= now) {
                var cohort = queue.getFirst().cohort();
                if (cohort.moved() || cohort.due() <= now) {
                    take(tier, cohort.deliveries());
                    release(cohort, due);
                } else if (hops < most) {
                    double hopping = Math.min(cohort.deliveries(), most - hops);
                    int leaves = queue.getFirst().leaves();
                    take(tier, hopping);
                    if (hopping < cohort.deliveries()) {
                        queue.addFirst(new Stored(cohort.with(cohort.deliveries() - hopping), leaves));
                    }
                    waiting -= hopping;
                    append(cohort.with(hopping), now);
                    hops += hopping;
                } else {
                    break;
                }
            }
        }
        return hops;
    }

    /** Makes everything due. Its records stay in their tiers until the tiers come to them. */
    void moveForward(Deque<Cohort> due) {
        for (var tier : RetryTier.values()) {
            var passedOver = new ArrayDeque<Stored>();
            for (var each : queue(tier)) {
                if (!each.cohort().moved()) {
                    release(each.cohort(), due);
                }
                passedOver.addLast(new Stored(each.cohort().movedForward(), each.leaves()));
            }
            tiers.put(tier, passedOver);
        }
        memory.values().forEach(cohorts -> cohorts.forEach(cohort -> release(cohort, due)));
        memory.clear();
    }

    /** Deliveries that wait, moved ones not among them. */
    double waiting() {
        return Math.max(0, waiting);
    }

    /** Records in each tier, those of moved deliveries among them. */
    Map<RetryTier, Double> stored() {
        return Collections.unmodifiableMap(new EnumMap<>(stored));
    }

    private void release(Cohort cohort, Deque<Cohort> due) {
        if (!cohort.moved()) {
            waiting -= cohort.deliveries();
            due.addLast(cohort);
        }
    }

    /** Removes the head, or the part of it that leaves. */
    private void take(RetryTier tier, double deliveries) {
        queue(tier).removeFirst();
        stored.computeIfPresent(tier, (_, records) -> Math.max(0, records - deliveries));
    }

    private Deque<Stored> queue(RetryTier tier) {
        var queue = tiers.get(tier);
        if (queue == null) {
            throw new IllegalStateException("no queue of " + tier);
        }
        return queue;
    }

    private static int seconds(RetryTier tier) {
        return Math.toIntExact(tier.length().toSeconds());
    }
}
