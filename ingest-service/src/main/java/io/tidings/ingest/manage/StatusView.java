package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.endpoint.SubscriptionTotals;
import io.tidings.contract.resource.SubscriptionEntry;
import java.time.Clock;
import java.time.Instant;

/** How the endpoint of a subscription stands, as a GET shows it. */
record StatusView(StandingTable standings, Clock clock) {
    private static final String PAUSED = "Paused";
    private static final String DEFERRED = "deferred";

    ObjectNode of(SubscriptionEntry entry) {
        var written = standings.of(entry.subscription().key(), entry.uid());
        var json = written.filter(standing ->
                        standing.isOf(entry.subscription().destination().endpoint()))
                .map(standing -> of(standing, clock.instant()))
                .orElseGet(() -> status(EndpointStanding.State.HEALTHY, 0, 0));
        var totals = written.map(EndpointStanding::totals).orElse(SubscriptionTotals.NONE);
        addTotals(json, totals);
        return entry.subscription().paused() ? paused(json, totals) : json;
    }

    /** What was put off before it was paused waits as well. */
    private static ObjectNode paused(ObjectNode json, SubscriptionTotals totals) {
        return json.put("state", PAUSED).put(DEFERRED, json.path(DEFERRED).longValue() + totals.heldByPause());
    }

    /** Of the subscription, whichever endpoint it had. */
    private static void addTotals(ObjectNode json, SubscriptionTotals totals) {
        json.put("matched", totals.matched()).put("delivered", totals.delivered());
        if (totals.lastMatched() != null) {
            json.put("lastMatched", totals.lastMatched().toString());
        }
        if (totals.lastDelivered() != null) {
            json.put("lastDelivered", totals.lastDelivered().toString());
        }
    }

    private static ObjectNode of(EndpointStanding standing, Instant now) {
        var json = status(standing.state(now), standing.consecutiveFailures(), standing.deferred());
        if (standing.probation() != null) {
            json.put("probationUntil", standing.probation().until().toString());
        }
        if (standing.lastOutcome() != null) {
            json.put("lastDeliveryOutcome", standing.lastOutcome().wireName());
        }
        if (standing.lastError() != null) {
            json.put("lastDeliveryError", standing.lastError());
        }
        return json;
    }

    private static ObjectNode status(EndpointStanding.State state, int failures, long deferred) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", state.wireName())
                .put("consecutiveFailures", failures)
                .put(DEFERRED, deferred);
    }
}
