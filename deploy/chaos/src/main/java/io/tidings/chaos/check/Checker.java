package io.tidings.chaos.check;

import io.tidings.chaos.attempt.AttemptsAreBounded;
import io.tidings.chaos.attempt.KeptResults;
import io.tidings.chaos.attempt.NoEarlyRetry;
import io.tidings.chaos.attempt.NoLateRetry;
import io.tidings.chaos.attempt.ProbationIsKept;
import io.tidings.chaos.attempt.RepeatsAreExplained;
import io.tidings.chaos.attempt.SendingAwaitsCommits;
import io.tidings.chaos.evidence.CheckLimits;
import io.tidings.chaos.evidence.DeliveryHistory;
import io.tidings.chaos.evidence.Promise;
import io.tidings.chaos.evidence.PromiseRule;
import io.tidings.chaos.evidence.PromiseViolation;
import io.tidings.chaos.evidence.QuietPeriods;
import io.tidings.chaos.evidence.SubscriptionLifetime;
import io.tidings.chaos.evidence.SubscriptionTerms;
import io.tidings.chaos.evidence.UncommittedResults;
import io.tidings.chaos.history.Disturbance;
import io.tidings.chaos.history.SubscriptionHistory;
import io.tidings.chaos.outcome.ChangesCount;
import io.tidings.chaos.outcome.NothingIsAltered;
import io.tidings.chaos.outcome.NothingIsLost;
import io.tidings.chaos.outcome.OneChain;
import io.tidings.chaos.outcome.OneDeadLetter;
import io.tidings.chaos.outcome.OnlyWhatIsOwed;
import io.tidings.chaos.outcome.RightReason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads what happened and decides whether every promise was kept. Pure. */
public final class Checker {
    private static final String EVERY = "-";

    private final CheckLimits rules;
    private final List<Disturbance> disturbances;

    public Checker(CheckLimits rules, List<Disturbance> disturbances) {
        this.rules = rules;
        this.disturbances = List.copyOf(disturbances);
    }

    /** Judges what is known of one subscription. */
    public Judgement judge(SubscriptionHistory history, SubscriptionTerms terms) {
        var stories = DeliveryHistory.of(history);
        var judges = judges(history, terms, stories);
        var found = new ArrayList<PromiseViolation>();
        for (var delivery : stories) {
            judges.forEach(rule -> rule.judge(delivery, found::add));
        }
        return new Judgement(CheckCounts.of(stories), found);
    }

    /** Judges what does not concern any event. */
    public Judgement judgePrograms() {
        var ends = disturbances.stream()
                .filter(Disturbance::end)
                .map(each -> new PromiseViolation(
                        Promise.PROGRAMS_GO_ON, EVERY, EVERY, "%s at %s".formatted(each.what(), each.until())))
                .toList();
        return new Judgement(CheckCounts.NOTHING, ends);
    }

    private List<PromiseRule> judges(
            SubscriptionHistory history, SubscriptionTerms terms, Collection<DeliveryHistory> stories) {
        var calm = QuietPeriods.of(disturbances, rules);
        return List.of(
                new NothingIsLost(),
                new NothingIsAltered(),
                new OnlyWhatIsOwed(terms),
                new ChangesCount(new SubscriptionLifetime(history.changes()), calm),
                new OneChain(),
                new OneDeadLetter(),
                new RightReason(terms),
                new NoEarlyRetry(rules),
                new NoLateRetry(rules, calm.orLeftAlone(history.leftAlone())),
                new AttemptsAreBounded(terms),
                new ProbationIsKept(rules, history.leftAlone(), history.requests()),
                new RepeatsAreExplained(rules, disturbances, KeptResults.of(stories)),
                new SendingAwaitsCommits(rules, UncommittedResults.of(stories, disturbances, rules)));
    }
}
