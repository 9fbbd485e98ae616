package io.tidings.ingest.reconcile;

import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.subscription.Gone;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.GoneNote;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses the subscriptions whose endpoint has responded 410, if they ask for it (B-GONE). */
public record GonePauses(ResourceTable table, EndpointHealthTable health, ConflictAwareWriter writer) {
    private static final Logger log = LoggerFactory.getLogger(GonePauses.class);

    void advance() {
        for (var entry : table.subscriptions()) {
            var key = entry.subscription().key();
            if (next(entry).isPresent() && writer.change(key, this::next)) {
                log.warn("{} is paused, or stays paused: its endpoint is gone (410)", key);
            }
        }
    }

    private Optional<SubscriptionEntry> next(SubscriptionEntry entry) {
        return entry.subscription().extensions().gone() == Gone.PAUSE && !entry.locked()
                ? health.of(entry.subscription().key(), entry.uid()).flatMap(each -> next(entry, each))
                : Optional.empty();
    }

    /**
     * Returns the paused subscription, if the endpoint that responded is still its own and nobody has acted on the
     * response yet. One that was paused before keeps the reason for it.
     */
    static Optional<SubscriptionEntry> next(SubscriptionEntry entry, EndpointHealth health) {
        var subscription = entry.subscription();
        var endpoint = subscription.destination().endpoint();
        var report = health.gone();
        var known = entry.provisioning().gone();
        if (subscription.extensions().gone() != Gone.PAUSE
                || report == null
                || !health.isOf(endpoint)
                || !CanonicalOrigin.of(endpoint).equals(Optional.of(report.origin()))
                || (known != null && !report.seen().isAfter(known.seen()))) {
            return Optional.empty();
        }
        boolean reason = !subscription.paused() || (known != null && known.pauses());
        return Optional.of(new SubscriptionEntry(
                subscription.pausing(true),
                entry.uid(),
                entry.provisioning().with(new GoneNote(report.seen(), reason)),
                entry.offset()));
    }
}
