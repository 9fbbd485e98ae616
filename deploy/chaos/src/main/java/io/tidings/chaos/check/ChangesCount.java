package io.tidings.chaos.check;

import io.tidings.chaos.check.AcceptedEvent.Way;
import io.tidings.chaos.check.SubscriptionChange.Kind;
import io.tidings.chaos.check.SubscriptionLifetime.State;
import java.util.function.Consumer;

/**
 * {@link Promise#CHANGES_COUNT}: an event sent over HTTP to an existing subscription is matched, unless the
 * subscription is
 * deleted before; an event sent after a delete is not matched, unless the subscription is created again before
 * (B-MATCH-6).
 */
record ChangesCount(SubscriptionLifetime existence, QuietPeriods calm) implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        delivery.offer()
                .filter(offer -> offer.way() == Way.HTTP)
                .ifPresent(offer -> judge(delivery, offer, existence.at(offer.sent()), found));
    }

    private void judge(DeliveryHistory delivery, AcceptedEvent offer, State state, Consumer<PromiseViolation> found) {
        if (state == State.THERE && !delivery.begun()) {
            if (!existence.asked(Kind.DELETE, offer.sent(), calm.deadline(offer.at()))) {
                found.accept(violation(delivery, offer, "is not matched, and the subscription was there"));
            }
        } else if (state == State.GONE) {
            delivery.firstMatched()
                    .filter(at -> !existence.asked(Kind.PUT, offer.sent(), at))
                    .ifPresent(at ->
                            found.accept(violation(delivery, offer, "is matched at " + at + ", and it was gone")));
        }
    }

    private static PromiseViolation violation(DeliveryHistory delivery, AcceptedEvent offer, String what) {
        return delivery.violates(
                Promise.CHANGES_COUNT, "what was sent over HTTP at %s %s".formatted(offer.sent(), what));
    }
}
