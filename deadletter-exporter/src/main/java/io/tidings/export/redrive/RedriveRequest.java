package io.tidings.export.redrive;

import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.delivery.DeadLetterReason;
import io.tidings.export.selection.RedriveSelection;
import java.time.Instant;
import java.util.Set;

/** @param rate deliveries in a second */
record RedriveRequest(
        SubscriptionKey subscription,
        Instant from,
        Instant to,
        Set<DeadLetterReason> reasons,
        boolean again,
        boolean former,
        boolean dryRun,
        int rate) {
    RedriveRequest {
        reasons = Set.copyOf(reasons);
    }

    RedriveSelection selection(String uid) {
        return new RedriveSelection(uid, from, to, reasons, again, former);
    }
}
