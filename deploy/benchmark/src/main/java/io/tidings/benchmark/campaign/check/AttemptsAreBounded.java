package io.tidings.benchmark.campaign.check;

import java.util.function.Consumer;

/**
 * {@link Promise#ATTEMPTS_ARE_BOUNDED}: nobody counts beyond the maximum. A request whose result was lost is made
 * again under the same number, which {@link RepeatsAreExplained} judges.
 */
record AttemptsAreBounded(Terms terms) implements Rule {
    @Override
    public void judge(Story story, Consumer<Violation> found) {
        for (var request : story.requests()) {
            if (request.before() >= terms.maxAttempts()) {
                found.accept(story.violates(
                        Promise.ATTEMPTS_ARE_BOUNDED,
                        "a request tells of %d attempts before it, %d are allowed"
                                .formatted(request.before(), terms.maxAttempts())));
            }
        }
    }
}
