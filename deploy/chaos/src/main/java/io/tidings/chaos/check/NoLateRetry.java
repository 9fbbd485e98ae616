package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import io.tidings.chaos.check.CommittedAttempt.Ending;
import java.util.function.Consumer;

/**
 * {@link Promise#NO_LATE_RETRY}: a retry's request arrives within a bound of its due time, or of the end of the
 * disturbance at
 * that time. Other promises judge a request that never comes.
 */
record NoLateRetry(CheckLimits limits, QuietPeriods calm) implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (limits.clocks() == Clocks.STEPPED || delivery.chains() > 1) {
            return;
        }
        for (var attempt : delivery.attempts()) {
            if (attempt.ending() == Ending.RETRY) {
                judge(delivery, attempt, found);
            }
        }
    }

    private void judge(DeliveryHistory delivery, CommittedAttempt attempt, Consumer<PromiseViolation> found) {
        var deadline = calm.deadline(attempt.due());
        delivery.requests().stream()
                .filter(each -> each.before() >= attempt.number())
                .filter(each -> !each.arrived().isBefore(attempt.ended()))
                .findFirst()
                .filter(next -> next.arrived().isAfter(deadline))
                .ifPresent(next -> found.accept(delivery.violates(
                        Promise.NO_LATE_RETRY,
                        "attempt %d was due at %s and came at %s, it had to come by %s"
                                .formatted(attempt.number() + 1, attempt.due(), next.arrived(), deadline))));
    }
}
