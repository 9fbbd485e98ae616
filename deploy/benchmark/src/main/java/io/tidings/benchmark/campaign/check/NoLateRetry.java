package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.check.Rules.Clocks;
import io.tidings.benchmark.campaign.history.Attempt;
import io.tidings.benchmark.campaign.history.Attempt.Ending;
import java.util.function.Consumer;

/**
 * {@link Promise#NO_LATE_RETRY}: the request that a retry leads to arrives within a bound of the moment that it was due,
 * or of the end of what had disturbed the system then and of what was left of it. One that never comes is lost, or has
 * ended otherwise.
 */
record NoLateRetry(Rules rules, Calm calm) implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        if (rules.clocks() == Clocks.STEPPED || story.chains() > 1) {
            return;
        }
        for (var attempt : story.attempts()) {
            if (attempt.ending() == Ending.RETRY) {
                judge(story, attempt, found);
            }
        }
    }

    private void judge(Story story, Attempt attempt, Consumer<Violation> found) {
        var deadline = calm.deadline(attempt.due());
        story.requests().stream()
                .filter(each -> each.before() >= attempt.number())
                .filter(each -> !each.arrived().isBefore(attempt.ended()))
                .findFirst()
                .filter(next -> next.arrived().isAfter(deadline))
                .ifPresent(next -> found.accept(story.violates(
                        Promise.NO_LATE_RETRY,
                        "attempt %d was due at %s and came at %s, it had to come by %s"
                                .formatted(attempt.number() + 1, attempt.due(), next.arrived(), deadline))));
    }
}
