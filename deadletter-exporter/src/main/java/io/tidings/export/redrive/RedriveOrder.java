package io.tidings.export.redrive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.redrive.choice.Selection;
import java.time.Instant;
import java.util.Set;

/**
 * What the command was asked for.
 *
 * @param rate deliveries in a second
 */
record RedriveOrder(
        SubscriptionKey subscription,
        Instant from,
        Instant to,
        Set<DeadLetterReason> reasons,
        boolean again,
        boolean former,
        boolean dryRun,
        int rate) {
    RedriveOrder {
        reasons = Set.copyOf(reasons);
    }

    Selection selection(String uid) {
        return new Selection(uid, from, to, reasons, again, former);
    }
}
