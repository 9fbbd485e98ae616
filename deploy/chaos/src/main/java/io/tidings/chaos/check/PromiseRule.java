package io.tidings.chaos.check;

import java.util.function.Consumer;

/** Judges one promise for one event at one subscription. */
interface PromiseRule {
    void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found);
}
