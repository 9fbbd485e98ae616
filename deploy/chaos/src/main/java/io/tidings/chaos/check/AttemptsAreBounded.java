package io.tidings.chaos.check;

import java.util.function.Consumer;

/**
 * {@link Promise#ATTEMPTS_ARE_BOUNDED}: no request has a number beyond the maximum. A request whose result was lost is
 * made
 * again with the same number, which {@link RepeatsAreExplained} judges.
 */
record AttemptsAreBounded(SubscriptionTerms terms) implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        for (var request : delivery.requests()) {
            if (request.before() >= terms.maxAttempts()) {
                found.accept(delivery.violates(
                        Promise.ATTEMPTS_ARE_BOUNDED,
                        "a request tells of %d attempts before it, %d are allowed"
                                .formatted(request.before(), terms.maxAttempts())));
            }
        }
    }
}
