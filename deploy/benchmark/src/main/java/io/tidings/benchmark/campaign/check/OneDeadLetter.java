package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/** {@link Promise#ONE_DEAD_LETTER}: as many blob records as dead letters, and one dead letter for a chain. */
record OneDeadLetter() implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        int buried = story.buried().size();
        if (buried > story.chains()) {
            found.accept(story.violates(Promise.ONE_DEAD_LETTER, buried + " dead letters in Kafka"));
        }
        if (story.letters().size() != buried) {
            found.accept(story.violates(
                    Promise.ONE_DEAD_LETTER,
                    "%d dead letters in Kafka, %d blob records"
                            .formatted(buried, story.letters().size())));
        }
    }
}
