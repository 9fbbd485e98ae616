package io.tidings.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidings.acceptance.installation.CheckList;
import io.tidings.acceptance.installation.TopicClient;
import java.time.Duration;

/** The timeline that the topology keeps is found through ingest. */
record TimelineChecks(CheckList checks, TopicClient client) {
    private static final Duration SOON = Duration.ofSeconds(45);
    private static final String BAD_REQUEST = "UndeliverableDueToHttpBadRequest";

    /**
     * The event was dead-lettered and lies in a blob.
     *
     * @param event id of an event that its endpoint has refused
     */
    void happen(String event, String subscription) {
        var took = checks.await(
                SOON,
                () -> inBlob(delivery(event, subscription)),
                () -> "the timeline of event %s does not show its dead letter and its blob, but %s; read the logs of"
                                .formatted(event, delivery(event, subscription))
                        + " ingest and topology");
        checks.shown("ingest shows what happened to event %s: refused with 400, dead-lettered, in a blob; waited %s"
                .formatted(event, CheckList.seconds(took)));
    }

    private JsonNode delivery(String event, String subscription) {
        for (var record : client.event(event).path("records")) {
            for (var delivery : record.path("deliveries")) {
                if (delivery.path("subscription").asText().equals(subscription)) {
                    return delivery;
                }
            }
        }
        return MissingNode.getInstance();
    }

    private static boolean inBlob(JsonNode delivery) {
        return delivery.path("state").asText().equals("DeadLettered")
                && delivery.path("reason").asText().equals(BAD_REQUEST)
                && delivery.at("/attempts/0/status").asInt() == 400
                && delivery.has("blob");
    }
}
