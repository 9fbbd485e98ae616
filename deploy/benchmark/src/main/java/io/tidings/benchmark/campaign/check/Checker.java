package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.History;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads what happened and decides whether every promise was kept. Pure. */
public final class Checker {
    private final Rules rules;
    private final List<Disturbance> disturbances;

    public Checker(Rules rules, List<Disturbance> disturbances) {
        this.rules = rules;
        this.disturbances = List.copyOf(disturbances);
    }

    public Judgement judge(History history) {
        var stories = Story.of(history);
        var judges = judges(stories);
        var found = new ArrayList<Violation>();
        for (var story : stories) {
            judges.forEach(judge -> judge.judge(story, found::add));
        }
        return new Judgement(Tally.of(stories), found);
    }

    private List<Rule> judges(Collection<Story> stories) {
        return List.of(
                new NothingIsLost(),
                new OneChain(),
                new OneDeadLetter(),
                new NoEarlyRetry(rules),
                new AttemptsAreBounded(rules),
                new RepeatsAreExplained(rules, disturbances, KeptResults.of(stories)));
    }
}
