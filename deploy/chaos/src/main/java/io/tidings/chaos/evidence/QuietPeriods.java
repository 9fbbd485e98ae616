package io.tidings.chaos.evidence;

import io.tidings.chaos.history.Disturbance;
import io.tidings.chaos.history.ProbationWindow;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * By when a thing has to have happened that is due at some moment: a while later, in which nothing was disturbed and
 * nothing was left of what had been.
 */
public final class QuietPeriods {
    private record Unrest(Instant from, Instant until) {}

    private final CheckLimits rules;
    private final List<Unrest> unrests;

    private QuietPeriods(CheckLimits rules, List<Unrest> unrests) {
        this.rules = rules;
        this.unrests = merged(unrests);
    }

    public static QuietPeriods of(List<Disturbance> disturbances, CheckLimits rules) {
        return new QuietPeriods(
                rules,
                disturbances.stream()
                        .map(each -> unrest(each.from(), each.until(), rules))
                        .toList());
    }

    private static Unrest unrest(Instant from, Instant until, CheckLimits rules) {
        return new Unrest(from.minus(rules.late()), until.plus(rules.recovery()));
    }

    /** The same for an endpoint that was left alone now and then. */
    public QuietPeriods orLeftAlone(List<ProbationWindow> leftAlone) {
        var all = new ArrayList<>(unrests);
        leftAlone.stream()
                .filter(each -> !each.until().equals(Instant.MIN))
                .map(each -> unrest(each.recorded().minus(rules.slack()), later(each.recorded(), each.until()), rules))
                .forEach(all::add);
        return new QuietPeriods(rules, all);
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

    /** When what is due at that moment is late. */
    public Instant deadline(Instant due) {
        int low = 0;
        int high = unrests.size();
        while (low < high) { // the first that ends after it
            int middle = (low + high) >>> 1;
            if (unrests.get(middle).until().isAfter(due)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        boolean disturbed = low < unrests.size() && !unrests.get(low).from().isAfter(due);
        return (disturbed ? unrests.get(low).until() : due).plus(rules.late());
    }
}
