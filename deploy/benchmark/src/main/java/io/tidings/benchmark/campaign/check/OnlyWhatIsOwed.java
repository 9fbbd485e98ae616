package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/** {@link Promise#ONLY_WHAT_IS_OWED}: no delivery of an event that the filter does not match (B-MATCH-1, B-MATCH-2). */
record OnlyWhatIsOwed(Terms terms) implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        boolean reached =
                story.begun() || !story.requests().isEmpty() || !story.letters().isEmpty();
        if (reached && !terms.matches().test(story.event())) {
            found.accept(story.violates(
                    Promise.ONLY_WHAT_IS_OWED,
                    "the filter does not match it, %d requests"
                            .formatted(story.requests().size())));
        }
    }
}
