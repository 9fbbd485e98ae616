package io.tidings.chaos.evidence;

import java.util.function.Consumer;

/** One promise, judged for one event and subscription. */
public interface PromiseRule {
    void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found);
}
