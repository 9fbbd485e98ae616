package io.tidings.chaos.check;

import io.tidings.chaos.check.CheckLimits.Clocks;
import java.util.HashSet;
import java.util.function.Consumer;

/**
 * {@link Promise#SENDING_AWAITS_COMMITS}: no request arrives while a result of the same owner has waited for its commit
 * longer than the patience, which bounds in time what a kill repeats (B-RETRY-6). A request that its worker had given up
 * when it arrived was sent long before.
 *
 * @param uncommitted results of the subscription
 */
record SendingAwaitsCommits(CheckLimits limits, UncommittedResults uncommitted) implements PromiseRule {
    @Override
    public void judge(DeliveryHistory delivery, Consumer<PromiseViolation> found) {
        if (limits.clocks() == Clocks.STEPPED) {
            return;
        }
        var inVain = new HashSet<EndpointRequest>(RepeatsAreExplained.inVain(delivery));
        for (var request : delivery.requests()) {
            if (delivery.late(request)) {
                continue;
            }
            uncommitted
                    .oldest(request, inVain.contains(request))
                    .ifPresent(ended -> found.accept(delivery.violates(
                            Promise.SENDING_AWAITS_COMMITS,
                            "attempt %d came at %s, a result of %s was not committed"
                                    .formatted(request.before() + 1, request.arrived(), ended))));
        }
    }
}
