package io.tidings.ingest.manage;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.health.RecoveryTable;
import io.tidings.contract.job.JobTable;
import io.tidings.contract.job.StartPlaces;
import io.tidings.contract.subscription.QueueDestination;
import io.tidings.contract.table.StartState;
import io.tidings.contract.table.SubscriptionEntry;
import io.tidings.ingest.health.PresentSubscriptions;
import io.tidings.ingest.health.SubscriptionFacts;
import io.tidings.ingest.health.SubscriptionHealth;
import io.tidings.ingest.reconcile.StartSlots;
import java.time.Clock;
import java.time.Instant;

/** The health of a subscription and the counts of its deliveries, as a GET shows them. */
public record StatusView(PresentSubscriptions present, RecoveryTable recoveries, JobTable jobs, Clock clock) {
    private static final String CONCURRENCY_LIMIT = "concurrencyLimit";

    ObjectNode of(SubscriptionEntry entry) {
        var now = clock.instant();
        var facts = present.of(entry, now);
        var json = JsonNodeFactory.instance.objectNode();
        health(facts, json, now);
        json.put("consecutiveFailures", facts.failuresInARow()).put("deferred", facts.deferred());
        endpoint(facts, json);
        counts(facts.counts(), json);
        if (facts.recent() != null) {
            json.set("recent", facts.recent().json());
        }
        recoveries
                .progress(entry.subscription().key(), entry.uid())
                .ifPresent(progress -> json.set("recovery", of(progress)));
        start(entry, json);
        return json;
    }

    /** The job is forgotten some days after its end. */
    private void start(SubscriptionEntry entry, ObjectNode json) {
        var state = entry.provisioning().start();
        if (state != null) {
            var id = StartPlaces.job(entry.uid());
            var start = json.putObject("start").put("state", state.wireName()).put("job", id);
            var known = jobs.job(id);
            if (known.isEmpty() && state == StartState.OPEN && entry.matches()) {
                start.put("reason", StartSlots.WAITS);
            }
            known.ifPresent(job -> {
                start.put("jobState", job.state().wireName());
                if (job.progress() != null) {
                    start.put("delivered", job.progress().counts().written());
                    start.put("caughtUp", job.progress().positions().containsKey(StartPlaces.CAUGHT_UP));
                }
            });
        }
    }

    private static void health(SubscriptionFacts facts, ObjectNode json, Instant now) {
        var health = facts.health(now);
        json.put("health", health.wireName());
        var reason = health == SubscriptionHealth.FAILING ? facts.failure() : facts.pauseReason();
        reason.ifPresent(sentence -> json.put("reason", sentence));
        facts.entry().pauses().since().ifPresent(since -> json.put("heldSince", since.toString()));
    }

    private static void endpoint(SubscriptionFacts facts, ObjectNode json) {
        var health = facts.endpoint();
        var counts = facts.counts();
        if (health != null) {
            if (health.probation() != null) {
                json.put("probationUntil", health.probation().until().toString());
            }
            putIfAny(json, "lastDeliveryOutcome", health.lastOutcome());
            putIfAny(json, "lastDeliveryError", health.lastError());
            putIfAny(json, CONCURRENCY_LIMIT, health.concurrencyLimit());
        }
        if (facts.entry().subscription().destination() instanceof QueueDestination) {
            return; // nobody is sent a request
        }
        // Failures write the health and deliveries the counts, so the later of the two knows the limit.
        if (counts.concurrencyLimit() > 0 && (health == null || !counts.isBefore(health.changed()))) {
            json.put(CONCURRENCY_LIMIT, counts.concurrencyLimit());
        }
    }

    private static void counts(DeliveryCounts counts, ObjectNode json) {
        json.put("matched", counts.matched())
                .put("delivered", counts.delivered())
                .put("deadLettered", counts.deadLettered())
                .put("dropped", counts.dropped())
                .put("waiting", counts.waiting());
        putIfAny(json, "lastMatched", counts.lastTaken());
        putIfAny(json, "lastDelivered", counts.lastDelivered());
    }

    private static ObjectNode of(RecoveryProgress progress) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("state", progress.state().wireName())
                .put("since", progress.since().toString())
                .put("moved", progress.moved());
        return progress.until() == null
                ? json
                : json.put("until", progress.until().toString());
    }
}
