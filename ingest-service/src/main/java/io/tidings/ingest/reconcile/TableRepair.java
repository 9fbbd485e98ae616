package io.tidings.ingest.reconcile;

import io.tidings.contract.table.ResourceTable;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.contract.table.TableChange.SubscriptionIncomplete;
import io.tidings.ingest.validation.EndpointValidation;
import io.tidings.ingest.write.ConflictAwareWriter;
import java.time.Clock;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Completes subscriptions that another tool has written, restores records that invalid ones displace, seals plain secrets
 * (B-SUB-2), and deletes event types that outlived their topic (B-TYPE-1).
 */
public final class TableRepair {
    private static final Logger log = LoggerFactory.getLogger(TableRepair.class);

    private final ResourceTable table;
    private final AwaitingCompletion awaitingCompletion;
    private final ConflictAwareWriter writer;
    private final EndpointValidation endpointValidation;
    private final ReconcileMetrics metrics;
    private final Clock clock;

    public TableRepair(
            ResourceTable table,
            AwaitingCompletion awaitingCompletion,
            ConflictAwareWriter writer,
            EndpointValidation endpointValidation,
            ReconcileMetrics metrics,
            Clock clock) {
        this.table = table;
        this.awaitingCompletion = awaitingCompletion;
        this.writer = writer;
        this.endpointValidation = endpointValidation;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Writes every record that needs it. */
    void advance() {
        for (var key : awaitingCompletion.keys()) {
            // The newest record wins, so it is read under the lock of this instance's writer.
            writer.complete(key, () -> awaitingCompletion.find(key).map(this::completed));
        }
        restoreDisplaced();
        sealPlain();
        if (!table.orphanedEventTypes().isEmpty()) {
            writer.removeOrphanedEventTypes();
        }
    }

    /** Returns whether no record needs it. */
    boolean idle() {
        return awaitingCompletion.keys().isEmpty()
                && table.displacedTopics().isEmpty()
                && table.displacedSubscriptions().isEmpty()
                && table.topicsToSeal().isEmpty()
                && table.subscriptionsToSeal().isEmpty()
                && table.orphanedEventTypes().isEmpty();
    }

    private void restoreDisplaced() {
        for (var topic : table.displacedTopics()) {
            if (writer.restoreTopic(topic)) {
                restored("topic " + topic);
            }
        }
        for (var key : table.displacedSubscriptions()) {
            if (writer.restore(key)) {
                restored("subscription " + key);
            }
        }
    }

    private void sealPlain() {
        for (var topic : table.topicsToSeal()) {
            if (writer.sealTopic(topic)) {
                sealed("topic " + topic);
            }
        }
        for (var key : table.subscriptionsToSeal()) {
            if (writer.rewriteSealed(key)) {
                sealed("subscription " + key);
            }
        }
    }

    private static void sealed(String what) {
        log.warn(
                "the record of {} is written again, because its secrets were in plain text, sealed with an old key or"
                        + " sealed without the origin of the endpoint; plain secrets can be read in the topic until"
                        + " compaction, and should be replaced",
                what);
    }

    private void restored(String what) {
        metrics.restored();
        log.warn("the newest record of {} was invalid; the record before it is written again", what);
    }

    private SubscriptionEntry completed(SubscriptionIncomplete change) {
        var subscription = change.subscription();
        var before = table.subscription(subscription.key());
        var uid = before.map(SubscriptionEntry::uid)
                .orElseGet(() -> UUID.randomUUID().toString());
        var code = UUID.randomUUID().toString();
        log.info(
                "subscription {}, which another tool wrote at offset {}, is completed",
                subscription.key(),
                change.offset());
        return new SubscriptionEntry(
                subscription,
                uid,
                endpointValidation.written(before.orElse(null), subscription, clock.instant(), code),
                change.offset());
    }
}
