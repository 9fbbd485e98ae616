package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.check.Rules.Clocks;
import io.tidings.benchmark.campaign.history.Request;
import java.util.HashSet;
import java.util.function.Consumer;

/**
 * {@link Promise#SENDING_AWAITS_COMMITS}: no request arrives while a result of the same owner has waited for its commit
 * for longer than the patience, which bounds in time what is repeated (B-RETRY-6).
 *
 * @param uncommitted of the subscription that is judged
 */
record SendingAwaitsCommits(Rules rules, Uncommitted uncommitted) implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        if (rules.clocks() == Clocks.STEPPED) {
            return;
        }
        var inVain = new HashSet<Request>(RepeatsAreExplained.inVain(story));
        for (var request : story.requests()) {
            uncommitted
                    .oldest(request, inVain.contains(request))
                    .ifPresent(ended -> found.accept(story.violates(
                            Promise.SENDING_AWAITS_COMMITS,
                            "attempt %d came at %s, a result of %s was not committed"
                                    .formatted(request.before() + 1, request.arrived(), ended))));
        }
    }
}
