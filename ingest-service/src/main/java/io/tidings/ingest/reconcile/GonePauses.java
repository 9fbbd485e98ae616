package io.tidings.ingest.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.secret.CanonicalOrigin;
import io.tidings.contract.subscription.Gone;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.audit.AuditLog;
import io.tidings.ingest.audit.Change;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.time.Clock;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Pauses the subscriptions whose endpoint has responded 410, if they ask for it (B-GONE). */
public record GonePauses(
        ResourceTable table,
        EndpointHealthTable health,
        ConflictAwareWriter writer,
        AuditLog audit,
        ReconcileMetrics metrics,
        Clock clock) {
    private static final Logger log = LoggerFactory.getLogger(GonePauses.class);

    void advance() {
        for (var key : health.gone()) {
            if (table.subscription(key).flatMap(this::next).isPresent()
                    && writer.change(key, this::next)
                    && pausedForGone(key)) {
                tell(key);
            }
        }
    }

    private Optional<SubscriptionEntry> next(SubscriptionEntry entry) {
        return entry.locked()
                ? Optional.empty()
                : health.of(entry.subscription().key(), entry.uid()).flatMap(each -> next(entry, each));
    }

    /** Returns the paused subscription, if nobody has changed it since the request was sent. */
    static Optional<SubscriptionEntry> next(SubscriptionEntry entry, EndpointHealth health) {
        var subscription = entry.subscription();
        var report = health.gone();
        return report != null
                        && report.version() == entry.offset()
                        && CanonicalOrigin.of(subscription.destination().endpoint())
                                .equals(Optional.of(report.origin()))
                        && subscription.extensions().gone() == Gone.PAUSE
                        && !subscription.paused()
                ? Optional.of(new SubscriptionEntry(
                        subscription.pausing(true),
                        entry.uid(),
                        entry.provisioning().gone(report.seen()),
                        entry.offset()))
                : Optional.empty();
    }

    /** Returns false if somebody else has changed it at the same time. */
    private boolean pausedForGone(SubscriptionKey key) {
        return table.subscription(key)
                .filter(entry -> entry.provisioning().gone() != null)
                .isPresent();
    }

    private void tell(SubscriptionKey key) {
        log.warn("{} is paused: its endpoint is gone (410)", key);
        metrics.pausedForGone();
        audit.write(
                new Change(clock.instant(), "pauseGone", Change.subscription(key), paused(false), paused(true), true));
    }

    private static JsonNode paused(boolean paused) {
        var json = JsonNodeFactory.instance.objectNode();
        json.putObject("properties").put("paused", paused);
        return json;
    }
}
