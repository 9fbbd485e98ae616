package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.LeftAlone;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * By when a thing has to have happened that is due at some moment: a while later, in which nothing was disturbed and
 * nothing was left of what had been.
 */
final class Calm {
    private record Unrest(Instant from, Instant until) {}

    private final Rules rules;
    private final List<Unrest> unrests;

    private Calm(Rules rules, List<Unrest> unrests) {
        this.rules = rules;
        this.unrests = merged(unrests);
    }

    static Calm of(List<Disturbance> disturbances, Rules rules) {
        return new Calm(
                rules,
                disturbances.stream()
                        .map(each -> unrest(each.from(), each.until(), rules))
                        .toList());
    }

    private static Unrest unrest(Instant from, Instant until, Rules rules) {
        return new Unrest(from.minus(rules.late()), until.plus(rules.recovery()));
    }

    /** The same for an endpoint that was left alone now and then. */
    Calm orLeftAlone(List<LeftAlone> leftAlone) {
        var all = new ArrayList<>(unrests);
        leftAlone.stream()
                .filter(each -> !each.until().equals(Instant.MIN))
                .map(each -> unrest(each.recorded().minus(rules.slack()), later(each.recorded(), each.until()), rules))
                .forEach(all::add);
        return new Calm(rules, all);
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
    Instant deadline(Instant due) {
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
