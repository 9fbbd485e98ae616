package io.tidings.chaos.check;

import java.util.function.Consumer;

/** {@link Promise#NOTHING_IS_ALTERED}: endpoints and blobs got what was published (B-DEL-2, B-DEL-5, B-DLQ-3). */
record NothingIsAltered() implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        for (var request : delivery.requests()) {
            tell(delivery, "a request", request.difference(), found);
        }
        for (var letter : delivery.letters()) {
            tell(delivery, "a blob record", letter.difference(), found);
        }
    }

    private static void tell(
            DeliveryHistory delivery, String where, String difference, Consumer<PromiseViolation> found) {
        if (!difference.isEmpty()) {
            found.accept(delivery.violates(
                    Promise.NOTHING_IS_ALTERED,
                    "%s differs in %s from what was published".formatted(where, difference)));
        }
    }
}
