package io.tidings.ingest.manage;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.endpoint.EndpointStanding;
import io.tidings.contract.endpoint.StandingTable;
import io.tidings.contract.resource.SubscriptionEntry;
import java.time.Clock;
import java.time.Instant;

/** How the endpoint of a subscription stands, as a GET shows it. */
record StatusView(StandingTable standings, Clock clock) {
    private static final String PAUSED = "Paused";

    ObjectNode of(SubscriptionEntry entry) {
        var json = standings
                .of(entry.subscription().key(), entry.uid())
                .filter(standing ->
                        standing.isOf(entry.subscription().destination().endpoint()))
                .map(standing -> of(standing, clock.instant()))
                .orElseGet(() -> status(EndpointStanding.State.HEALTHY, 0, 0));
        return entry.subscription().paused() ? json.put("state", PAUSED) : json;
    }

    private static ObjectNode of(EndpointStanding standing, Instant now) {
        var json = status(standing.state(now), standing.consecutiveFailures(), standing.deferred());
        if (standing.probation() != null) {
            json.put("probationUntil", standing.probation().until().toString());
        }
        if (standing.lastOutcome() != null) {
            json.put("lastDeliveryOutcome", standing.lastOutcome().word());
        }
        if (standing.lastError() != null) {
            json.put("lastDeliveryError", standing.lastError());
        }
        return json;
    }

    private static ObjectNode status(EndpointStanding.State state, int failures, long deferred) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("state", state.word())
                .put("consecutiveFailures", failures)
                .put("deferred", deferred);
    }
}
