package io.tidings.chaos.check;

import java.util.function.Consumer;

/** {@link Promise#ONLY_WHAT_IS_OWED}: no delivery of an event that the filter does not match (B-MATCH-1, B-MATCH-2). */
record OnlyWhatIsOwed(SubscriptionTerms terms) implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        boolean reached = delivery.begun()
                || !delivery.requests().isEmpty()
                || !delivery.letters().isEmpty();
        if (reached && !terms.matches().test(delivery.event())) {
            found.accept(delivery.violates(
                    Promise.ONLY_WHAT_IS_OWED,
                    "the filter does not match it, %d requests"
                            .formatted(delivery.requests().size())));
        }
    }
}
