package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.health.EndpointHealth;
import io.tidings.contract.health.SubscriptionTotals;
import io.tidings.contract.recovery.RecoveryProgress;
import io.tidings.contract.table.EndpointHealthTable;
import io.tidings.contract.table.SubscriptionEntry;
import java.time.Clock;
import java.time.Instant;

/** The health of a subscription's endpoint, as a GET shows it. */
public record StatusView(EndpointHealthTable healthTable, Clock clock) {
    private static final String PAUSED = "Paused";
    private static final String DEFERRED = "deferred";

    ObjectNode of(SubscriptionEntry entry) {
        var written = healthTable.of(entry.subscription().key(), entry.uid());
        var json = written.filter(
                        health -> health.isOf(entry.subscription().destination().endpoint()))
                .map(health -> of(health, clock.instant()))
                .orElseGet(() -> status(EndpointHealth.State.HEALTHY, 0, 0));
        var totals = written.map(EndpointHealth::totals).orElse(SubscriptionTotals.NONE);
        addTotals(json, totals);
        healthTable
                .recoveries()
                .progress(entry.subscription().key(), entry.uid())
                .ifPresent(progress -> json.set("recovery", of(progress)));
        return entry.subscription().paused() ? paused(json, totals) : json;
    }

    /** Deliveries that were deferred before the pause wait as well. */
    private static ObjectNode paused(ObjectNode json, SubscriptionTotals totals) {
        return json.put("state", PAUSED).put(DEFERRED, json.path(DEFERRED).longValue() + totals.heldByPause());
    }

    private static void addTotals(ObjectNode json, SubscriptionTotals totals) {
        json.put("matched", totals.matched()).put("delivered", totals.delivered());
        if (totals.lastMatched() != null) {
            json.put("lastMatched", totals.lastMatched().toString());
        }
        if (totals.lastDelivered() != null) {
            json.put("lastDelivered", totals.lastDelivered().toString());
        }
    }

    private static ObjectNode of(EndpointHealth health, Instant now) {
        var json = status(health.state(now), health.consecutiveFailures(), health.deferred());
        if (health.probation() != null) {
            json.put("probationUntil", health.probation().until().toString());
        }
        if (health.lastOutcome() != null) {
            json.put("lastDeliveryOutcome", health.lastOutcome().wireName());
        }
        if (health.lastError() != null) {
            json.put("lastDeliveryError", health.lastError());
        }
        if (health.concurrencyLimit() != null) {
            json.put("concurrencyLimit", health.concurrencyLimit());
        }
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
                .put(DEFERRED, deferred);
    }
}
