package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/** {@link Promise#NOTHING_IS_ALTERED}: endpoints and blobs got what was published (B-DEL-2, B-DEL-5, B-DLQ-3). */
record NothingIsAltered() implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        for (var request : story.requests()) {
            tell(story, "a request", request.difference(), found);
        }
        for (var letter : story.letters()) {
            tell(story, "a blob record", letter.difference(), found);
        }
    }

    private static void tell(Story story, String where, String difference, Consumer<Violation> found) {
        if (!difference.isEmpty()) {
            found.accept(story.violates(
                    Promise.NOTHING_IS_ALTERED,
                    "%s differs in %s from what was published".formatted(where, difference)));
        }
    }
}
