package io.tidings.chaos.check;

import java.util.function.Consumer;

/** {@link Promise#NOTHING_IS_LOST}: a matched event counts, too, if its publisher got no response. */
record NothingIsLost() implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        boolean owed = delivery.accepted() || delivery.begun();
        if (owed && !delivery.delivered() && delivery.letters().isEmpty() && !delivery.dropped()) {
            found.accept(delivery.violates(Promise.NOTHING_IS_LOST, evidence(delivery)));
        }
    }

    private static String evidence(DeliveryHistory delivery) {
        return "%s, %s, %d requests without success, %d dead letters in Kafka, no blob, no drop"
                .formatted(
                        delivery.accepted() ? "accepted" : "not known to be accepted",
                        delivery.begun() ? "matched" : "never matched",
                        delivery.requests().size(),
                        delivery.buried().size());
    }
}
