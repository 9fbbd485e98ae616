package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
import io.tidings.ingest.http.Route;
import java.util.List;

/**
 * The body of a PUT or PATCH without the members that Tidings does not know: versions of Azure's interface add members, and
 * clients send them unasked (B-ARM-2). Pure.
 *
 * @param ignored the paths of these members
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record ArmBody(byte[] bytes, List<String> ignored) {
    private static final String PROPERTIES = "properties";
    private static final SubscriptionJson SUBSCRIPTION = new SubscriptionJson(new EndpointRules(true));

    /** Returns an invalid body unchanged, for management to refuse. */
    static ArmBody of(Route.OfEventGrid route, byte[] body) {
        return ResourceJson.orMissing(body) instanceof ObjectNode json ? of(route, body, json) : unchanged(body);
    }

    private static ArmBody of(Route.OfEventGrid route, byte[] body, ObjectNode json) {
        var unknown = new UnknownMembers();
        switch (route) {
            case Route.Topic(var name) -> TopicJson.read(name, json, unknown);
            case Route.Subscription(var key) -> SUBSCRIPTION.read(key, whole(json), unknown);
            case Route.Topics _,
                    Route.ListKeys _,
                    Route.RegenerateKey _,
                    Route.Subscriptions _,
                    Route.FullUrl _,
                    Route.DeliveryAttributes _ -> {}
        }
        var ignored = unknown.remove();
        return ignored.isEmpty() ? unchanged(body) : new ArmBody(json.toString().getBytes(UTF_8), ignored);
    }

    /** The PATCH of a subscription may be its bare properties. */
    private static ObjectNode whole(ObjectNode json) {
        return json.has(PROPERTIES)
                ? json
                : JsonNodeFactory.instance.objectNode().set(PROPERTIES, json);
    }

    private static ArmBody unchanged(byte[] body) {
        return new ArmBody(body, List.of());
    }
}
