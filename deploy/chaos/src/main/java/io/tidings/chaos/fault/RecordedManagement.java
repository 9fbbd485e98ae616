package io.tidings.chaos.fault;

import io.tidings.chaos.check.HistoryArchive;
import io.tidings.chaos.check.SubscriptionChange;
import io.tidings.chaos.check.SubscriptionChange.Kind;
import io.tidings.chaos.subscriber.ChaosEvents;
import io.tidings.chaos.subscriber.ChaosSchema;
import io.tidings.chaos.subscriber.Subscriber;
import io.tidings.testbed.cluster.ManagementClient;
import io.tidings.testbed.cluster.ManagementClient.Response;
import java.time.Instant;

/** Changes topics and subscriptions, and notes each change; a change that fails may be tried again. */
public record RecordedManagement(ManagementClient client, HistoryArchive archive) {
    /**
     * Creates a topic for each schema.
     *
     * @param deduplicating whether that of Event Grid events drops repeats
     */
    public boolean putTopics(boolean deduplicating) {
        for (var schema : ChaosSchema.values()) {
            var more = deduplicating && schema == ChaosSchema.EVENT_GRID
                    ? ",\"tidings\":{\"deduplicate\":{\"by\":\"id\",\"window\":\"PT1H\"}}"
                    : "";
            var json = "{\"properties\":{\"inputSchema\":\"%s\"%s}}".formatted(schema.wireName(), more);
            if (!accepted(client.putTopic(ChaosEvents.topic(schema), json)).successful()) {
                return false;
            }
        }
        return true;
    }

    public boolean put(Subscriber subscriber, String json) {
        var asked = Instant.now();
        var response = accepted(client.putSubscription(subscriber.topic(), subscriber.name(), json));
        return written(Kind.PUT, subscriber, asked, response.successful());
    }

    /** Pauses the subscription, or resumes it. */
    boolean pause(Subscriber subscriber, boolean paused) {
        var body = "{\"properties\":{\"paused\":%b}}".formatted(paused);
        return accepted(client.manage("PATCH", path(subscriber), body)).successful();
    }

    boolean paused(Subscriber subscriber) {
        var shown = client.manage("GET", path(subscriber), "");
        return shown.successful()
                && shown.json().path("properties").path("paused").asBoolean();
    }

    private static String path(Subscriber subscriber) {
        return "/topics/%s/eventSubscriptions/%s".formatted(subscriber.topic(), subscriber.name());
    }

    /** A missing subscription counts as deleted. */
    public boolean delete(Subscriber subscriber) {
        var asked = Instant.now();
        var response = accepted(client.deleteSubscription(subscriber.topic(), subscriber.name()));
        return written(Kind.DELETE, subscriber, asked, response.successful() || response.notFound());
    }

    private boolean written(Kind kind, Subscriber subscriber, Instant asked, boolean told) {
        archive.write(subscriber.name(), new SubscriptionChange(kind, asked, Instant.now(), told));
        return told;
    }

    private static Response accepted(Response response) {
        if (response.refused()) {
            throw new IllegalStateException("ingest refuses a change: " + response.body());
        }
        return response;
    }
}
