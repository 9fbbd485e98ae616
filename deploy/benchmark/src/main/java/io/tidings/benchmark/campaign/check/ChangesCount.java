package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.check.Existence.State;
import io.tidings.benchmark.campaign.history.Accepted;
import io.tidings.benchmark.campaign.history.Accepted.Way;
import io.tidings.benchmark.campaign.history.Change.Kind;
import java.util.function.Consumer;

/**
 * {@link Promise#CHANGES_COUNT}: what was sent over HTTP after a subscription was there is matched, unless it is deleted
 * before that could happen; after it was deleted it is not, unless it is asked for again before that (B-MATCH-6).
 */
record ChangesCount(Existence existence, Calm calm) implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        story.offer()
                .filter(offer -> offer.way() == Way.HTTP)
                .ifPresent(offer -> judge(story, offer, existence.at(offer.sent()), found));
    }

    private void judge(Story story, Accepted offer, State state, Consumer<Violation> found) {
        if (state == State.THERE && !story.begun()) {
            if (!existence.asked(Kind.DELETE, offer.sent(), calm.deadline(offer.at()))) {
                found.accept(violation(story, offer, "is not matched, and the subscription was there"));
            }
        } else if (state == State.GONE) {
            story.firstMatched()
                    .filter(at -> !existence.asked(Kind.PUT, offer.sent(), at))
                    .ifPresent(
                            at -> found.accept(violation(story, offer, "is matched at " + at + ", and it was gone")));
        }
    }

    private static Violation violation(Story story, Accepted offer, String what) {
        return story.violates(Promise.CHANGES_COUNT, "what was sent over HTTP at %s %s".formatted(offer.sent(), what));
    }
}
