package io.tidings.chaos.check;

import java.util.function.Consumer;

/** {@link Promise#ONE_DEAD_LETTER}: as many blob records as dead letters, and one dead letter for a chain. */
record OneDeadLetter() implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        int buried = delivery.buried().size();
        if (buried > delivery.chains()) {
            found.accept(delivery.violates(Promise.ONE_DEAD_LETTER, buried + " dead letters in Kafka"));
        }
        if (delivery.letters().size() != buried) {
            found.accept(delivery.violates(
                    Promise.ONE_DEAD_LETTER,
                    "%d dead letters in Kafka, %d blob records"
                            .formatted(buried, delivery.letters().size())));
        }
    }
}
