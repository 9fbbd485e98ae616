package io.tidings.chaos.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidings.testbed.cluster.ManagementClient.Response;
import java.util.ArrayList;
import java.util.List;

/** The response of the API to a request for one event. */
sealed interface TimelineResponse {
    /** @param deliveries of all records with the event's id, to all subscriptions */
    record Known(List<ShownDelivery> deliveries) implements TimelineResponse {
        public Known {
            deliveries = List.copyOf(deliveries);
        }
    }

    /** @param problem of a response that tells of no delivery */
    record Refused(String problem) implements TimelineResponse {}

    /** @param end or the state of a delivery that has not ended */
    record ShownDelivery(String subscription, int redriven, DeliveryEnd end) {}

    static TimelineResponse of(Response response) {
        if (!response.successful()) {
            return new Refused("the status is %d: %s".formatted(response.statusCode(), response.body()));
        }
        var deliveries = new ArrayList<ShownDelivery>();
        for (var record : response.json().path("records")) {
            record.path("deliveries").forEach(each -> deliveries.add(delivery(each)));
        }
        return new Known(deliveries);
    }

    private static ShownDelivery delivery(JsonNode json) {
        return new ShownDelivery(
                json.path("subscription").asText(),
                json.path("redriven").asInt(),
                new DeliveryEnd(json.path("state").asText(), json.path("reason").asText()));
    }
}
