package io.tidings.chaos.check;

import io.tidings.testbed.cluster.Disturbance;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Decides from histories whether every promise was kept. Pure. */
public final class Checker {
    private static final String EVERY = "-";

    private final CheckLimits limits;
    private final List<Disturbance> disturbances;

    public Checker(CheckLimits limits, List<Disturbance> disturbances) {
        this.limits = limits;
        this.disturbances = List.copyOf(disturbances);
    }

    /** Judges one subscription. */
    public Judgement judge(SubscriptionHistory history, SubscriptionTerms terms) {
        var histories = DeliveryHistory.of(history);
        var judges = judges(history, terms, histories);
        var found = new ArrayList<PromiseViolation>();
        for (var delivery : histories) {
            judges.forEach(rule -> rule.judge(delivery, found::add));
        }
        return new Judgement(CheckCounts.of(histories), found);
    }

    /** Judges the ends of programs. */
    public Judgement judgePrograms() {
        var ends = disturbances.stream()
                .filter(Disturbance::end)
                .map(each -> new PromiseViolation(
                        Promise.PROGRAMS_GO_ON, EVERY, EVERY, "%s at %s".formatted(each.what(), each.until())))
                .toList();
        return new Judgement(CheckCounts.NOTHING, ends);
    }

    private List<PromiseRule> judges(
            SubscriptionHistory history, SubscriptionTerms terms, Collection<DeliveryHistory> histories) {
        var calm = QuietPeriods.of(disturbances, limits);
        var rules = new ArrayList<PromiseRule>(List.of(
                new NothingIsLost(),
                new NothingIsAltered(),
                new OnlyWhatIsOwed(terms),
                new ChangesCount(new SubscriptionLifetime(history.changes()), calm),
                new OneChain(),
                new OneDeadLetter(),
                new RightReason(terms),
                new AttemptsAreBounded(terms)));
        if (terms.queue()) {
            rules.add(new OneLock(limits, disturbances));
        } else {
            rules.addAll(List.of(
                    new NoEarlyRetry(limits, terms, history.movedForward()),
                    new NoLateRetry(limits, calm.orLeftAlone(history.leftAlone())),
                    new ProbationIsKept(limits, history.leftAlone(), history.requests()),
                    new RepeatsAreExplained(limits, disturbances, KeptResults.of(histories)),
                    new LimitsAreKept(terms, history.requests()),
                    new SendingAwaitsCommits(limits, UncommittedResults.of(histories, disturbances, limits))));
        }
        if (terms.once()) {
            rules.add(new RepeatsAreDropped(disturbances));
        }
        var orderKey = terms.orderKey();
        if (orderKey != null) {
            rules.add(new OrderIsKept(histories, orderKey, disturbances));
        }
        return rules;
    }
}
