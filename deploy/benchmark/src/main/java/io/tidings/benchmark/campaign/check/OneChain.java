package io.tidings.benchmark.campaign.check;

import io.tidings.benchmark.campaign.history.Attempt;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * {@link Promise#ONE_CHAIN}: no step of a chain is taken twice, and none after its end; the attempts that requests tell
 * of never become fewer; a dead letter is brought back once.
 */
record OneChain() implements Rule {
    private record Step(String source, int number) {}

    @Override
    public void judge(Story story, Consumer<Violation> found) {
        steps(story).forEach((step, times) -> {
            if (times > 1) {
                found.accept(story.violates(
                        Promise.ONE_CHAIN,
                        "attempt %d of %s led on %d times".formatted(step.number(), step.source(), times)));
            }
        });
        story.beginnings().forEach((source, times) -> {
            if (times > 1 && story.redriven() > 0) {
                found.accept(story.violates(
                        Promise.ONE_CHAIN, "the dead letter of %s was brought back %d times".formatted(source, times)));
            }
        });
        if (story.chains() == 1) {
            ends(story, found);
            order(story, found);
        }
    }

    private static Map<Step, Integer> steps(Story story) {
        var steps = new HashMap<Step, Integer>();
        for (var attempt : story.attempts()) {
            if (attempt.ending().moves()) {
                steps.merge(new Step(attempt.source(), attempt.number()), 1, Integer::sum);
            }
        }
        return steps;
    }

    private static void ends(Story story, Consumer<Violation> found) {
        int last = Integer.MAX_VALUE;
        for (var attempt : story.attempts()) {
            if (attempt.ending().moves() && attempt.number() > last) {
                found.accept(story.violates(
                        Promise.ONE_CHAIN, "attempt %d after the end at %d".formatted(attempt.number(), last)));
            }
            if (attempt.ending() == Attempt.Ending.DEAD_LETTER || attempt.ending() == Attempt.Ending.DROP) {
                last = Math.min(last, attempt.number());
            }
        }
    }

    private static void order(Story story, Consumer<Violation> found) {
        int most = 0;
        for (var request : story.requests()) {
            if (request.before() < most && !story.late(request)) {
                found.accept(story.violates(
                        Promise.ONE_CHAIN,
                        "a request tells of %d attempts after one that told of %d, at %s"
                                .formatted(request.before(), most, request.arrived())));
            }
            most = Math.max(most, request.before());
        }
    }
}
