package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Disturbance;
import io.tidings.benchmark.campaign.history.History;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Reads what happened and decides whether every promise was kept. Pure. */
public final class Checker {
    private static final String EVERY = "-";

    private final Rules rules;
    private final List<Disturbance> disturbances;

    public Checker(Rules rules, List<Disturbance> disturbances) {
        this.rules = rules;
        this.disturbances = List.copyOf(disturbances);
    }

    /** Judges what is known of one subscription. */
    public Judgement judge(History history, Terms terms) {
        var stories = Story.of(history);
        var judges = judges(history, terms, stories);
        var found = new ArrayList<Violation>();
        for (var story : stories) {
            judges.forEach(judge -> judge.judge(story, found::add));
        }
        return new Judgement(Tally.of(stories), found);
    }

    /** Judges what does not concern any event. */
    public Judgement judgePrograms() {
        var ends = disturbances.stream()
                .filter(Disturbance::end)
                .map(each -> new Violation(
                        Promise.PROGRAMS_GO_ON, EVERY, EVERY, "%s at %s".formatted(each.what(), each.until())))
                .toList();
        return new Judgement(Tally.NOTHING, ends);
    }

    private List<Rule> judges(History history, Terms terms, Collection<Story> stories) {
        var calm = Calm.of(disturbances, rules);
        return List.of(
                new NothingIsLost(),
                new NothingIsAltered(),
                new OnlyWhatIsOwed(terms),
                new ChangesCount(new Existence(history.changes()), calm),
                new OneChain(),
                new OneDeadLetter(),
                new RightReason(terms),
                new NoEarlyRetry(rules),
                new NoLateRetry(rules, calm.orLeftAlone(history.leftAlone())),
                new AttemptsAreBounded(terms),
                new ProbationIsKept(rules, history.leftAlone(), history.requests()),
                new RepeatsAreExplained(rules, disturbances, KeptResults.of(stories)),
                new SendingAwaitsCommits(rules, Uncommitted.of(stories, disturbances, rules)));
    }
}
