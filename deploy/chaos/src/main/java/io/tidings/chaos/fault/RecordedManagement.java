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
    /** Creates a topic for each schema. */
    public boolean putTopics() {
        for (var schema : ChaosSchema.values()) {
            var json = "{\"properties\":{\"inputSchema\":\"%s\"}}".formatted(schema.wireName());
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
