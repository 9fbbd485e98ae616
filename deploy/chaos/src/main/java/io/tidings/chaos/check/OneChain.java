package io.tidings.chaos.check;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * {@link Promise#ONE_CHAIN}: a chain takes no step twice, and none after its end; the numbers of requests never become
 * smaller; a
 * dead letter is redriven once.
 */
record OneChain() implements PromiseRule {
    private record Step(String source, int number) {}

    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        steps(delivery).forEach((step, times) -> {
            if (times > 1) {
                found.accept(delivery.violates(
                        Promise.ONE_CHAIN,
                        "attempt %d of %s led on %d times".formatted(step.number(), step.source(), times)));
            }
        });
        delivery.beginnings().forEach((source, times) -> {
            if (times > 1 && delivery.redriven() > 0) {
                found.accept(delivery.violates(
                        Promise.ONE_CHAIN, "the dead letter of %s was brought back %d times".formatted(source, times)));
            }
        });
        if (delivery.chains() == 1) {
            ends(delivery, found);
            order(delivery, found);
        }
    }

    private static Map<Step, Integer> steps(DeliveryHistory delivery) {
        var steps = new HashMap<Step, Integer>();
        for (var attempt : delivery.attempts()) {
            if (attempt.ending().moves()) {
                steps.merge(new Step(attempt.source(), attempt.number()), 1, Integer::sum);
            }
        }
        return steps;
    }

    private static void ends(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        int last = Integer.MAX_VALUE;
        for (var attempt : delivery.attempts()) {
            if (attempt.ending().moves() && attempt.number() > last) {
                found.accept(delivery.violates(
                        Promise.ONE_CHAIN, "attempt %d after the end at %d".formatted(attempt.number(), last)));
            }
            if (attempt.ending() == CommittedAttempt.Ending.DEAD_LETTER
                    || attempt.ending() == CommittedAttempt.Ending.DROP) {
                last = Math.min(last, attempt.number());
            }
        }
    }

    private static void order(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        int most = 0;
        for (var request : delivery.requests()) {
            if (request.before() < most && !delivery.late(request)) {
                found.accept(delivery.violates(
                        Promise.ONE_CHAIN,
                        "a request tells of %d attempts after one that told of %d, at %s"
                                .formatted(request.before(), most, request.arrived())));
            }
            most = Math.max(most, request.before());
        }
    }
}
