package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.attempt.AttemptsAreBounded;
import io.tidings.benchmark.campaign.attempt.KeptResults;
import io.tidings.benchmark.campaign.attempt.NoEarlyRetry;
import io.tidings.benchmark.campaign.attempt.NoLateRetry;
import io.tidings.benchmark.campaign.attempt.ProbationIsKept;
import io.tidings.benchmark.campaign.attempt.RepeatsAreExplained;
import io.tidings.benchmark.campaign.attempt.SendingAwaitsCommits;
import io.tidings.benchmark.campaign.evidence.CheckLimits;
import io.tidings.benchmark.campaign.evidence.DeliveryHistory;
import io.tidings.benchmark.campaign.evidence.Promise;
import io.tidings.benchmark.campaign.evidence.PromiseRule;
import io.tidings.benchmark.campaign.evidence.PromiseViolation;
import io.tidings.benchmark.campaign.evidence.QuietPeriods;
import io.tidings.benchmark.campaign.evidence.SubscriptionLifetime;
import io.tidings.benchmark.campaign.evidence.SubscriptionTerms;
import io.tidings.benchmark.campaign.evidence.UncommittedResults;
import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.SubscriptionHistory;
import io.tidings.benchmark.campaign.outcome.ChangesCount;
import io.tidings.benchmark.campaign.outcome.NothingIsAltered;
import io.tidings.benchmark.campaign.outcome.NothingIsLost;
import io.tidings.benchmark.campaign.outcome.OneChain;
import io.tidings.benchmark.campaign.outcome.OneDeadLetter;
import io.tidings.benchmark.campaign.outcome.OnlyWhatIsOwed;
import io.tidings.benchmark.campaign.outcome.RightReason;
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
