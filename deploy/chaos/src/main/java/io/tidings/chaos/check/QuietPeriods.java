package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The deadlines of things that fall due: a while after, in which nothing was disturbed and no backlog was left. */
final class QuietPeriods {
    private record Unrest(Instant from, Instant until) {}

    private final CheckLimits limits;
    private final List<Unrest> unrests;

    private QuietPeriods(CheckLimits limits, List<Unrest> unrests) {
        this.limits = limits;
        this.unrests = merged(unrests);
    }

    public static QuietPeriods of(List<Disturbance> disturbances, CheckLimits limits) {
        return new QuietPeriods(
                limits,
                disturbances.stream()
                        .map(each -> unrest(each.from(), each.until(), limits))
                        .toList());
    }

    private static Unrest unrest(Instant from, Instant until, CheckLimits limits) {
        return new Unrest(from.minus(limits.late()), until.plus(limits.recovery()));
    }

    /** The same for an endpoint with periods of probation. */
    public QuietPeriods orLeftAlone(List<ProbationWindow> leftAlone) {
        var all = new ArrayList<>(unrests);
        leftAlone.stream()
                .filter(each -> !each.until().equals(Instant.MIN))
                .map(each ->
                        unrest(each.recorded().minus(limits.slack()), later(each.recorded(), each.until()), limits))
                .forEach(all::add);
        return new QuietPeriods(limits, all);
    }

    private static List<Unrest> merged(List<Unrest> unrests) {
        var merged = new ArrayList<Unrest>();
        for (var each :
                unrests.stream().sorted(Comparator.comparing(Unrest::from)).toList()) {
            if (!merged.isEmpty() && !merged.getLast().until().isBefore(each.from())) {
                var last = merged.removeLast();
                merged.add(new Unrest(last.from(), later(last.until(), each.until())));
            } else {
                merged.add(each);
            }
        }
        return merged;
    }

    private static Instant later(Instant one, Instant other) {
        return one.isAfter(other) ? one : other;
    }

    /** The moment from which a thing that was due is late. */
    public Instant deadline(Instant due) {
        int low = 0;
        int high = unrests.size();
        while (low < high) { // finds the first period that ends after it
            int middle = (low + high) >>> 1;
            if (unrests.get(middle).until().isAfter(due)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        boolean disturbed = low < unrests.size() && !unrests.get(low).from().isAfter(due);
        return (disturbed ? unrests.get(low).until() : due).plus(limits.late());
    }
}
