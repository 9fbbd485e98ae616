package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.contract.RetryLadder;
import io.tidings.contract.TimeScale;
import io.tidings.testbed.cluster.Disturbance;
import java.time.Duration;
import java.util.List;

/** Judges the histories of the tests, with the limits and a subscription that they have in common. */
final class JudgedHistory {
    private static final Duration SLACK = Duration.ofSeconds(2);
    private static final Duration LONGEST_COMMIT = Duration.ofSeconds(10);
    private static final Duration LATE = Duration.ofSeconds(5);
    private static final Duration RECOVERY = Duration.ofSeconds(20);
    private static final Duration COMMIT_PATIENCE = Duration.ofSeconds(2);
    static final CheckLimits RULES = limits(Clocks.TRUSTED);
    static final SubscriptionTerms TERMS = terms(true, false);

    private JudgedHistory() {}

    static CheckLimits limits(Clocks clocks) {
        return new CheckLimits(
                new RetryLadder(TimeScale.REAL), SLACK, LONGEST_COMMIT, LATE, RECOVERY, COMMIT_PATIENCE, clocks);
    }

    static SubscriptionTerms terms(boolean deadLetters, boolean passing) {
        return new SubscriptionTerms(_ -> true, 3, Duration.ofHours(1), deadLetters, passing, List.of(), null);
    }

    static long reasons(HistoryScript script, SubscriptionTerms terms) {
        return judge(script, terms).of(Promise.RIGHT_REASON);
    }

    static List<Promise> violated(HistoryScript script, Disturbance... disturbances) {
        return promises(judge(script, TERMS, disturbances));
    }

    static List<Promise> promises(Judgement judgement) {
        return judgement.violations().stream().map(PromiseViolation::promise).toList();
    }

    static Judgement judge(HistoryScript script) {
        return judge(script, TERMS);
    }

    static Judgement judge(HistoryScript script, SubscriptionTerms terms, Disturbance... disturbances) {
        return new Checker(RULES, List.of(disturbances)).judge(script.history(), terms);
    }
}
