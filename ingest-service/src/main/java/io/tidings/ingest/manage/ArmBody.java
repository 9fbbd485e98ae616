package io.tidings.ingest.manage;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidings.contract.SubscriptionKey;
import io.tidings.contract.address.EndpointRules;
import io.tidings.contract.json.ResourceJson;
import io.tidings.contract.json.UnknownMembers;
import io.tidings.contract.subscription.SubscriptionJson;
import io.tidings.contract.topic.TopicJson;
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

    /**
     * Returns an invalid body unchanged, for management to refuse.
     *
     * @param path of a topic or an event subscription
     */
    static ArmBody of(List<String> path, byte[] body) {
        if (!(ResourceJson.orMissing(body) instanceof ObjectNode json)) {
            return new ArmBody(body, List.of());
        }
        var unknown = new UnknownMembers();
        if (path.size() == 2) {
            TopicJson.read(path.get(1), json, unknown);
        } else {
            SUBSCRIPTION.read(new SubscriptionKey(path.get(1), path.get(3)), whole(json), unknown);
        }
        var ignored = unknown.remove();
        return new ArmBody(ignored.isEmpty() ? body : json.toString().getBytes(UTF_8), ignored);
    }

    /** The PATCH of a subscription may be its bare properties. */
    private static ObjectNode whole(ObjectNode json) {
        return json.has(PROPERTIES)
                ? json
                : JsonNodeFactory.instance.objectNode().set(PROPERTIES, json);
    }
}
