package io.tidings.ingest.manage;

import static io.tidings.contract.json.OptionalMembers.putIfAny;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.counts.CountedSubscription;
import io.tidings.contract.counts.CountsTable;
import io.tidings.contract.counts.DeliveryCounts;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.RecoveryProgress;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Clock;
import java.time.Instant;

/** The health of a subscription's endpoint and the counts of its deliveries, as a GET shows them. */
public record StatusView(EndpointHealthTable healthTable, CountsTable counts, Clock clock) {
    private static final String PAUSED = "Paused";
    private static final String CONCURRENCY_LIMIT = "concurrencyLimit";

    ObjectNode of(SubscriptionEntry entry) {
        var written = healthTable
                .of(entry.subscription().key(), entry.uid())
                .filter(health -> health.isOf(entry.subscription().destination().endpoint()));
        var json = written.map(health -> of(health, clock.instant()))
                .orElseGet(() -> status(EndpointHealth.State.HEALTHY, 0, 0));
        var counted = counts.of(CountedSubscription.of(entry));
        // Failures write the health and deliveries the counts, so the later of the two knows the limit.
        if (counted.concurrencyLimit() > 0
                && written.filter(health -> counted.isBefore(health.changed())).isEmpty()) {
            json.put(CONCURRENCY_LIMIT, counted.concurrencyLimit());
        }
        add(json, counted);
        healthTable
                .recoveries()
                .progress(entry.subscription().key(), entry.uid())
                .ifPresent(progress -> json.set("recovery", of(progress)));
        return entry.subscription().paused() ? json.put("state", PAUSED) : json;
    }

    private static void add(ObjectNode json, DeliveryCounts counts) {
        json.put("matched", counts.matched())
                .put("delivered", counts.delivered())
                .put("deadLettered", counts.deadLettered())
                .put("dropped", counts.dropped())
                .put("waiting", counts.waiting());
        putIfAny(json, "lastMatched", counts.lastTaken());
        putIfAny(json, "lastDelivered", counts.lastDelivered());
    }

    private static ObjectNode of(EndpointHealth health, Instant now) {
        var json = status(health.state(now), health.consecutiveFailures(), health.deferred());
        if (health.probation() != null) {
            json.put("probationUntil", health.probation().until().toString());
        }
        putIfAny(json, "lastDeliveryOutcome", health.lastOutcome());
        putIfAny(json, "lastDeliveryError", health.lastError());
        putIfAny(json, CONCURRENCY_LIMIT, health.concurrencyLimit());
        return json;
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

    private static ObjectNode status(EndpointHealth.State state, int failures, long deferred) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", state.wireName())
                .put("consecutiveFailures", failures)
                .put("deferred", deferred);
    }
}
