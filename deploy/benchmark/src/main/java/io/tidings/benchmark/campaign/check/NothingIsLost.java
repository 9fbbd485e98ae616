package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/** {@link Promise#NOTHING_IS_LOST}: also what was matched without a publisher being told has to end somehow. */
record NothingIsLost() implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        boolean owed = story.accepted() || story.begun();
        if (owed && !story.delivered() && story.letters().isEmpty() && !story.dropped()) {
            found.accept(story.violates(Promise.NOTHING_IS_LOST, evidence(story)));
        }
    }

    private static String evidence(Story story) {
        return "%s, %s, %d requests without success, %d dead letters in Kafka, no blob, no drop"
                .formatted(
                        story.accepted() ? "accepted" : "not known to be accepted",
                        story.begun() ? "matched" : "never matched",
                        story.requests().size(),
                        story.buried().size());
    }
}
